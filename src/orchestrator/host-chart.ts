import { type ActorOptions, createActor } from 'xstate';
import { findEffects } from '../actors/bound-effects.ts';
import { promptOf } from '../actors/performers/prompt-of.ts';
import { TroupeError } from '../errors.ts';
import type { HostInput } from '../machines/host/host-events.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import type { ConnectedChart } from '../run/connected-chart.ts';
import type { OpenRuns } from '../run/open-runs.ts';
import type { ContinueOptions, ForkOptions } from './call-options.ts';
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
  { callbacks, outputSchema }: Pick<ContinueOptions, 'callbacks' | 'outputSchema'>,
  live: (run: Run) => void = () => {},
): ConnectedChart<Run> {
  const { parts, host } = ground;
  return {
    player: hostPlayer,
    open(on) {
      let observed: ((run: Run) => void) | undefined;
      const run = createRun(runId, [...parts.callbacks, ...parseCallbacks(callbacks)], (watch, onError) => {
        const actor = createActor(host.machine, { ...startOptions, ...parts.watchers.listening });
        host.bind(actor, liveJournal(parts, on, watch, outputSchema));
        actor.subscribe({ error: onError });
        observed = parts.watchers.observer?.attach(actor, {
          runId,
          isNew: !on.recording && !startOptions.snapshot,
          fork: (at, edits) => ground.fork(runId, { at, edits }),
          promptOf: promptReader(parts),
        });
        actor.start();
        return actor;
      });
      return {
        core: findEffects(run.actor.system, runId),
        run,
        live() {
          observed?.(run);
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

/** Computes what a model is asked by an effect of a run. */
export function promptReader({ castOf, options }: HostParts): ObservedBy['promptOf'] {
  return (entries, effect) => {
    const [first] = entries;
    const begun = first?.type === 'request.received' ? first.data.options : undefined;
    return promptOf(castOf(begun ?? options), entries, effect);
  };
}
