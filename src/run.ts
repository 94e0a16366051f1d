import type { Actor } from 'xstate';
import type { Effects } from './actors/effects.ts';
import type { Delta, Watch, Watcher } from './actors/live-stage.ts';
import type { RunResult } from './domain/run-result.ts';
import { TroupeError } from './errors.ts';
import type { Entry } from './log/entry.ts';
import { RunLog } from './log/run-log.ts';
import { toRunResult, waitingOf } from './log/to-run-result.ts';
import type { hostMachine } from './machines/host-machine.ts';

/** What a listener sees: entries of the log as they become durable, and pieces of text as they arrive. */
export type RunEvent = Entry | Delta;

/** One request's life: a handle on its actor, its log and its result. */
export interface Run {
  readonly id: string;
  readonly actor: Actor<typeof hostMachine>;
  /** The entries of the log so far. */
  readonly log: readonly Entry[];
  /** Resolves when the run has ended. Rejects only when its log can no longer be written. */
  readonly result: Promise<RunResult>;
  /** Resolves when the run has ended or waits for a person. */
  settled(): Promise<RunResult>;
  /** Calls `listener` for everything from now on; the returned function ends that. */
  subscribe(listener: (event: RunEvent) => void): () => void;
  /** From now on no new effect begins; what is under way finishes and is kept. */
  pause(): void;
  resume(): void;
  /** Ends the run now; everything under way is aborted. */
  cancel(reason?: string): void;
  /** Answers the question that the run waits with. */
  answer(text: string): void;
  /** Lets the plan under review run. */
  approve(): void;
  /** Sends the plan under review back with a remark. */
  revise(remark: string): void;
  /** The actor's state as JSON, log included: `createActor(troupe.machine, { snapshot })` goes on from it. */
  snapshot(): unknown;
}

const ended: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

/** The run's side that hears what happens, and the handle for its user. */
export function createRun(id: string, start: (watch: Watch, onError: (error: unknown) => void) => Run['actor']): Run {
  const listeners = new Set<(event: RunEvent) => void>();
  const end = Promise.withResolvers<RunResult>();
  let rest = Promise.withResolvers<RunResult>();
  let log = new RunLog(id);
  let effects: () => Effects | undefined = () => undefined;

  const publish = (event: RunEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        console.error('A listener of a run threw; the run goes on.', error);
      }
    }
  };
  const watcher: Watcher = {
    entries(entries) {
      entries.forEach(publish);
      const status = entries.findLast((entry) => entry.type === 'status.changed')?.data.status;
      if (status === 'waiting' || ended.has(status)) rest.resolve(toRunResult(log));
      if (!ended.has(status)) return;
      end.resolve(toRunResult(log));
      listeners.clear();
    },
    delta: publish,
    broke(error) {
      rest.reject(error);
      end.reject(error);
    },
  };
  // Whoever listens to one of the two promises leaves the other one alone.
  end.promise.catch(() => {});
  rest.promise.catch(() => {});

  const watch: Watch = (opened, get) => {
    [log, effects] = [opened, get];
    return watcher;
  };
  // A chart that throws is a mistake in the program: the run ends at once, and nothing of it goes on.
  const actor = start(watch, (error) => {
    effects()?.close();
    watcher.broke(error);
  });
  const tell = (event: { type: string; [key: string]: unknown }) => effects()?.tell(event);
  const reply = (kind: 'clarification' | 'plan-review', event: { type: string; [key: string]: unknown }) => {
    if (waitingOf(log)?.kind !== kind) {
      throw new TroupeError('usage', `Run ${id} does not wait for a ${kind}.`);
    }
    rest = Promise.withResolvers<RunResult>();
    rest.promise.catch(() => {});
    tell(event);
  };
  return {
    id,
    actor,
    get log() {
      return log.entries;
    },
    result: end.promise,
    settled: () => rest.promise,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pause: () => tell({ type: 'run.paused' }),
    resume: () => tell({ type: 'run.resumed' }),
    cancel: (reason = '') => tell({ type: 'run.cancelled', reason }),
    answer: (text) => reply('clarification', { type: 'clarification.answered', text }),
    approve: () => reply('plan-review', { type: 'plan.reviewed', verdict: 'approved' }),
    revise: (remark) => reply('plan-review', { type: 'plan.reviewed', verdict: 'revise', remark }),
    snapshot: () => actor.getPersistedSnapshot(),
  };
}
