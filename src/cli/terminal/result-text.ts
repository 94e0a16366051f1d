import type { RunResult } from '../../log/run-result.ts';
import { toPrintable, toPrintableLine } from './printable.ts';
import { troupeCommand, type Whereabouts } from './troupe-command.ts';

/** The answer as it is printed, with the parts that were not done where the answer does not already say so. */
export function answerText({ message, notDone }: Pick<RunResult, 'message' | 'notDone'>): string {
  return `${toPrintable(message.content).trimEnd()}\n${notDoneText({ message, notDone })}`;
}

/** How much of a text is looked for: a longer search could take the square of its length. */
const longest = 400;

/** What is printed below an answer: the parts that were not done and that it does not mention. */
export function notDoneText({ message, notDone }: Pick<RunResult, 'message' | 'notDone'>): string {
  const said = toPrintableLine(message.content);
  const has = (text: string) =>
    said.includes(
      toPrintableLine(text)
        .replace(/[.。]$/, '')
        .slice(0, longest),
    );
  const missing = notDone
    .filter(({ what, why }) => !has(what) || !has(why))
    .map(({ what, why }) => `Not done: ${toPrintableLine(what)} — because ${toPrintableLine(why)}\n`);
  return missing.length > 0 ? `\n${missing.join('')}` : '';
}

/** What a run that waits for a person asks, and how to resume it. */
export function waitingText(
  result: Pick<RunResult, 'runId' | 'message' | 'waitingFor'>,
  whereabouts: Whereabouts = {},
): string {
  const isReview = result.waitingFor?.kind === 'plan-review';
  const question = toPrintable(result.waitingFor?.question ?? result.message.content).trimEnd();
  const opening = isReview ? 'The plan is waiting for a review:' : 'The run is waiting for an answer:';
  return `${opening}\n\n  ${question.replaceAll('\n', '\n  ')}\n\n${howToResume(result.runId, isReview, whereabouts)}\n`;
}

function howToResume(run: string, isReview: boolean, whereabouts: Whereabouts): string {
  if (whereabouts.store === undefined) {
    return isReview
      ? 'The run is not stored. To continue after a review, ask again with --store F.'
      : 'To continue, ask again with the answer in the question.';
  }
  const command = troupeCommand(['resume', run], whereabouts);
  const lines = isReview ? [`${command} --approve`, `${command} --revise "…"`] : [`${command} --answer "…"`];
  return ['To continue:', ...lines.map((line) => `  ${line}`)].join('\n');
}
