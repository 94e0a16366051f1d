/** What could be wrong with a runner. Each of these has to be noticed by the crash tests. */
import type { Entry } from '../../src/log/entry.ts';
import { ChartCore } from '../../src/run/chart-core.ts';
import { SeededRandom } from '../../src/run/determinism.ts';
import { type Job, Jobs } from '../../src/run/jobs.ts';
import { type LiveSource, LiveSources } from '../../src/run/live-sources.ts';
import { Timers } from '../../src/run/timers.ts';
import type { Store } from '../../src/stores/store.ts';

const realRandom = Math.random;

/** Begins a source as it was before its result was taken. */
function beginAgain({ source, ref }: LiveSource): () => void {
  const snapshot: unknown = ref.getSnapshot();
  const before = Object.create(ref, { getSnapshot: { value: () => snapshot } }) as typeof ref; // it inherits the rest
  return () => source.begin(before);
}

const sabotages: Readonly<Record<string, (store: Store) => Store>> = {
  'effects begin before they are stored'(store) {
    const { ask } = Jobs.prototype;
    Jobs.prototype.ask = function (job: Job) {
      if (this.isLive && !this.isHeld) job.begin();
      else ask.call(this, job);
    };
    return store;
  },
  'effects that have completed begin again'(store) {
    const settled: (() => void)[] = [];
    const { settle } = LiveSources.prototype;
    LiveSources.prototype.settle = function (key) {
      const live = settle.call(this, key);
      if (live && !live.isBegun) settled.push(beginAgain(live));
      return live;
    };
    const { repeat } = Jobs.prototype;
    Jobs.prototype.repeat = function () {
      for (const begin of settled.splice(0)) this.ask({ begin });
      repeat.call(this);
    };
    return store;
  },
  'the store confirms a batch and writes it with the next'(store) {
    let behind: (() => void | Promise<void>) | undefined;
    return {
      ...store,
      append(run: string, after: number, entries: readonly Entry[], ...rest) {
        const before = behind;
        behind = () => store.append(run, after, entries, ...rest);
        return before?.();
      },
    };
  },
  'random numbers are random'(store) {
    SeededRandom.prototype.next = () => realRandom();
    return store;
  },
  'ids of events are forgotten'(store) {
    ChartCore.prototype.knows = () => false;
    return store;
  },
  'actions that may not have been done are not done again'(store) {
    Jobs.prototype.repeat = () => {};
    return store;
  },
  'timers are not set again'(store) {
    Object.defineProperty(Timers.prototype, 'all', { get: () => [] });
    return store;
  },
};

export const sabotageNames = Object.keys(sabotages);

/** Breaks the runner of this process in one way, if a name is given. Returns the store that it is to use. */
export function sabotage(store: Store, name: string | undefined): Store {
  return (name === undefined ? undefined : sabotages[name])?.(store) ?? store;
}
