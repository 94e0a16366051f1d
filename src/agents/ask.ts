import type { JsonValue } from '../domain/json.ts';

/** Something a person is asked. */
export interface Ask {
  /** `approval`: may this call of a tool be made; `form`: an answer of the shape of `schema`. */
  readonly kind: 'approval' | 'question' | 'choice' | 'form';
  readonly question: string;
  /** What may be chosen. */
  readonly options?: readonly string[];
  /** JSON Schema of the answer. */
  readonly schema?: Readonly<Record<string, JsonValue>>;
  /** How long somebody has to answer. @default no end */
  readonly deadlineMs?: number;
  /** The answer when nobody answers in time; without one an approval counts as refused, and the others as not answered. */
  readonly default?: JsonValue;
  /** For the one who asks, when there is an answer: what it has done and must not do again. */
  readonly keep?: JsonValue;
}

/** What a person said. */
export type Answer =
  | { readonly given: 'answered'; readonly value: JsonValue }
  | { readonly given: 'approved'; readonly arguments?: Readonly<Record<string, JsonValue>> }
  | { readonly given: 'refused'; readonly reason?: string }
  | { readonly given: 'nothing' };

/** An answer that has come, for the one who asked. */
export interface Resumed {
  readonly answer: Answer;
  readonly keep?: JsonValue;
}

const asked = Symbol('asked');

/** What a tool returns when it has to ask a person first. */
export interface Asked extends Ask {
  readonly [asked]: true;
}

/**
 * Asks a person: return it from the `run` of a tool or of an agent. When there is an answer, `run` is called again with `resumed`, which has the answer and
 * `keep`. The process may end meanwhile, and nothing that came before is done again.
 */
export const askPerson = (ask: Ask): Asked => ({ ...ask, [asked]: true });

export const isAsked = (value: unknown): value is Asked =>
  typeof value === 'object' && value !== null && asked in value;

/** A question without its mark, as data. */
export function toAsk({ [asked]: _mark, ...ask }: Asked): Ask {
  return ask;
}

/** The name of what stands by while a person is asked: nobody works there, so a run in which nothing else is under way waits. */
export const standBySource = 'person.awaited';

/** What counts when nobody has answered in time. */
export function defaultAnswer({ kind, default: value }: Ask): Answer {
  if (value === undefined)
    return kind === 'approval' ? { given: 'refused', reason: 'Nobody answered in time.' } : { given: 'nothing' };
  if (kind === 'approval')
    return value === true ? { given: 'approved' } : { given: 'refused', reason: 'Nobody answered in time.' };
  return { given: 'answered', value };
}
