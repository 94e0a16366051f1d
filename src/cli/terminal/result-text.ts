import type { RunResult } from '../../log/run-result.ts';
import { toPrintable, toPrintableLine } from './printable.ts';

/** The answer as it is printed, with the parts that were not done where the answer does not already say so. */
export function answerText({ message, notDone }: Pick<RunResult, 'message' | 'notDone'>): string {
  return `${toPrintable(message.content).trimEnd()}\n${notDoneText({ message, notDone })}`;
}

/** A text is said when so much of it is: to look for a longer one could take the square of its length. */
const longest = 400;

/** What stands below an answer: the parts that were not done and of which it says nothing. */
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

/** Where a run is kept and what it works on: what somebody has to say again to go on with it. */
export interface Whereabouts {
  readonly store?: string | undefined;
  readonly files: readonly string[];
}

/** What a run that waits for a person asks, and how to go on. */
export function waitingText(
  result: Pick<RunResult, 'runId' | 'message' | 'waitingFor'>,
  whereabouts: Whereabouts = { files: [] },
): string {
  const isReview = result.waitingFor?.kind === 'plan-review';
  const question = toPrintable(result.waitingFor?.question ?? result.message.content).trimEnd();
  const opening = isReview ? 'The plan waits for a review:' : 'The run waits for an answer:';
  return `${opening}\n\n  ${question.replaceAll('\n', '\n  ')}\n\n${howToGoOn(result.runId, isReview, whereabouts)}\n`;
}

function howToGoOn(run: string, isReview: boolean, { store, files }: Whereabouts): string {
  if (store === undefined) {
    return isReview
      ? 'The run is not kept. To go on after a review, ask again with --store F.'
      : 'To go on, ask again with the answer in the question.';
  }
  const command = resumeCommand(run, { store, files });
  const lines = isReview ? [`${command} --approve`, `${command} --revise "…"`] : [`${command} --answer "…"`];
  return ['To go on:', ...lines.map((line) => `  ${line}`)].join('\n');
}

/** The words that go on with a run. */
export function resumeCommand(run: string, { store = '', files }: Whereabouts): string {
  const parts = ['troupe', 'resume', run, '--store', store, ...files.flatMap((file) => ['--file', file])];
  return parts.map(shellWord).join(' ');
}

const shellWord = (text: string) => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
