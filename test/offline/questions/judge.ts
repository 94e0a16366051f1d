import type { Message } from 'troupe';
import { type openOffline, runOffline } from '../run-offline.ts';
import { type Question, shown } from './raw.ts';

export type Outcome = 'right' | 'rightly refused' | 'refused' | 'wrong';

export interface Judged {
  readonly outcome: Outcome;
  readonly answer: string;
  /** What is missing in the answer, or should not be there. */
  readonly lacks: readonly string[];
}

const textOf = (value: string | number) => (typeof value === 'number' ? shown(value) : value);
const holds = (text: string, value: string | number): boolean =>
  typeof value === 'number'
    ? [value, value * (1 + 1e-9), value * (1 - 1e-9)].some((near) => holdsNumber(text, near))
    : text.toLowerCase().includes(value.toLowerCase());
/** A half may be rounded either way, by the order in which floating point has added up. */
const holdsNumber = (text: string, value: number) =>
  new RegExp(`(?<![\\d,.])${textOf(value).replace(/[.*+?^$]/g, '\\$&')}(?![\\d]|[.,]\\d)`).test(text);

/** Asks, and compares with what has to come out. */
export async function judge(question: Question, offline: ReturnType<typeof openOffline>): Promise<Judged> {
  const asked = typeof question.ask === 'string' ? [question.ask] : question.ask;
  const messages: Message[] = [];
  let last: Awaited<ReturnType<typeof runOffline>> | undefined;
  for (const content of asked) {
    messages.push({ role: 'user', content });
    last = await runOffline([...messages], offline);
    messages.push({ role: 'assistant', content: last.answer });
  }
  const { answer = '', notDone = [], outputs = [], thought } = last ?? {};
  const isRefused = outputs.length === 0 && (notDone.length > 0 || thought?.responseStrategy === 'clarification');
  const said = [answer, ...notDone.flatMap(({ what, why }) => [what, why])].join('\n');
  if (question.refused) {
    const lacks = question.refused.filter((word) => !holds(said, word));
    if (!isRefused) return { outcome: 'wrong', answer, lacks };
    return { outcome: lacks.length === 0 ? 'rightly refused' : 'refused', answer, lacks };
  }
  if (isRefused) return { outcome: 'refused', answer: said, lacks: [] };
  const [finding = ''] = answer.split('\n\n');
  const lacks = [
    ...(question.says ?? []).filter((value) => !holds(finding, value)),
    ...(question.has ?? []).filter((value) => !holds(answer, value)),
  ].map(textOf);
  const surplus = (question.not ?? []).filter((value) => holds(answer, value)).map((value) => `not ${textOf(value)}`);
  const isRight = lacks.length + surplus.length + notDone.length === 0;
  const open = notDone.map(({ what, why }) => `not done: ${what}: ${why}`);
  return { outcome: isRight ? 'right' : 'wrong', answer, lacks: [...lacks, ...surplus, ...open] };
}
