import type { RunResult } from '../domain/run-result.ts';
import { toPrintable, toPrintableLine } from './printable.ts';

/** The answer as it is printed, with the parts that were not done where the answer does not already say so. */
export function answerText({ message, notDone }: Pick<RunResult, 'message' | 'notDone'>): string {
  const answer = toPrintable(message.content).trimEnd();
  const said = toPrintableLine(answer);
  const has = (text: string) => said.includes(toPrintableLine(text).replace(/[.。]$/, ''));
  const missing = notDone
    .filter(({ what, why }) => !has(what) || !has(why))
    .map(({ what, why }) => `Not done: ${toPrintableLine(what)} — because ${toPrintableLine(why)}`);
  return `${[answer, ...(missing.length > 0 ? ['', ...missing] : [])].join('\n')}\n`;
}

/** What a run that waits for a person asks, and how to go on. */
export function waitingText(result: Pick<RunResult, 'message' | 'waitingFor'>): string {
  const question = toPrintable(result.waitingFor?.question ?? result.message.content).trimEnd();
  return `The run waits for an answer:\n\n  ${question.replaceAll('\n', '\n  ')}\n\nTo go on, ask again with the answer in the question.\n`;
}
