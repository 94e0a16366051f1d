import { type ActorOptions, createActor } from 'xstate';
import { findEffects } from '../actors/bound-effects.ts';
import { askAgain } from '../actors/performers/calls/ask-again.ts';
import type { Cast } from '../actors/performers/performer.ts';
import { promptOf } from '../actors/performers/prompt-of.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { watchNodes } from '../log/own/nodes.ts';
import type { HostInput } from '../machines/host/host-events.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import type { ConnectedChart } from '../run/connected-chart.ts';
import type { OpenRuns } from '../run/open-runs.ts';
import { keptIn } from '../stores/store.ts';
import type { ContinueOptions, ForkOptions } from './call-options.ts';
import type { Call } from './call-reader.ts';
import type { HostParts } from './host-parts.ts';
import { liveJournal } from './live-journal.ts';
import { hostPlayer } from './open-player.ts';
import { parseCallbacks } from './run/callbacks.ts';
import { createRun } from './run/create-run.ts';
import type { Run } from './run/run.ts';
import type { ObservedBy } from './run/run-observer.ts';
import type { SharedHost } from './shared-host.ts';

/** What a run begins on, however it begins. */
export interface Ground {
  readonly parts: HostParts;
  readonly host: SharedHost;
  readonly open: OpenRuns;
  /** For whoever watches a run. */
  fork(runId: string, options: ForkOptions): Promise<{ run: Run; again: readonly string[] }>;
}

export type StartOptions = ActorOptions<typeof hostMachine> & { input: HostInput };

/** The host's chart: its slots are filled with effects, and its journal opens the log. `live` is called when the run is, before what was under way begins again. */
export function hostChart(
  ground: Ground,
  runId: string,
  startOptions: StartOptions,
  readCall: () => Call & Pick<ContinueOptions, 'callbacks'>,
  live: (run: Run) => void = () => {},
): ConnectedChart<Run> {
  const { parts, host } = ground;
  return {
    player: hostPlayer,
    open(on) {
      const call = readCall();
      let observed: ((run: Run) => void) | undefined;
      const told = { callbacks: [...parts.callbacks, ...parseCallbacks(call.callbacks)], context: call.context };
      const run = createRun(runId, told, (watch, onError) => {
        const actor = createActor(host.machine, { ...startOptions, ...parts.watchers.listening });
        host.bind(actor, liveJournal(parts, on, watch, call));
        actor.subscribe({ error: onError });
        observed = parts.watchers.observer?.attach(actor, {
          runId,
          isNew: !on.recording && !startOptions.snapshot,
          fork: (at, edits, outcome) => ground.fork(runId, { ...call.given, at, edits, outcome }),
          promptOf: promptReader(parts, call),
          askAgain: (entries, effect, about) => askAgain(castIn(parts, entries, call), entries, effect, about),
          cast: castFacts(parts, call),
          forksIn: keptIn(parts.store),
        });
        actor.start();
        return actor;
      });
      return {
        core: findEffects(run.actor.system, runId),
        run,
        live() {
          observed?.(run);
          watchNodes(parts.nodes, run, (listener) => run.subscribe((event) => 'seq' in event && listener(event)));
          live(run);
        },
      };
    },
    differs(report) {
      const where = report ? ` Entry ${report.seq} comes out differently.` : '';
      const why = `its log does not replay.${where} Look at it with replay().`;
      return new TroupeError('bad-log', `Run ${runId} cannot continue: ${why}`);
    },
  };
}

/** The cast with which an effect of a log is looked at or asked again; whoever looks at it sees what the log has of the context. */
export function castIn(parts: HostParts, entries: readonly Entry[], live?: Pick<Call, 'models'>): Cast {
  const [first] = entries;
  const request = first?.type === 'request.received' ? first.data : undefined;
  const shown = { context: parts.shownContext(request?.context), ...(live ? { models: live.models } : {}) };
  return parts.castOf(request?.options ?? parts.options, shown);
}

/** Who works on a fork of a run. */
function castFacts(parts: HostParts, call: Pick<Call, 'models'>): ObservedBy['cast'] {
  const { models, specialists } = parts.castOf(parts.options, call);
  const own = specialists.flatMap(({ model }) => model ?? []);
  return {
    models: [...new Set([...Object.values(models), ...own])],
    specialists: specialists.map(({ name }) => name),
  };
}

/** Computes what a model is asked by an effect of a run. Whoever looks at a run sees what its log has of the context, unless they give it. */
export function promptReader(parts: HostParts, live?: Pick<Call, 'models'>) {
  return (
    entries: readonly Entry[],
    effect: Parameters<ObservedBy['promptOf']>[1],
    given: Pick<ContinueOptions, 'context' | 'models'> = {},
  ): ReturnType<ObservedBy['promptOf']> => {
    const [first] = entries;
    const request = first?.type === 'request.received' ? first.data : undefined;
    const isGiven = given.context !== undefined || given.models !== undefined;
    if (!request || !isGiven) return promptOf(castIn(parts, entries, live), entries, effect);
    return promptOf(parts.castOf(request.options, parts.calls.again(given, request)), entries, effect);
  };
}
