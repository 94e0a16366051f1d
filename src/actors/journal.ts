import type { ActorLogic, AnyActorRef, Snapshot } from 'xstate';
import type { Message } from '../domain/message.ts';
import type { RunOptions } from '../domain/options.ts';
import type { OutputShape } from '../domain/schemas/standard-schema.ts';
import { TroupeError } from '../errors.ts';
import { type ForkMarks, forkMarksOf } from '../log/entries/forked-from.ts';
import type { RequestLabels } from '../log/entries/request-labels.ts';
import type { Entry } from '../log/entry.ts';
import { RunLog } from '../log/run-log.ts';
import { bindEffects, findEffects, unbindEffects } from './bound-effects.ts';
import type { EffectsParts, SlottedChart } from './effect-pack.ts';
import { Effects } from './effects.ts';
import { events } from './xstate-internals.ts';

/** What the host hands to its journal: the request as it came in. */
export interface JournalInput {
  readonly runId: string | undefined;
  readonly messages: readonly Message[];
  readonly knowledge: readonly string[];
  readonly output: OutputShape | undefined;
}

/** The request is there until it is in the log. */
type JournalSnapshot = Snapshot<undefined> & {
  log: RunLog;
  request: Omit<JournalInput, 'runId'> | undefined;
};
type JournalLogic = ActorLogic<JournalSnapshot, { type: string; error?: unknown }, JournalInput>;

/** What a run is opened with. */
export interface JournalOpening {
  readonly runOptions: RunOptions;
  readonly forked?: ForkMarks | undefined;
  /** What the log says of the request beside its messages. */
  readonly labels?: RequestLabels | undefined;
  /** The name and version of the charts that make the log, or made it. */
  readonly machine: string;
  parts(effects: () => Effects, journal: AnyActorRef): EffectsParts;
}

/**
 * Fills the host's `journal` slot: opens the run's log and effects when the host starts, closes them when it stops. The log travels in
 * the host's persisted snapshot, so that the snapshot alone is enough to continue.
 */
export function journal(options: {
  /** Ids for runs that come without one. */
  newRunId: () => string;
  chart: SlottedChart;
  /** Opens a run in an actor system, when its log is still empty or was brought along. */
  open: (log: RunLog, system: AnyActorRef['system']) => JournalOpening;
}): JournalLogic {
  // Longer than a function should be: it is the list of what XState calls on an actor.
  return {
    transition: (snapshot, event, { system }) => {
      if (event.type === 'journal.failed')
        return { ...snapshot, status: 'error', error: event.error, output: undefined };
      if (event.type !== events.stop) return snapshot;
      const { run } = snapshot.log;
      findEffects(system, run)?.close();
      unbindEffects(system, run);
      return { ...snapshot, status: 'stopped', error: undefined, output: undefined };
    },
    getInitialSnapshot: (_scope, input) => {
      const log = new RunLog(input.runId || options.newRunId());
      const { runId: _, ...request } = input;
      return { status: 'active', output: undefined, error: undefined, log, request };
    },
    start: ({ log, request }, { self, system }) => {
      const host = self._parent;
      if (!host) throw new TroupeError('bug', 'A journal was started outside of a host.');
      const { run } = log;
      const { runOptions, labels, forked = {}, machine, parts } = options.open(log, system);
      const effects: Effects = new Effects(
        log,
        host,
        options.chart,
        parts(() => effects, self),
      );
      bindEffects(system, run, effects);
      host.subscribe({ error: (error: unknown) => effects.crash(error) });
      if (!request) {
        effects.restoring();
        queueMicrotask(() => effects.restore());
        return;
      }
      const { messages, knowledge, output } = request;
      const about = { ...(knowledge.length > 0 ? { knowledge } : {}), ...(output ? { output } : {}) };
      const marks = { ...labels, ...forkMarksOf(forked) };
      const data = { run, messages, ...about, options: runOptions, machine, ...marks };
      effects.record({ type: 'request.received', actor: options.chart.name, data });
      const kept = log.latest('request.received');
      host.send({ type: 'request.received', ...kept?.data, at: Date.parse(kept?.at ?? '') });
    },
    getPersistedSnapshot: ({ log }) =>
      ({
        status: 'active',
        output: undefined,
        error: undefined,
        run: log.run,
        entries: [...log.entries],
      }) as Snapshot<unknown>, // restoreSnapshot's shape
    restoreSnapshot: (snapshot) => {
      const { run, entries } = snapshot as Snapshot<undefined> & { run: string; entries: readonly Entry[] }; // what getPersistedSnapshot returned
      return {
        status: 'active',
        output: undefined,
        error: undefined,
        log: new RunLog(run, entries),
        request: undefined,
      };
    },
  };
}
