import { lastUserText } from '../domain/message.ts';
import type { NotDone } from '../domain/thinking.ts';
import type { Brief } from '../prompts/brief.ts';
import { languageOf } from '../text/language-of.ts';
import { checkedText, withoutCheck } from './checked-text.ts';
import { toNotDoneText } from './direct-answer.ts';

/** The final answer: the report where there is one, else every result; then what was checked and what was not done. */
export function finalize(brief: Extract<Brief, { purpose: 'finalize' }>): string {
  const language = languageOf(lastUserText(brief.messages) ?? '');
  const reports = brief.outputs.filter((output) => output.specialist === 'writer');
  const reported = new Set(
    (brief.plan?.steps ?? [])
      .filter((step) => reports.some((report) => report.stepId === step.id))
      .flatMap((step) => step.dependencies),
  );
  const others = brief.outputs.filter((output) => output.specialist !== 'writer' && !reported.has(output.stepId));
  const shown = [...reports, ...others];
  const body = shown.map((output) => {
    const text = withoutCheck(output);
    return shown.length > 1 && output.specialist !== 'writer' ? `**${output.description}**\n\n${text}` : text;
  });
  const notDone = unique([...brief.notDone, ...brief.thought.notDone, ...(brief.feedback?.notDone ?? [])]);
  const limit =
    brief.limit === undefined
      ? ''
      : language === 'en'
        ? `The work ended at a limit: ${brief.limit}.`
        : `因达到限制而结束：${brief.limit}。`;
  const nothing = language === 'en' ? 'Nothing could be worked out.' : '没有得出任何结果。';
  const parts = [
    ...(body.length > 0 ? body : [nothing]),
    checkedText(brief.outputs, language),
    limit,
    toNotDoneText(notDone, language),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function unique(items: readonly NotDone[]): NotDone[] {
  return [...new Map(items.map((item) => [item.what, item])).values()];
}
