import type { PlanStep } from './plan.ts';
import type { TaskComplexity } from './status.ts';
import type { NotDone } from './thinking.ts';

/** Something only a person can decide. */
export interface WaitingFor {
  readonly kind: 'clarification' | 'approval' | 'plan-review';
  readonly id: string;
  readonly question: string;
}

/** The limit that ended a run. */
export interface ReachedLimit {
  readonly name: 'rounds' | 'steps' | 'modelCalls' | 'tokens' | 'costUsd' | 'wallMs';
  readonly max: number;
}

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
  readonly status: 'completed' | 'failed' | 'cancelled' | 'waiting';
  readonly plan?: { readonly version: number; readonly content: string; readonly steps: readonly PlanStep[] };
  readonly waitingFor?: WaitingFor;
  readonly usage: {
    readonly modelCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** `null` when no price is known for the model. */
    readonly costUsd: number | null;
  };
  readonly durationMs: number;
}
