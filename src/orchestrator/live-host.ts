import type { AnyActorRef } from 'xstate';
import type { LeaseKeeper } from '../actors/lease-keeper.ts';
import { LiveStage } from '../actors/live-stage.ts';
import { hostPack } from '../actors/performers/host-pack.ts';
import type { Watch } from '../actors/watcher.ts';
import { within } from '../actors/with-deadline.ts';
import type { StandardSchema } from '../domain/standard-schema.ts';
import type { HostParts } from './host-parts.ts';
import { callbackCaller } from './run/callbacks.ts';
import type { Recording } from './run/recording.ts';
import { type SharedHost, sharedHost } from './shared-host.ts';

/** What a live run needs beside the machine when its journal opens. */
export interface Opening {
  readonly watch: Watch;
  /** The log that it continues. */
  readonly recording?: Recording | undefined;
  /** The lease, if it is held already. */
  readonly keeper?: LeaseKeeper | undefined;
  /** Checks the answer in the shape that was asked for. */
  readonly outputSchema?: StandardSchema | undefined;
}

/** The machine of an orchestrator's runs. */
export interface LiveHost extends SharedHost<Opening> {
  /** The ids of the runs that are open in this process. */
  readonly openRuns: ReadonlySet<string>;
  /** Resolves when a run whose actor was stopped in this process has written its last entries and given its lease back, or takes too long for it. */
  left(run: string): Promise<void> | undefined;
}

/** A store that does not answer must not keep anybody waiting. */
const leaveMs = 5_000;

/** Composes the host on which an orchestrator's runs really happen. */
export function liveHost(parts: HostParts): LiveHost {
  const { callbacks, clock, store } = parts;
  const openRuns = new Set<string>();
  const holders = new Map<string, { readonly journal: AnyActorRef; readonly left: Promise<void> }>();
  // A machine that somebody else started has no run beside it, but its callbacks.
  const bareWatch: Watch = (log) => ({ entries: callbackCaller(log, callbacks), delta() {}, broke() {} });
  const shared = sharedHost<Opening>(
    parts.newRunId,
    (log, { watch, recording, keeper, outputSchema } = { watch: bareWatch }) => {
      // A run keeps the options with which it began.
      const begun = log.latest('request.received')?.data.options;
      const runOptions = recording?.options ?? begun ?? parts.options;
      return {
        runOptions,
        forkedAt: recording?.forkedAt,
        stage(effects, journal) {
          const watcher = watch(log, effects);
          const { promise: left, resolve: leave } = Promise.withResolvers<void>();
          const holder = { journal, left };
          const onClosed = async (released: void | Promise<void>) => {
            openRuns.delete(log.run);
            if (released) await released;
            if (holders.get(log.run) === holder) holders.delete(log.run);
            leave();
          };
          const live = new LiveStage({
            log,
            effects,
            journal,
            pack: hostPack({ ...parts.castOf(runOptions), outputSchema }, log, (delta) => watcher?.delta(delta)),
            clock,
            store,
            keeper: keeper ?? parts.keeperOf(log.run, (error) => effects().fail(error)),
            watcher,
            onClosed,
          });
          openRuns.add(log.run);
          holders.set(log.run, holder);
          return recording ? recording.stage(live) : live;
        },
      };
    },
  );
  return {
    ...shared,
    openRuns,
    left(run) {
      const holder = holders.get(run);
      if (!holder || holder.journal.getSnapshot().status === 'active') return undefined;
      return within(holder.left, leaveMs, clock, `Run ${run} did not give its lease back.`).catch(() => {});
    },
  };
}
