import type { ReachedLimit } from '../domain/limit.ts';
import type { Message } from '../domain/message.ts';
import type { AgentProblem } from './agent.ts';
import type { Answer, Ask } from './ask.ts';
import type { AgentMove } from './moves.ts';

/** A question to a person, as the chart asks it. */
export interface OpenedAsk extends Ask {
  /** Which question of the one who asks it is. */
  readonly number: number;
  readonly tool?: string;
  /** The arguments of the call, as JSON. */
  readonly arguments?: string;
}

/** What the charts of agents emit: it is in the log with the path of the actor. */
export type AgentNews =
  | { readonly type: 'agent.said'; readonly runPath: readonly string[]; readonly message: Message }
  | {
      readonly type: 'agent.moved';
      readonly runPath: readonly string[];
      readonly move: AgentMove;
      /** The run path of whoever offered the move. */
      readonly offeredBy?: readonly string[];
    }
  | { readonly type: 'agent.limited'; readonly runPath: readonly string[]; readonly limit: ReachedLimit }
  | { readonly type: 'agent.failed'; readonly runPath: readonly string[]; readonly error: AgentProblem }
  | {
      readonly type: 'model.failedOver';
      readonly runPath: readonly string[];
      readonly from: string;
      readonly to: string;
      readonly reason: string;
    }
  | { readonly type: 'ask.opened'; readonly runPath: readonly string[]; readonly ask: OpenedAsk }
  | {
      readonly type: 'ask.closed';
      readonly runPath: readonly string[];
      readonly number: number;
      readonly answer: Answer;
    };

/** A question that waits for a person. */
export interface WaitingAsk extends Ask {
  /** By which it is answered. */
  readonly id: string;
  readonly runPath: readonly string[];
  readonly tool?: string;
  readonly arguments?: string;
  /** When nobody needs to answer any more. */
  readonly until?: string;
}

/** What an agent did. */
export type AgentAction =
  /** Work was handed on: `to` is the run path of the one who gets it. */
  | { readonly type: 'transfer'; readonly to: readonly string[] }
  | { readonly type: 'exit' }
  | { readonly type: 'move'; readonly move: AgentMove }
  /** It wanted more than its maximum: it ends with what it has. */
  | { readonly type: 'limit'; readonly limit: ReachedLimit }
  | { readonly type: 'failover'; readonly from: string; readonly to: string; readonly reason: string }
  | { readonly type: 'interrupted'; readonly ask: WaitingAsk }
  | { readonly type: 'resumed'; readonly id: string; readonly answer: Answer };

/** What happens in a run of an agent: somebody says something, does something, or fails. */
export interface AgentEvent {
  /** The agents from the root of the run to the one whose event it is. */
  readonly runPath: readonly string[];
  readonly agent: string;
  /** Its words with its calls of tools, or what a tool gave it; or a piece of words that still arrive. */
  readonly output?: { readonly message: Message } | { readonly delta: string; readonly at: number };
  readonly action?: AgentAction;
  readonly error?: AgentProblem;
}
