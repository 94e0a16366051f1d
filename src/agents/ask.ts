import type { JsonValue } from '../domain/json.ts';
import type { Resumed } from '../domain/person-ask.ts';
import type { Asking } from '../tools/ask.ts';
import type { Ruling } from '../tools/policy.ts';

/** Something a person is asked: by the policy before a call of a tool, or by the code of a tool or an agent. */
export type Ask = Asking['ask'];

/** What a person said; `nothing`: nobody answered in time, and there is no default. */
export type Answer =
  | { readonly given: 'answered'; readonly value: JsonValue }
  | { readonly given: 'approved'; readonly arguments?: Readonly<Record<string, JsonValue>> }
  | { readonly given: 'refused'; readonly reason?: string }
  | { readonly given: 'nothing' };

/** What is known of a call that a person is asked about. */
export type AskedCall = Pick<Ask, 'capability' | 'schema'>;

/** What is asked about a call that the policy does not decide alone. */
export function approvalOf(
  question: string,
  { because, approvalMs, onTimeout }: Ruling,
  deadlineMs?: number,
  about: AskedCall = {},
): Ask {
  const time = approvalMs ?? deadlineMs;
  return {
    by: 'policy',
    kind: 'approval',
    question,
    ...about,
    ...(because === undefined ? {} : { because }),
    ...(time === undefined ? {} : { deadlineMs: time }),
    default: onTimeout === 'allow',
  };
}

/** The name of what stands by while a person is asked: nobody works there, so a run in which nothing else is under way waits. */
export const standBySource = 'person.awaited';

/** What counts when nobody has answered in time. */
export function defaultAnswer({ kind, default: value }: Ask): Answer {
  if (kind === 'approval')
    return value === true ? { given: 'approved' } : { given: 'refused', reason: 'Nobody answered in time.' };
  return value === undefined ? { given: 'nothing' } : { given: 'answered', value };
}

/** An answer, as the code gets it that has asked. */
export function toResumed({ keep }: Ask, answer: Answer, isTimeout: boolean): Resumed {
  const about = { isTimeout, keep };
  switch (answer.given) {
    case 'answered':
      return { ...about, answer: answer.value };
    case 'approved':
      return { ...about, answer: true };
    case 'refused':
      return { ...about, answer: false, ...(answer.reason === undefined ? {} : { reason: answer.reason }) };
    case 'nothing':
      return { ...about, answer: undefined };
  }
}
