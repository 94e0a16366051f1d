import type { AnyActorRef } from 'xstate';
import { isRecord } from '../../domain/is-record.ts';
import type { AgentEnd } from '../agent.ts';
import { type HistoryEntry, lastWords } from '../history.ts';

/** What agents have said until now. */
export interface Said {
  readonly history: readonly HistoryEntry[];
  /** What they have for an answer, if anything. */
  readonly words: string | undefined;
}

/** What the charts of agents keep of it; somebody's own machine keeps nothing of it. */
interface Kept {
  readonly entries?: readonly HistoryEntry[];
  readonly answer?: { readonly content: string };
  /** Of those who work side by side: what some of them have come to. */
  readonly ends?: Readonly<Record<string, unknown>>;
}

/**
 * What an agent that is still at work, and those who work for it, have said so far. Words of somebody who has come to an end count more than those of somebody who
 * has not.
 */
export function saidSoFar(agent: AnyActorRef | undefined): Said {
  const { context, children } = (agent?.getSnapshot() ?? {}) as {
    context?: unknown;
    children?: Readonly<Record<string, AnyActorRef | undefined>>;
  }; // whatever kind of actor it is
  const { entries, answer, ends = {} } = (isRecord(context) ? context : {}) as Kept; // what the charts of agents have of these
  const own = Array.isArray(entries) ? entries : [];
  const ended = Object.values(ends).filter(isEnd);
  const below = Object.values(children ?? {}).map(saidSoFar);
  return {
    history: [...own, ...ended.flatMap(({ history }) => history), ...below.flatMap(({ history }) => history)],
    words:
      joined(ended.map(({ message }) => message?.content)) ??
      joined([answer?.content]) ??
      joined(below.map(({ words }) => words)) ??
      lastWords(own),
  };
}

const isEnd = (value: unknown): value is AgentEnd => isRecord(value) && Array.isArray(value.history);

const joined = (words: readonly (string | undefined)[]): string | undefined =>
  words.filter((each) => each !== undefined && each !== '').join('\n\n') || undefined;
