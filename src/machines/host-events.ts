import type { Message } from '../domain/message.ts';
import type { RunOptions } from '../domain/options.ts';
import type { PlanOutline } from '../domain/plan-markdown.ts';
import type { SpecialistResult } from '../domain/results.ts';
import type { HostOutput } from '../domain/run-result.ts';

export interface HostInput {
  readonly messages: readonly Message[];
  /** What is known that helps with the request, as data. */
  readonly knowledge?: readonly string[];
  /** @default a new id */
  readonly runId?: string;
}

/** What happens to a host from outside. */
export type HostEvent =
  | { type: 'request.received'; run: string; messages: readonly Message[]; options: RunOptions; at: number }
  | { type: 'run.paused' }
  | { type: 'run.resumed' }
  | { type: 'run.cancelled'; reason?: string }
  | { type: 'context.edited'; path: string; value: unknown }
  | { type: 'clarification.answered'; text: string }
  | { type: 'message.added'; text: string }
  | { type: 'plan.reviewed'; verdict: 'approved' | 'revise'; remark?: string }
  | { type: 'plan.edited'; outline: PlanOutline }
  | {
      type: 'plan.restored';
      version: number;
      outline: PlanOutline;
      /** Results of that version's steps, by step. */
      results: Readonly<Record<string, readonly SpecialistResult[]>>;
    }
  | { type: 'effect.progressed'; key: string; value: unknown }
  | { type: 'deadline.passed' };

export type KnownResults = Readonly<Record<string, readonly SpecialistResult[]>>;

/** What the final answer gets: everything else it reads from the log. */
export interface FinalizeInput {
  readonly round: number;
  readonly notDone: HostOutput['notDone'];
  readonly limit: string | undefined;
  /** The question that nobody answered in time. */
  readonly unanswered: string | undefined;
  /** No time is left for a model: the results are put together as they are. */
  readonly isPlain: boolean;
  /** The step whose result is the answer as it is: nobody is asked. */
  readonly adopts?: string;
}
