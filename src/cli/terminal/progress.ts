import type { ToolCall } from '../../domain/message.ts';
import type { ExecutionStatus, StepStatus } from '../../domain/status.ts';
import { beganAt, type Entry, type EntryOf } from '../../log/entry.ts';
import type { EntryData } from '../../log/entry-types.ts';
import type { PlanStep } from '../../plan/plan.ts';

/** How far one step is. */
export interface StepProgress {
  readonly id: string;
  readonly description: string;
  /** Who works on it, each on their own. */
  readonly specialists: readonly string[];
  /** The condition under which it is done. */
  readonly when: string | undefined;
  readonly after: readonly string[];
  readonly status: StepStatus;
  /** What it is doing, or why it has no result. */
  readonly detail: string;
  /** How long it took. */
  readonly ms: number | undefined;
  /** The tools that the last turn of each of its actors asked for. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
}

/** How far a plan is; version 0 while it is still being written. */
export interface PlanProgress {
  readonly version: number;
  /** What changed from the version before. */
  readonly changes: readonly string[];
  readonly steps: readonly StepProgress[];
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
  readonly plan: PlanProgress | undefined;
  /** What the host looks up itself just now. */
  readonly lookups: readonly string[];
  readonly isPaused: boolean;
  /** Whether another process had it before. */
  readonly isResumed: boolean;
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
  lookups: [],
  isPaused: false,
  isResumed: false,
  trouble: '',
};

const ended: ReadonlySet<ExecutionStatus> = new Set(['completed', 'failed', 'cancelled']);

/** True when nothing more will happen. */
export function hasEnded({ status }: Progress): boolean {
  return ended.has(status);
}

/** The progress after one more entry of the log. */
export function advance(before: Progress, entry: Entry): Progress {
  const usage = 'usage' in entry.data ? entry.data.usage : undefined;
  const tokens = before.tokens + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  return { ...before, ...change(before, entry), at: Date.parse(entry.at), tokens };
}

function change(before: Progress, entry: Entry): Partial<Progress> {
  if (isCall(entry)) return effectChange(before, entry);
  const { type, data } = entry;
  switch (type) {
    case 'request.received':
      return { startedAt: Date.parse(beganAt(entry)), maxRounds: data.options.limits.rounds };
    case 'status.changed':
      return {
        status: data.status,
        ...(data.state === 'lookingUp' ? {} : { lookups: [] }),
      };
    case 'plan.created':
    case 'plan.updated': {
      const { version, steps } = data.plan;
      const changes = 'updates' in data ? data.updates.map((update) => update.description) : [];
      return { plan: { version, changes, steps: steps.map((step) => toStep(step, before.plan)) } };
    }
    case 'run.paused':
    case 'run.resumed':
      return { isPaused: type === 'run.paused' };
    case 'run.restored':
      return { isResumed: true };
    case 'step.started': {
      const { round } = data;
      const renewed = round > before.round ? { ...before, ...withSteps(before, renew) } : before;
      return {
        round,
        ...withStep(renewed, data.id, () => ({ status: 'executing', detail: 'working', ms: undefined })),
      };
    }
    case 'step.completed':
    case 'step.failed': {
      const status = type === 'step.completed' ? 'completed' : 'failed';
      const { ms, why } = outcomeOf(data);
      return withStep(before, data.id, () => ({ status, ms, detail: type === 'step.failed' ? why : '' }));
    }
    case 'step.blocked':
    case 'step.skipped': {
      const status = type === 'step.blocked' ? 'blocked' : 'skipped';
      return withStep(before, data.id, () => ({ status, detail: data.reason }));
    }
    case 'effect.progressed':
      return withDraft(before, data.value);
    default:
      return {};
  }
}

/** How long the work on a step took, and why it gave nothing. */
export function outcomeOf(data: EntryData['step.completed' | 'step.failed']): { ms: number | undefined; why: string } {
  const { results } = data;
  const why = results.flatMap((result) => result.error ?? []).join('; ');
  return {
    ms: results.length === 0 ? undefined : Math.max(...results.map((result) => result.durationMs)),
    why: data.reason ?? why,
  };
}

/** A step of a plan that is still being written. */
function withDraft(before: Progress, step: PlanStep): Partial<Progress> {
  const { version = 0, changes = [], steps = [] } = before.plan ?? {};
  if (version > 0) return {};
  const others = steps.filter(({ id }) => id !== step.id);
  return { plan: { version, changes, steps: [...others, toStep(step, before.plan)] } };
}

type CallEntry = EntryOf<'effect.started' | 'effect.completed' | 'effect.failed'>;
const isCall = (entry: Entry): entry is CallEntry =>
  entry.type === 'effect.started' || entry.type === 'effect.completed' || entry.type === 'effect.failed';

/** The tools that a call of a model asked for. */
function callsIn(data: CallEntry['data']): readonly ToolCall[] | undefined {
  if (!('output' in data)) return undefined;
  return data.kind === 'ask' || data.kind === 'think' || data.kind === 'reflect' ? data.output.toolCalls : undefined;
}

function effectChange(before: Progress, { type, actor, data }: CallEntry): Partial<Progress> {
  const { key } = data;
  const undecided = data.kind === 'decide' ? /^when-(.+)#[^#]+#\d+$/.exec(key)?.[1] : undefined;
  if (undecided !== undefined) {
    return withStep(before, undecided, () => ({ detail: type === 'effect.started' ? 'deciding' : '' }));
  }
  const step = stepOf(actor);
  const error = 'error' in data ? data.error.message : '';
  const calls = callsIn(data);
  if (step === undefined) {
    if (type === 'effect.started' || data.kind === 'useTool') return {};
    return { trouble: error, ...(data.kind === 'think' ? { lookups: (calls ?? []).map(toWords) } : {}) };
  }
  if (type === 'effect.failed') return withStep(before, step, () => ({ detail: error }));
  if (type === 'effect.started') {
    return withStep(before, step, (at) => ({ detail: activity(data.kind, { key, actor }, at) }));
  }
  if (!calls) return {};
  return withStep(before, step, ({ tools }) => ({ tools: { ...tools, [actor]: calls.map((call) => call.name) } }));
}

/** A call of a tool with what is asked for. */
const toWords = ({ name, arguments: asked }: ToolCall) =>
  ['', '{}'].includes(asked.trim()) ? name : `${name} ${asked}`;

/** What a step is doing, in a word or two, and who does it when there are several. */
function activity(kind: string, about: { key: string; actor: string }, step: StepProgress): string {
  const worker = Number(/@(\d+)$/.exec(about.actor)?.[1] ?? 1);
  const who = step.specialists.length > 1 ? `${step.specialists[worker - 1] ?? worker}: ` : '';
  return `${who}${doing(kind, about, step)}`;
}

/** Keys end in `#attempt.turn` or `#attempt.turn.call`. */
function doing(kind: string, { key, actor }: { key: string; actor: string }, step: StepProgress): string {
  const [attempt = 1, , call = 1] = (key.split('#').at(-1) ?? '').split('.').map(Number);
  switch (kind) {
    case 'useTool':
      return step.tools[actor]?.[call - 1] ?? 'using a tool';
    case 'wait':
      return `waiting to try again: ${step.detail}`;
    default:
      return attempt > 1 ? `working, attempt ${attempt}` : 'working';
  }
}

/** The step that an actor such as `host/step-2#1`, or `host/step-2#1@2` for its second specialist, works on. */
export function stepOf(actor: string): string | undefined {
  return /^host\/step-(.+)#\d+(?:@\d+)?$/.exec(actor)?.[1];
}

/** A step of a plan, with what is known of the same step from before. */
function toStep(step: PlanStep, before: PlanProgress | undefined): StepProgress {
  const known = before?.steps.find(({ id }) => id === step.id);
  return {
    id: step.id,
    description: step.description,
    specialists: [step.assignedTo, ...(step.alongside ?? [])].filter((name) => name !== ''),
    when: step.when,
    after: step.dependencies,
    status: step.status,
    detail:
      step.reason ?? (step.status === known?.status ? known.detail : step.status === 'executing' ? 'working' : ''),
    ms: step.actualMs ?? (step.status === known?.status ? known.ms : undefined),
    tools: known?.tools ?? {},
  };
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
