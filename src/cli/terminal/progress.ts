import type { ToolCall } from '../../domain/message.ts';
import { type ExecutionStatus, isEnded, type StepStatus } from '../../domain/status.ts';
import { beganAt, type Entry, type EntryOf } from '../../log/entry.ts';
import type { EntryData } from '../../log/entry-types.ts';
import { advance as advancePlan, noPlan, type PlanState, stepAt, stepsAt } from '../../log/plan-fold.ts';
import { type PlanStep, workersOf } from '../../plan/plan.ts';
import { callWords, doingWords } from './doing.ts';

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
}

/** How far a plan is; version 0 while it is still being written. */
export interface PlanProgress {
  readonly version: number;
  /** What changed from the version before. */
  readonly changes: readonly string[];
  readonly steps: readonly StepProgress[];
}

/** What goes on in a step. */
interface Activity {
  readonly detail: string;
  /** The tools that the last turn of each of its actors asked for. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
}

/** How far a run is: all that a person has to see while it goes on. */
export interface Progress {
  readonly startedAt: number;
  /** When the last entry was written. */
  readonly at: number;
  readonly status: ExecutionStatus;
  /** What it does just now, in the words of a person; the status where it rests. */
  readonly doing: string;
  readonly maxRounds: number;
  readonly tokens: number;
  /** Where the steps of the plan stand. */
  readonly plan: PlanState;
  /** What the last version of the plan changed. */
  readonly changes: readonly string[];
  /** The steps of a plan that still arrives, as far as it has. */
  readonly arriving: readonly PlanStep[];
  /** What goes on in the steps that are under way, by their ids. */
  readonly activities: ReadonlyMap<string, Activity>;
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
  doing: doingWords.pending,
  maxRounds: 0,
  tokens: 0,
  plan: noPlan,
  changes: [],
  arriving: [],
  activities: new Map(),
  lookups: [],
  isPaused: false,
  isResumed: false,
  trouble: '',
};

/** True when nothing more will happen. */
export function hasEnded({ status }: Progress): boolean {
  return isEnded(status);
}

/** The progress after one more entry of the log. */
export function advance(before: Progress, entry: Entry): Progress {
  const usage = 'usage' in entry.data ? entry.data.usage : undefined;
  const tokens = before.tokens + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  const plan = advancePlan(before.plan, entry);
  return { ...before, ...change(before, entry), plan, at: Date.parse(entry.at), tokens };
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
        ...(isEnded(data.status) || data.status === 'waiting' ? { doing: doingWords[data.status] } : {}),
        ...(data.state === 'lookingUp' ? {} : { lookups: [] }),
      };
    case 'plan.created':
      return { changes: [], arriving: [] };
    case 'plan.updated':
      return { changes: data.updates.map((update) => update.description) };
    case 'run.paused':
    case 'run.resumed':
      return { isPaused: type === 'run.paused' };
    case 'run.restored':
      return { isResumed: true };
    case 'step.started':
      return { ...withActivity(before, data.id, 'working'), doing: doingWords.executing };
    case 'step.completed':
    case 'step.failed':
      return withActivity(before, data.id, undefined);
    case 'effect.progressed':
      return before.plan.version > 0
        ? {}
        : { arriving: [...before.arriving.filter(({ id }) => id !== data.value.id), data.value] };
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
    return withActivity(before, undecided, type === 'effect.started' ? 'deciding' : undefined);
  }
  const step = stepOf(actor);
  const error = 'error' in data ? data.error.message : '';
  const calls = callsIn(data);
  if (step === undefined) {
    if (type === 'effect.started') return { doing: callWords[data.kind] ?? before.doing };
    if (data.kind === 'useTool') return {};
    return { trouble: error, ...(data.kind === 'think' ? { lookups: (calls ?? []).map(toWords) } : {}) };
  }
  if (type === 'effect.failed') return withActivity(before, step, error);
  if (type === 'effect.started') {
    return withActivity(before, step, activity(before, step, { kind: data.kind, key, actor }));
  }
  if (!calls) return {};
  const { detail, tools } = before.activities.get(step) ?? working;
  return withActivity(before, step, detail, { ...tools, [actor]: calls.map((call) => call.name) });
}

/** A call of a tool with what is asked for. */
const toWords = ({ name, arguments: asked }: ToolCall) =>
  ['', '{}'].includes(asked.trim()) ? name : `${name} ${asked}`;

interface Call {
  readonly kind: string;
  readonly key: string;
  readonly actor: string;
}

/** What a step is doing, in a word or two, and who does it when there are several. */
function activity({ plan, activities }: Progress, id: string, call: Call): string {
  const worker = Number(/@(\d+)$/.exec(call.actor)?.[1] ?? 1);
  const { assignedTo = '', alongside = [] } = stepAt(plan, id) ?? {};
  const who = alongside.length > 0 ? `${[assignedTo, ...alongside][worker - 1] ?? worker}: ` : '';
  return `${who}${doing(call, activities.get(id) ?? working)}`;
}

/** Keys end in `#attempt.turn` or `#attempt.turn.call`. */
function doing({ kind, key, actor }: Call, now: Activity): string {
  const [attempt = 1, , call = 1] = (key.split('#').at(-1) ?? '').split('.').map(Number);
  switch (kind) {
    case 'useTool':
      return now.tools[actor]?.[call - 1] ?? 'using a tool';
    case 'wait':
      return `waiting to try again: ${now.detail}`;
    default:
      return attempt > 1 ? `working, attempt ${attempt}` : 'working';
  }
}

/** The step that an actor such as `host/step-2#1`, or `host/step-2#1@2` for its second specialist, works on. */
export function stepOf(actor: string): string | undefined {
  return /^host\/step-(.+)#\d+(?:@\d+)?$/.exec(actor)?.[1];
}

const working: Activity = { detail: 'working', tools: {} };

/** What goes on in a step from now on; nothing any more without a detail. Few steps are under way at a time, so that a copy is short. */
function withActivity(
  { activities }: Progress,
  id: string,
  detail: string | undefined,
  tools = activities.get(id)?.tools ?? {},
): Pick<Progress, 'activities'> {
  const next = new Map(activities);
  if (detail === undefined) next.delete(id);
  else next.set(id, { detail, tools });
  return { activities: next };
}

/** The plan as it is shown; nothing before the first step of it is known. */
export function shownPlan({ plan, changes, arriving, activities }: Progress): PlanProgress | undefined {
  const known = stepsAt(plan);
  const others = plan.version > 0 ? [] : arriving.filter(({ id }) => stepAt(plan, id) === undefined);
  if (plan.version === 0 && known.length + others.length === 0) return undefined;
  const steps = [...known, ...others].map((step) => toStep(step, activities.get(step.id)));
  return { version: plan.version, changes, steps };
}

function toStep(step: PlanStep, now: Activity | undefined): StepProgress {
  const { id, description, when, dependencies, status } = step;
  const isOver = status === 'completed' || status === 'failed';
  const idle = status === 'executing' ? working.detail : status === 'completed' ? '' : (step.reason ?? '');
  return {
    id,
    description,
    specialists: workersOf(step).filter((name) => name !== ''),
    when,
    after: dependencies,
    status,
    detail: now && (status === 'executing' || status === 'pending') ? now.detail : idle,
    ms: isOver ? step.actualMs : undefined,
  };
}
