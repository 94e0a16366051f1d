import { z } from 'zod';
import type { PlanStep } from './plan.ts';
import type { TaskComplexity } from './status.ts';
import type { NotDone } from './thinking.ts';

/** Something only a person can decide. */
export interface WaitingFor {
  readonly kind: 'clarification' | 'approval' | 'plan-review';
  readonly id: string;
  readonly question: string;
}

export const reachedLimitSchema = z.object({
  name: z.enum(['rounds', 'steps', 'modelCalls', 'tokens', 'costUsd', 'wallMs']),
  max: z.number(),
});
/** The limit that ended a run. */
export type ReachedLimit = z.infer<typeof reachedLimitSchema>;

/** How a run ended, in what its chart knows: no bulky text but the answer. */
export interface HostOutput {
  readonly runId: string;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly message: { readonly role: 'assistant'; readonly content: string };
  readonly complexity: TaskComplexity;
  readonly plan?: { readonly version: number; readonly steps: readonly PlanStep[] };
  readonly rounds: number;
  readonly limit?: ReachedLimit;
  readonly notDone: readonly NotDone[];
  /** Why the run failed. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** Everything a caller gets back from a run. */
export interface RunResult extends Omit<HostOutput, 'status' | 'plan'> {
  /** `running` only for a stored run that has not ended and waits for nobody. */
  readonly status: 'completed' | 'failed' | 'cancelled' | 'waiting' | 'running';
  readonly plan?: { readonly version: number; readonly content: string; readonly steps: readonly PlanStep[] };
  readonly waitingFor?: WaitingFor;
  /** Nothing new begins until somebody calls `resume()` on the run. */
  readonly isPaused: boolean;
  readonly usage: {
    readonly modelCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** `null` when no price is known for the model. */
    readonly costUsd: number | null;
  };
  readonly durationMs: number;
}

const limitWords: Readonly<Record<ReachedLimit['name'], string>> = {
  rounds: 'rounds',
  steps: 'steps',
  modelCalls: 'calls of a model',
  tokens: 'tokens',
  costUsd: 'US dollars',
  wallMs: 'milliseconds',
};

/** The limit in words. */
export const limitText = ({ name, max }: ReachedLimit) => `${max} ${limitWords[name]}`;
