import type { Entry } from '../../log/entry.ts';
import { openingOf } from '../../run/charts.ts';

/** An effect that has begun and not ended. */
interface OpenEffect {
  readonly key: string;
  readonly source: string;
  readonly since: string;
}

/** A timer that has not fired. */
interface OpenTimer {
  readonly key: string;
  readonly dueAt: string;
}

/** Where a run of a chart stands, read from its log alone. Values are as the log keeps them. */
export interface ChartStanding {
  readonly run: string;
  readonly chart: string;
  readonly version: string;
  readonly status: string;
  readonly isPaused: boolean;
  readonly input?: unknown;
  /** The state of each actor that is at work, by its path, the root first; of a run that has ended only the root. */
  readonly states: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
  readonly error?: string;
  readonly effects: readonly OpenEffect[];
  readonly timers: readonly OpenTimer[];
}

/** Reads where a run of a chart stands. @throws TroupeError `bad-log` for a log of something else. */
export function chartStanding(entries: readonly Entry[]): ChartStanding {
  const { data } = openingOf(entries);
  const { run, chart, version, input } = data;
  const status = entries.findLast((entry) => entry.type === 'status.changed')?.data.status ?? 'executing';
  const isOpen = status === 'executing';
  const gate = entries.findLast((entry) => entry.type === 'run.paused' || entry.type === 'run.resumed');
  const states = statesIn(entries, chart);
  const failed = entries.findLast((entry) => entry.type === 'run.failed');
  const last = entries.findLast((entry) => entry.type === 'actor.moved' && entry.actor === chart);
  return {
    run,
    chart,
    version,
    status,
    isPaused: isOpen && gate?.type === 'run.paused',
    ...(input === undefined ? {} : { input }),
    states: isOpen ? states : Object.fromEntries(Object.entries(states).slice(0, 1)),
    ...(last?.type === 'actor.moved' && last.data.output !== undefined ? { output: last.data.output } : {}),
    ...(failed?.type === 'run.failed' ? { error: failed.data.message } : {}),
    ...(isOpen ? openIn(entries) : { effects: [], timers: [] }),
  };
}

/** The last state of each machine that has not ended, and of the root. */
function statesIn(entries: readonly Entry[], root: string): Record<string, unknown> {
  const states = new Map<string, unknown>();
  for (const entry of entries) {
    if (entry.type !== 'actor.moved') continue;
    const { value, status } = entry.data;
    if (status !== 'active' && entry.actor !== root) states.delete(entry.actor);
    else if (value !== undefined) states.set(entry.actor, value);
  }
  const own = states.get(root);
  states.delete(root);
  return { ...(own === undefined ? {} : { [root]: own }), ...Object.fromEntries(states) };
}

/** What has begun and not ended. */
export function openIn(entries: readonly Entry[]): Pick<ChartStanding, 'effects' | 'timers'> {
  const effects = new Map<string, OpenEffect>();
  const timers = new Map<string, OpenTimer>();
  for (const { type, data, at } of entries) {
    if (type === 'effect.started') effects.set(data.key, { key: data.key, source: data.source ?? '', since: at });
    else if (type === 'timer.set') timers.set(data.key, { key: data.key, dueAt: data.dueAt });
    else if (type === 'timer.fired' || type === 'timer.cancelled') timers.delete(data.key);
    else if (type === 'effect.completed' || type === 'effect.failed' || type === 'effect.stopped')
      effects.delete(data.key);
  }
  return { effects: [...effects.values()], timers: [...timers.values()] };
}
