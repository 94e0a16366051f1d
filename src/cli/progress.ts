import type { PlanStep } from '../domain/plan.ts';
import type { SpecialistResult } from '../domain/results.ts';
import type { ExecutionStatus, StepStatus } from '../domain/status.ts';
import type { Entry } from '../log/entry.ts';

// Every cast on `data` in this file reads what one named writer wrote: the host's notes, the journal or the effects port.

/** How far one step is. */
export interface StepProgress {
  readonly id: string;
  readonly description: string;
  readonly specialist: string;
  readonly after: readonly string[];
  readonly status: StepStatus;
  /** What it is doing, or why it has no result. */
  readonly detail: string;
  /** How long it took. */
  readonly ms: number | undefined;
  /** The tools that its last turn asked for. */
  readonly tools: readonly string[];
}

/** How far a run is: all that a person has to see while it goes on. */
export interface Progress {
  readonly startedAt: number;
  /** When the last entry was written. */
  readonly at: number;
  readonly status: ExecutionStatus;
  readonly round: number;
  readonly maxRounds: number;
  readonly tokens: number;
  readonly plan: { readonly version: number; readonly steps: readonly StepProgress[] } | undefined;
  /** Why the last call outside of the steps failed; empty when it did not. */
  readonly trouble: string;
}

/** Before the first entry. */
export const noProgress: Progress = {
  startedAt: 0,
  at: 0,
  status: 'pending',
  round: 0,
  maxRounds: 0,
  tokens: 0,
  plan: undefined,
  trouble: '',
};

const ended: ReadonlySet<ExecutionStatus> = new Set(['completed', 'failed', 'cancelled']);

/** True when nothing more will happen. */
export function hasEnded({ status }: Progress): boolean {
  return ended.has(status);
}

/** The progress after one more entry of the log. */
export function advance(before: Progress, entry: Entry): Progress {
  const usage = entry.data.usage as { inputTokens?: number; outputTokens?: number } | undefined;
  const tokens = before.tokens + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  return { ...before, ...change(before, entry), at: Date.parse(entry.at), tokens };
}

function change(before: Progress, { type, at, actor, data }: Entry): Partial<Progress> {
  switch (type) {
    case 'request.received': {
      const { limits } = data.options as { limits: { rounds: number } };
      return { startedAt: Date.parse(at), maxRounds: limits.rounds };
    }
    case 'status.changed':
      return { status: data.status as ExecutionStatus };
    case 'plan.created':
    case 'plan.updated': {
      const { version, steps } = data.plan as { version: number; steps: readonly PlanStep[] };
      return { plan: { version, steps: steps.map(toStep) } };
    }
    case 'step.started': {
      const round = data.round as number;
      const renewed = round > before.round ? { ...before, ...withSteps(before, renew) } : before;
      return {
        round,
        ...withStep(renewed, data.id, () => ({ status: 'executing', detail: 'working', ms: undefined })),
      };
    }
    case 'step.completed':
    case 'step.failed': {
      const { durationMs, error = '' } = data.result as SpecialistResult;
      const status = type === 'step.completed' ? 'completed' : 'failed';
      return withStep(before, data.id, () => ({ status, ms: durationMs, detail: error }));
    }
    case 'step.blocked':
    case 'step.skipped': {
      const status = type === 'step.blocked' ? 'blocked' : 'skipped';
      return withStep(before, data.id, () => ({ status, detail: String(data.reason ?? '') }));
    }
    case 'effect.started':
    case 'effect.completed':
    case 'effect.failed':
      return effectChange(before, { type, actor, data });
    default:
      return {};
  }
}

function effectChange(before: Progress, { type, actor, data }: Pick<Entry, 'type' | 'actor' | 'data'>) {
  const step = stepOf(actor);
  const error = (data.error as { message: string } | undefined)?.message ?? '';
  if (step === undefined) return type === 'effect.started' ? {} : { trouble: error };
  if (type === 'effect.failed') return withStep(before, step, () => ({ detail: error }));
  if (type === 'effect.started') {
    return withStep(before, step, (at) => ({ detail: activity(data.kind as string, data.key as string, at) }));
  }
  const calls = (data.output as { toolCalls?: readonly { name: string }[] } | undefined)?.toolCalls;
  return calls ? withStep(before, step, () => ({ tools: calls.map((call) => call.name) })) : {};
}

/** What a step is doing, in a word or two. Keys end in `#attempt.turn` or `#attempt.turn.call`. */
function activity(kind: string, key: string, step: StepProgress): string {
  const [attempt = 1, , call = 1] = (key.split('#').at(-1) ?? '').split('.').map(Number);
  switch (kind) {
    case 'useTool':
      return step.tools[call - 1] ?? 'using a tool';
    case 'wait':
      return `waiting to try again: ${step.detail}`;
    default:
      return attempt > 1 ? `working, attempt ${attempt}` : 'working';
  }
}

/** The step that an actor such as `host/step-2#1` works on. */
export function stepOf(actor: string): string | undefined {
  return /^host\/step-(.+)#\d+$/.exec(actor)?.[1];
}

function toStep({ id, description, assignedTo, dependencies, status, reason, actualMs }: PlanStep): StepProgress {
  const [specialist, after, detail] = [assignedTo, dependencies, reason ?? ''];
  return { id, description, specialist, after, status, detail, ms: actualMs, tools: [] };
}

/** A new round gives what failed or was blocked another try. */
function renew(step: StepProgress): StepProgress {
  return step.status === 'failed' || step.status === 'blocked'
    ? { ...step, status: 'pending', detail: '', ms: undefined }
    : step;
}

function withStep(before: Progress, id: unknown, update: (step: StepProgress) => Partial<StepProgress>) {
  return withSteps(before, (step) => (step.id === id ? { ...step, ...update(step) } : step));
}

function withSteps({ plan }: Progress, update: (step: StepProgress) => StepProgress): Pick<Progress, 'plan'> {
  return { plan: plan && { ...plan, steps: plan.steps.map(update) } };
}
