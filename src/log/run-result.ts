import type { JsonValue } from '../domain/json.ts';
import type { ReachedLimit } from '../domain/limit.ts';
import type { EndState, TaskComplexity } from '../domain/status.ts';
import type { NotDone } from '../domain/thinking.ts';
import type { PlanStep } from '../plan/plan.ts';

/** Something only a person can decide. */
export interface WaitingFor {
  readonly kind: 'clarification' | 'approval' | 'plan-review';
  readonly id: string;
  readonly question: string;
}

/** How a run ended, in what its chart knows: no bulky text but the answer. */
export interface HostOutput {
  readonly runId: string;
  readonly status: EndState;
  readonly message: { readonly role: 'assistant'; readonly content: string };
  /** The answer in the shape that was asked for, checked; absent when none was, or when `notDone` says why not. */
  readonly output?: JsonValue;
  readonly complexity: TaskComplexity;
  readonly plan?: { readonly version: number; readonly steps: readonly PlanStep[] };
  readonly rounds: number;
  readonly limit?: ReachedLimit;
  readonly notDone: readonly NotDone[];
  /** Why the run failed. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** Everything a caller gets back from a run. */
export interface RunResult<Output = JsonValue> extends Omit<HostOutput, 'status' | 'plan' | 'output'> {
  /** The answer in the shape that was asked for, checked; absent when none was, or when `notDone` says why not. */
  readonly output?: Output;
  /** `running` only for a stored run that has not ended and waits for nobody. */
  readonly status: EndState | 'waiting' | 'running';
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
