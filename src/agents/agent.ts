import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { JsonValue } from '../domain/json.ts';
import type { ReachedLimit } from '../domain/limit.ts';
import type { Message } from '../domain/message.ts';
import type { HistoryEntry } from './history.ts';
import type { AgentMove, MoveSpec } from './moves.ts';
import type { sessionMachine } from './session-machine.ts';

/**
 * Somebody who works on messages and answers with a message: a model with tools, a function, a machine, or others who work together. Its chart takes an
 * `AgentStart` and ends with an `AgentEnd`; whoever has an agent in a composition invokes that chart.
 */
export interface Agent<Output = unknown> {
  /** Letters, digits, `-` and `_`; among those who work together each has its own. */
  readonly name: string;
  /** What it can do: whoever hands work on chooses by it. */
  readonly description: string;
  /** Changed with every change after which a stored run could come out differently. */
  readonly version: string;
  readonly machine: AnyStateMachine;
  /** The agents in it. */
  readonly parts: readonly Agent[];
  /** Whether its answer is data: then `output` of its end has it, unless a limit ended the work. @default false */
  readonly givesData?: boolean;
  /** Whether it asks a model itself, so that a run can give it other options. @default false */
  readonly takesOptions?: boolean;
  /** Only for the compiler: what `output` of its result is. */
  readonly outputType?: Output;
}

/** What the chart of an agent begins with. */
export interface AgentStart {
  /** What the user said, as it came. */
  readonly messages: readonly Message[];
  /** What the agents of the run have said and done so far. */
  readonly history: readonly HistoryEntry[];
  /** The agents from the root of the run to this one. */
  readonly runPath: readonly string[];
  /** What agents and tools of the run share. */
  readonly session: SessionRef | undefined;
  /** What it may do beside using its tools: whoever it works for acts on it. */
  readonly moves: readonly MoveSpec[];
}

/** Where the values of a session are kept. */
export type SessionRef = ActorRefFrom<typeof sessionMachine>;

/** Why an agent has no answer. */
export interface AgentProblem {
  readonly code: string;
  readonly message: string;
}

/** What the chart of an agent ends with. */
export interface AgentEnd {
  readonly status: 'completed' | 'failed';
  /** Its answer, when it has one. */
  readonly message?: Message;
  /** The answer as data, when it was asked for in a shape. */
  readonly output?: JsonValue;
  readonly error?: AgentProblem;
  /** What it, and those who work for it, said and did. */
  readonly history: readonly HistoryEntry[];
  /** What it wants done by whoever it works for. */
  readonly moves: readonly AgentMove[];
  /** The limit that ended its work. */
  readonly limit?: ReachedLimit;
}

/** What the chart of an agent came to. */
export const endOf = ({ output }: { readonly output: unknown }): AgentEnd => output as AgentEnd; // every agent's chart ends with one

/** The end of an agent whose chart threw. */
export const brokenEnd = (error: unknown): AgentEnd => ({
  status: 'failed',
  error: toProblem(error),
  history: [],
  moves: [],
});

/** Anything that was thrown, as it is kept. */
export function toProblem(error: unknown): AgentProblem {
  const { code, reason, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown;
    reason?: unknown;
    message?: unknown;
  }; // whatever it has of these
  const said = reason ?? code;
  return {
    code: typeof said === 'string' ? said : 'bug',
    message: typeof message === 'string' ? message : String(error),
  };
}
