import type { AnyActorRef } from 'xstate';
import { z } from 'zod';
import { type Clock, systemClock } from '../actors/clock.ts';
import { withDeadline } from '../actors/with-deadline.ts';
import { configProblem } from '../domain/schemas/config-problem.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { type LogNode, nodesSchema } from '../log/own/nodes.ts';
import type { Store } from '../stores/store.ts';
import type { ChartObserver, LiveAccount } from './chart-observer.ts';
import type { Chart } from './define-chart.ts';

/** What a runner is made of. */
export interface RunnerConfig {
  /** Every version of every chart whose runs it starts or continues. */
  readonly charts: readonly Chart[];
  /** Where runs are stored. Without one they end with the process. */
  readonly store?: Store;
  /** How long a run stays with a process that has died. @default 10000 */
  readonly leaseMs?: number;
  /** Freezes contexts, so that a machine which changes its context in place fails where it does. @default true */
  readonly strict?: boolean;
  /** Replays every run when it has ended, and reports what differs. @default false */
  readonly shadow?: boolean;
  /** Called with what is wrong with a run or a chart and does not end the run. @default console.warn */
  readonly onProblem?: (problem: string) => void;
  /** Shows every run: `startInspector()` of `troupe/inspect`. */
  readonly inspect?: ChartObserver;
  readonly clock?: Clock;
  /** Code of one's own that reads views of each run and records entries: `on(view, decide)` of `troupe/log`. */
  readonly nodes?: readonly LogNode[];
  /**
   * Called with the root of each run before its actors start: the place to bind what they find through their system. What it returns is shown by `inspect`
   * beside the states of the run.
   */
  readonly prepare?: (root: AnyActorRef, run: PreparedRun) => LiveAccount | undefined;
}

/** A run whose actors have not started. */
export interface PreparedRun {
  readonly id: string;
  readonly log: { readonly entries: readonly Entry[] };
  /** The entries that it continues from, all of them stored; none for a new run. */
  readonly recorded: readonly Entry[];
  /** Calls back with every entry that is stored from now on. */
  follow(listener: (entry: Entry) => void): () => void;
}

const callable = z.custom<never>((value) => typeof value === 'function', { error: 'a function, or left out' });
const having = (...names: readonly string[]) =>
  z.custom<never>((value) => typeof value === 'object' && value !== null && names.every((name) => name in value), {
    error: `an object with ${names.join(', ')}`,
  });

const schema = z.strictObject({
  charts: z
    .array(
      // A machine has states as well.
      z.custom<Chart>((value) => typeof value === 'object' && value !== null && 'states' in value && 'notes' in value, {
        error: 'what defineChart returns',
      }),
    )
    .min(1, { error: 'at least one chart' }),
  store: having('append', 'read', 'acquire').optional(),
  leaseMs: z.number().positive().default(10_000),
  strict: z.boolean().default(true),
  shadow: z.boolean().default(false),
  onProblem: callable.optional(),
  inspect: having('attachChart').optional(),
  clock: having('now', 'after').optional(),
  nodes: nodesSchema,
  prepare: callable.optional(),
});

/** A configuration with what it leaves out. */
export interface ParsedRunnerConfig {
  readonly charts: readonly Chart[];
  readonly store: Store | undefined;
  readonly leaseMs: number;
  readonly strict: boolean;
  readonly shadow: boolean;
  readonly clock: Clock;
  readonly inspect: ChartObserver | undefined;
  readonly nodes: readonly LogNode[];
  onProblem(problem: string): void;
  prepare(root: AnyActorRef, run: PreparedRun): LiveAccount | undefined;
}

/** Reads a configuration. @throws TroupeError `bad-config` for one that cannot work. */
export function parseRunnerConfig(config: RunnerConfig): ParsedRunnerConfig {
  const parsed = schema.safeParse(config);
  const [issue] = parsed.error?.issues ?? [];
  if (issue) throw new TroupeError('bad-config', `createRunner: ${configProblem(config, issue, schema)}.`);
  const {
    store,
    clock = systemClock,
    inspect,
    nodes = [],
    onProblem = console.warn,
    prepare = () => undefined,
  } = config;
  const { charts, leaseMs, strict, shadow } = parsed.data ?? { ...config, leaseMs: 0, strict: true, shadow: false };
  return {
    charts,
    leaseMs,
    strict,
    shadow,
    clock,
    inspect,
    nodes,
    onProblem: (problem) => report(onProblem, problem),
    prepare,
    store: store && withDeadline(store, { leaseMs, clock }),
  };
}

/** What somebody's function throws when it is told of a problem ends no run, and no process. */
function report(onProblem: (problem: string) => void, problem: string): void {
  try {
    onProblem(problem);
  } catch (error) {
    console.error('onProblem of a runner threw; the run continues.', error);
  }
}
