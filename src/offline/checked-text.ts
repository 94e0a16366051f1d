import type { JsonValue } from '../domain/json.ts';
import type { StepOutput } from '../domain/step-output.ts';
import type { Language } from '../text/language-of.ts';
import { type QueryResult, queryResultSchema } from '../tools/tables/query-result.ts';
import { addsUp, type Flaw, verifyResult } from './verify-result.ts';

const flawTexts: Record<Flaw, Record<Language, string>> = {
  'recomputed-differs': { en: 'Computed a second time it comes out differently.', zh: '重新计算的结果不一致。' },
  'groups-do-not-add-up': { en: 'The groups do not add up to the total.', zh: '各组之和不等于总数。' },
  'change-is-wrong': { en: 'The change does not follow from its two periods.', zh: '变化值与两个时期的数值不符。' },
};

/** A query's result, when the data of a tool is one. */
export const toQueryResult = (data: JsonValue): QueryResult | undefined => queryResultSchema.safeParse(data).data;

/** The query results among the data of a step. */
export const queryResults = ({ data }: Pick<StepOutput, 'data'>): QueryResult[] =>
  data.flatMap((each) => toQueryResult(each) ?? []);

/** What does not hold when the figures of these results are computed again; empty when all of them hold. */
export function flawText(outputs: readonly Pick<StepOutput, 'data'>[], language: Language): string {
  const flaws = new Set(outputs.flatMap(queryResults).flatMap(verifyResult));
  return [...flaws].map((flaw) => flawTexts[flaw][language]).join(language === 'en' ? ' ' : '');
}

/** What was checked, in one sentence; empty when there was no figure to check. */
export function checkedText(outputs: readonly Pick<StepOutput, 'data'>[], language: Language): string {
  const results = outputs.flatMap(queryResults);
  const good = results.filter((result) => result.rows.length > 0 && verifyResult(result).length === 0);
  if (good.length === 0) return '';
  const sums = good.some(addsUp);
  const [count, isOne] = [good.length, good.length === 1];
  if (language === 'zh')
    return `已核对：${isOne ? '上述口径' : `上述 ${count} 个口径`}的计算，不经 SQL 从原始行重新计算，完全一致${sums ? '；各组之和等于总数' : ''}。`;
  return `Checked: the arithmetic of ${isOne ? 'this reading' : `these ${count} readings`}, done a second time from the rows without SQL, agrees${sums ? '; groups add up to the total' : ''}.`;
}

/** The text of a step without the sentence on its own check: where several results stand together, one sentence is on all of them. */
export function withoutCheck({ text, data }: StepOutput): string {
  const own = (['en', 'zh'] as const).map((language) => checkedText([{ data }], language));
  const said = own.find((sentence) => sentence !== '' && text.endsWith(sentence)) ?? '';
  return text.slice(0, text.length - said.length).trimEnd();
}
