import type { Brief, StepOutput } from '../../domain/brief.ts';
import type { NotDone } from '../../domain/thinking.ts';
import type { ReflectWire } from '../../prompts/wire.ts';
import type { Language } from './language.ts';
import { toSteps } from './steps.ts';
import type { Surroundings } from './surroundings.ts';
import { readRequest } from './think.ts';
import { addsUp, type Flaw, verifyResult } from './verify-result.ts';
import { queryResults } from './work.ts';

const flawTexts: Record<Flaw, Record<Language, string>> = {
  'recomputed-differs': { en: 'computed a second time it comes out differently', zh: '重新计算的结果不一致' },
  'groups-do-not-add-up': { en: 'the groups do not add up to the total', zh: '各组之和不等于总数' },
  'change-is-wrong': { en: 'the change does not follow from its two periods', zh: '变化值与两个时期的数值不符' },
  empty: { en: 'no row fits the conditions', zh: '没有符合条件的行' },
};

/** The steps whose figures do not hold when they are computed again. An empty result holds: it is said, not repeated. */
export function stepsWithFlaws(outputs: readonly StepOutput[]): string[] {
  const isWrong = (output: StepOutput) =>
    queryResults(output).some((result) => verifyResult(result).some((flaw) => flaw !== 'empty'));
  return outputs.filter(isWrong).map((output) => output.stepId);
}

/** Reflects: computes the figures again, counts what is missing, and asks once for another try where something went wrong. */
export function reflect(brief: Extract<Brief, { purpose: 'reflect' }>, around: Surroundings): ReflectWire {
  const { language, readings } = readRequest(brief.messages, around);
  const en = language === 'en';
  const remarks = brief.outputs.flatMap((output) =>
    queryResults(output)
      .flatMap(verifyResult)
      .map((flaw) => ({ flaw, text: `${output.description}: ${flawTexts[flaw][language]}` })),
  );
  const lost = brief.plan.steps.filter(
    (step) => step.status !== 'completed' && !brief.outputs.some((output) => output.stepId === step.id),
  );
  const planned = new Set(brief.plan.steps.map((step) => step.description));
  const leftOut = toSteps(readings, language).filter((step) => !planned.has(step.description));
  const notDone: NotDone[] = [
    ...lost.map((step) => ({
      what: step.description,
      why: step.reason ?? (en ? 'The step was not completed.' : '该步骤没有完成。'),
    })),
    ...leftOut.map((step) => ({
      what: step.description,
      why: en ? 'The plan had no room for this step.' : '计划中没有容纳该步骤的位置。',
    })),
    ...remarks.map(({ text }) => ({ what: text, why: en ? 'A check of the result.' : '结果检查。' })),
  ];
  const isWrong = stepsWithFlaws(brief.outputs).length > 0 || lost.length > 0;
  const mayRepeat = isWrong && brief.round === 1 && brief.maxRounds > 1;
  return {
    feedback: [
      checkedText(brief.outputs, language),
      ...remarks.map(({ text }) => text),
      ...lost.map((step) => `${step.description}: ${step.reason ?? '–'}`),
    ]
      .filter((part) => part !== '')
      .join('\n'),
    verdict: mayRepeat ? 'update' : 'done',
    planUpdateSuggestion: mayRepeat ? (en ? 'Repeat the steps that went wrong.' : '重做出错的步骤。') : '',
    finalAnswer: null,
    coherence: 1,
    satisfaction: isWrong ? 0.4 : notDone.length > 0 ? 0.7 : 0.95,
    improvements: [],
    riskWarnings: remarks.map(({ text }) => text),
    notDone: mayRepeat ? [] : notDone,
  };
}

/** What was checked, in one sentence; empty when there was no figure to check. */
export function checkedText(outputs: readonly StepOutput[], language: Language): string {
  const results = outputs.flatMap(queryResults);
  const good = results.filter((result) => verifyResult(result).length === 0);
  if (good.length === 0) return '';
  const sums = good.some(addsUp);
  if (language === 'zh')
    return `已核对：${good.length} 个结果不经 SQL 从原始行重新计算，完全一致${sums ? '；各组之和等于总数' : ''}。`;
  return `Checked: ${good.length} ${good.length === 1 ? 'result was' : 'results were'} computed a second time from the rows, without SQL, and ${good.length === 1 ? 'agrees' : 'agree'}${sums ? '; groups add up to the total' : ''}.`;
}
