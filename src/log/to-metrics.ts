import { beganAt, type Entry, type EntryOf } from './entry.ts';
import type { EntryType } from './entry-types.ts';
import { RunLog } from './run-log.ts';
import { toRunResult, usageOf } from './to-run-result.ts';

/** What the effects of one kind came to. */
export interface EffectMetrics {
  readonly started: number;
  readonly completed: number;
  /** Failed calls, which may have been made again. */
  readonly failed: number;
  /** Given up by the run after their call was made. */
  readonly cancelled: number;
  /** From start to end, all together; effects side by side count each. */
  readonly totalMs: number;
  readonly maxMs: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A run in numbers. */
export interface RunMetrics {
  readonly runId: string;
  readonly status: ReturnType<typeof toRunResult>['status'];
  readonly durationMs: number;
  /** How long the host was in each of its states. */
  readonly statesMs: Readonly<Record<string, number>>;
  /** How long it was paused. */
  readonly pausedMs: number;
  /** By what they do: `think`, `draft`, `ask`, `useTool`, `reflect`, `finalize`, … */
  readonly effects: Readonly<Record<string, EffectMetrics>>;
  /** How often steps were started, completed, failed, skipped, blocked. */
  readonly steps: Readonly<Record<'started' | 'completed' | 'failed' | 'skipped' | 'blocked', number>>;
  readonly rounds: number;
  readonly plans: number;
  readonly questions: number;
  /** Messages that came while it worked. */
  readonly messagesAdded: number;
  /** How often it continued in another process. */
  readonly restored: number;
  readonly usage: ReturnType<typeof usageOf>;
}

type Counters = { -readonly [Key in keyof EffectMetrics]: EffectMetrics[Key] };

/** Computes the numbers of a run from its log, at any point of it. */
export function toMetrics(entries: readonly Entry[]): RunMetrics {
  const log = new RunLog(entries[0]?.run ?? '', entries);
  const { runId, status, durationMs } = toRunResult(log);
  const count = (...types: readonly Entry['type'][]) => entries.filter(({ type }) => types.includes(type)).length;
  return {
    runId,
    status,
    durationMs,
    statesMs: timesInStates(entries),
    pausedMs: pausedMs(entries),
    effects: effectMetrics(entries),
    steps: {
      started: count('step.started'),
      completed: count('step.completed'),
      failed: count('step.failed'),
      skipped: count('step.skipped'),
      blocked: count('step.blocked'),
    },
    rounds: count('results.collected'),
    plans: count('plan.created', 'plan.updated'),
    questions: count('clarification.requested'),
    messagesAdded: count('message.added'),
    restored: count('run.restored'),
    usage: usageOf(entries),
  };
}

const timeOf = (entry: Entry | undefined) => Date.parse(entry?.at ?? '');

/** When something happened, in the time of the run itself: what a fork shares with another run took none of it. */
function ownTime([first]: readonly Entry[]): typeof timeOf {
  const began = first ? Date.parse(beganAt(first)) : 0;
  return (entry) => Math.max(began, timeOf(entry));
}

function timesInStates(entries: readonly Entry[]): Record<string, number> {
  const changes = entries.filter((entry) => entry.type === 'status.changed');
  const at = ownTime(entries);
  const times = new Map<string, number>();
  for (const [index, change] of changes.entries()) {
    const { state } = change.data;
    const spent = at(changes[index + 1] ?? entries.at(-1)) - at(change);
    times.set(state, (times.get(state) ?? 0) + spent);
  }
  return Object.fromEntries(times);
}

function pausedMs(entries: readonly Entry[]): number {
  const at = ownTime(entries);
  let total = 0;
  let since: Entry | undefined;
  for (const entry of entries) {
    if (entry.type === 'run.paused') since ??= entry;
    if (entry.type !== 'run.resumed' || !since) continue;
    total += at(entry) - at(since);
    since = undefined;
  }
  return since ? total + at(entries.at(-1)) - at(since) : total;
}

const none = {
  started: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  totalMs: 0,
  maxMs: 0,
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
};

/** Which counter an effect's end adds to. */
const outcomes = {
  'effect.completed': 'completed',
  'timer.fired': 'completed',
  'effect.failed': 'failed',
  'effect.cancelled': 'cancelled',
} as const satisfies Partial<Record<EntryType, keyof EffectMetrics>>;

const isEnd = (entry: Entry): entry is EntryOf<keyof typeof outcomes> => Object.hasOwn(outcomes, entry.type);

function effectMetrics(entries: readonly Entry[]): Record<string, EffectMetrics> {
  const kinds = new Map<string, Counters>();
  const begun = new Map<string, number>();
  const countersOf = (kind: string) => {
    const counters = kinds.get(kind) ?? { ...none };
    kinds.set(kind, counters);
    return counters;
  };
  for (const entry of entries) {
    if (entry.type === 'effect.started') {
      countersOf(entry.data.kind).started++;
      begun.set(entry.data.key, timeOf(entry));
    }
    if (!isEnd(entry)) continue;
    const { kind, key, usage } = entry.data;
    const counters = countersOf(kind);
    const ms = timeOf(entry) - (begun.get(key) ?? timeOf(entry));
    counters[outcomes[entry.type]]++;
    counters.totalMs += ms;
    counters.maxMs = Math.max(counters.maxMs, ms);
    counters.modelCalls += usage?.modelCalls ?? 0;
    counters.inputTokens += usage?.inputTokens ?? 0;
    counters.outputTokens += usage?.outputTokens ?? 0;
  }
  return Object.fromEntries(kinds);
}
