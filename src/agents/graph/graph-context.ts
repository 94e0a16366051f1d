import type { AgentProblem, AgentStart } from '../agent.ts';
import type { HistoryEntry } from '../history.ts';

/** What a graph that is a node of another one is handed beside what every agent begins with. */
export interface GraphStart extends AgentStart {
  readonly value?: unknown;
}

/** Something has come on a way into a node, and was not taken yet. */
export interface Arrival {
  /** The place of the way in the graph. */
  readonly way: number;
  readonly from: string;
  readonly value: unknown;
}

/** A node that is at work. */
export interface Visit {
  readonly input: unknown;
  readonly attempt: number;
}

/** Why a graph ends. */
export type GraphOutcome =
  | { readonly type: 'arrived'; readonly value: unknown }
  | { readonly type: 'spent'; readonly node: string; readonly max: number; readonly value?: unknown }
  | { readonly type: 'failed'; readonly problem: AgentProblem };

/** Small control data, and the values on their way between nodes. */
export interface GraphContext extends AgentStart {
  /** The graph's own state, as its handlers have left it. */
  readonly state: unknown;
  readonly arrivals: readonly Arrival[];
  /** Of each way that takes the first of several: who has come in this round. */
  readonly passed: Readonly<Record<number, readonly string[]>>;
  /** The nodes at work, and those that begin with this decision. */
  readonly work: Readonly<Record<string, Visit>>;
  readonly ready: readonly string[];
  readonly visits: Readonly<Record<string, number>>;
  /** The nodes that nothing leads to any more. */
  readonly skipped: readonly string[];
  /** What the agents in it said and did. */
  readonly entries: readonly HistoryEntry[];
  readonly outcome: GraphOutcome | undefined;
}

export const failedWith = (code: string, message: string): GraphOutcome => ({
  type: 'failed',
  problem: { code, message },
});
