import type { JsonValue } from '../domain/json.ts';
import type { ReachedLimit } from '../domain/limit.ts';
import type { EndState, StepStatus, TaskComplexity } from '../domain/status.ts';
import type { NotDone, ThinkingResult } from '../domain/thinking.ts';
import type { Correction } from '../plan/error-pattern.ts';
import type { PlanStep } from '../plan/plan.ts';
import type { RunMetadata } from './entries/request-labels.ts';

/** Something only a person can say: an answer to the host's question, a review of its plan, or what somebody at work asks. */
export interface WaitingFor {
  /** `clarification` and `plan-review` are the host's own. */
  readonly kind: 'clarification' | 'plan-review' | 'approval' | 'question' | 'choice' | 'form';
  /** Under this id it is answered. */
  readonly id: string;
  readonly question: string;
  /** The path of the actor that asks, such as `host/step-2#1`; absent for the host's own. */
  readonly actor?: string;
  readonly step?: string;
  readonly specialist?: string;
  /** The tool that asks, or that a person has to approve, with its arguments as JSON. */
  readonly tool?: string;
  readonly arguments?: string;
  /** Why the policy asks. */
  readonly because?: string;
  /** What can be chosen. */
  readonly options?: readonly string[];
  /** The JSON Schema of the form, or of the arguments. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** What that tool may do to the world, where it says so. */
  readonly capability?: string;
  /** Until when it waits; after that its default counts. */
  readonly deadline?: string;
  /** What counts when nobody answers in time: `true` or `false` for an approval; absent where nothing does. */
  readonly default?: JsonValue;
}

/** How a run ended, in what its chart knows: no bulky text but the answer. */
export interface HostOutput {
  readonly runId: string;
  readonly status: EndState;
  /** How much of the request was done; absent unless the run is completed. `notDone` says what is missing, and why. */
  readonly outcome?: Outcome;
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
  /** The first of what it waits for, when nothing goes on before a person says something. */
  readonly waitingFor?: WaitingFor;
  /** The conversation that the run belongs to, where the caller named one. */
  readonly session?: string;
  /** What the caller wrote on the run, where there is something. */
  readonly metadata?: RunMetadata;
  /** Everything that people are asked, also while others still work. */
  readonly waiting: readonly WaitingFor[];
  /** Nothing new begins until somebody calls `resume()` on the run. */
  readonly isPaused: boolean;
  /** Where the run has changed its way because a step failed in the same way again and again; absent when it never did. */
  readonly corrections?: readonly Correction[];
  readonly usage: {
    readonly modelCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** `null` when no price is known for the model. */
    readonly costUsd: number | null;
  };
  readonly durationMs: number;
}

/** How much of a request a completed run has done: all of it, a part, or nothing. */
export type Outcome = 'answered' | 'partly' | 'refused';

/** What a run comes to, by its thought, the steps of its plan where it has one, and what is missing. */
export function outcomeOf(run: {
  readonly thought: Pick<ThinkingResult, 'isRefusal'> | undefined;
  readonly steps: readonly { readonly status: StepStatus }[] | undefined;
  readonly notDone: readonly NotDone[];
  readonly limit: ReachedLimit | undefined;
}): Outcome {
  if (run.notDone.length === 0 && run.limit === undefined) return 'answered';
  const hasResult = run.steps
    ? run.steps.some(({ status }) => status === 'completed')
    : run.thought !== undefined && !run.thought.isRefusal;
  return hasResult ? 'partly' : 'refused';
}
