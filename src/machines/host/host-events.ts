import type { Message } from '../../domain/message.ts';
import type { RunOptions } from '../../domain/options.ts';
import type { SpecialistResult } from '../../domain/results.ts';
import type { OutputShape } from '../../domain/schemas/standard-schema.ts';
import type { PlanStep } from '../../plan/plan.ts';
import type { PlanOutline } from '../../plan/plan-markdown.ts';

export interface HostInput {
  readonly messages: readonly Message[];
  /** What is known that helps with the request, as data. */
  readonly knowledge?: readonly string[];
  /** The shape that the answer is wanted in. @default text */
  readonly output?: OutputShape;
  /** @default a new id */
  readonly runId?: string;
}

/** What happens to a host from outside. */
export type HostEvent =
  | {
      type: 'request.received';
      run: string;
      messages: readonly Message[];
      output?: OutputShape;
      options: RunOptions;
      at: number;
    }
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
  | { type: 'effect.progressed'; key: string; value: PlanStep };

export type KnownResults = Readonly<Record<string, readonly SpecialistResult[]>>;
