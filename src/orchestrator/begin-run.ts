import { type ActorOptions, createActor } from 'xstate';
import { promptOf } from '../actors/performers/prompt-of.ts';
import type { HostInput } from '../machines/host/host-events.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import type { ContinueOptions, ForkOptions } from './call-options.ts';
import type { HostParts } from './host-parts.ts';
import type { LiveHost, Opening } from './live-host.ts';
import { parseCallbacks } from './run/callbacks.ts';
import { createRun } from './run/create-run.ts';
import type { Run } from './run/run.ts';
import type { ObservedBy } from './run/run-observer.ts';

/** What a run begins on, however it begins. */
export interface Ground {
  readonly parts: HostParts;
  readonly host: LiveHost;
  /** For whoever watches a run. */
  fork(runId: string, options: ForkOptions): Promise<{ run: Run; again: readonly string[] }>;
}

export type StartOptions = ActorOptions<typeof hostMachine> & { input: HostInput };

/** Starts the actor of a run, watched from its first event on. */
export function beginRun(
  ground: Ground,
  runId: string,
  startOptions: StartOptions,
  { callbacks, outputSchema }: Pick<ContinueOptions, 'callbacks' | 'outputSchema'>,
  opening: Omit<Opening, 'watch'> = {},
): Run {
  const { parts, host } = ground;
  let observed: ((run: Run) => void) | undefined;
  const run = createRun(runId, [...parts.callbacks, ...parseCallbacks(callbacks)], (watch, onError) => {
    const actor = createActor(host.machine, { ...startOptions, ...parts.watchers.listening });
    host.bind(actor, { watch, outputSchema, ...opening });
    actor.subscribe({ error: onError });
    const isNew = !opening.recording && !startOptions.snapshot;
    observed = parts.watchers.observer?.attach(actor, {
      runId,
      isNew,
      fork: (at, edits) => ground.fork(runId, { at, edits }),
      promptOf: promptReader(parts),
    });
    actor.start();
    return actor;
  });
  observed?.(run);
  return run;
}

/** Computes what a model is asked by an effect of a run. */
export function promptReader({ castOf, options }: HostParts): ObservedBy['promptOf'] {
  return (entries, effect) => {
    const [first] = entries;
    const begun = first?.type === 'request.received' ? first.data.options : undefined;
    return promptOf(castOf(begun ?? options), entries, effect);
  };
}
