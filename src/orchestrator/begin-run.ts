import { type ActorOptions, createActor } from 'xstate';
import { promptOf } from '../actors/performers/prompt-of.ts';
import type { Entry } from '../log/entry.ts';
import type { HostInput } from '../machines/host/host-events.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import type { ContinueOptions, ForkOptions } from './call-options.ts';
import type { Call } from './call-reader.ts';
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
  { callbacks }: Pick<ContinueOptions, 'callbacks'>,
  opening: Omit<Opening, 'watch'>,
): Run {
  const { parts, host } = ground;
  let observed: ((run: Run) => void) | undefined;
  const { context, given } = opening.call;
  const told = { callbacks: [...parts.callbacks, ...parseCallbacks(callbacks)], context };
  const run = createRun(runId, told, (watch, onError) => {
    const actor = createActor(host.machine, { ...startOptions, ...parts.watchers.listening });
    host.bind(actor, { watch, ...opening });
    actor.subscribe({ error: onError });
    const isNew = !opening.recording && !startOptions.snapshot;
    observed = parts.watchers.observer?.attach(actor, {
      runId,
      isNew,
      fork: (at, edits) => ground.fork(runId, { at, edits, context: given.context, models: given.models }),
      promptOf: promptReader(parts, opening.call),
    });
    actor.start();
    return actor;
  });
  observed?.(run);
  return run;
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
    const call = request && isGiven ? parts.calls.again(given, request) : undefined;
    const shown = { context: parts.shownContext(request?.context), ...(live ? { models: live.models } : {}) };
    return promptOf(parts.castOf(request?.options ?? parts.options, call ?? shown), entries, effect);
  };
}
