import type { AnyStateMachine, OutputFrom, SnapshotFrom } from 'xstate';
import { TroupeError } from '../errors.ts';
import type { ChartRun } from '../run/chart-run.ts';

interface Shown<Machine extends AnyStateMachine> {
  /** The last state that is stored. */
  readonly snapshot: SnapshotFrom<Machine>;
  /** The run's own `send`: the same function in every render. */
  readonly send: ChartRun<Machine>['send'];
  readonly isPaused: boolean;
}

/** How a run stands; `left`: it is not driven here any more, and `error` says why. */
type Standing<Machine extends AnyStateMachine> =
  | { readonly status: 'executing' | 'cancelled'; readonly output?: undefined; readonly error?: undefined }
  | { readonly status: 'completed'; readonly output: OutputFrom<Machine>; readonly error?: undefined }
  | { readonly status: 'failed' | 'left'; readonly output?: undefined; readonly error: unknown };

/** What a component sees of a run. */
export type RunView<Machine extends AnyStateMachine = AnyStateMachine> = Shown<Machine> & Standing<Machine>;

/** What a component sees while there is no run yet. */
export interface OpeningView<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly status: 'opening';
  readonly snapshot?: undefined;
  /** Refuses every event. */
  readonly send: ChartRun<Machine>['send'];
  readonly isPaused: false;
  readonly output?: undefined;
  readonly error?: undefined;
}

/** A run as a store for React. */
export interface RunStore {
  subscribe(changed: () => void): () => void;
  /** The same value as long as nothing has changed. */
  view(): RunView | OpeningView;
}

const opening: OpeningView = {
  status: 'opening',
  isPaused: false,
  send: async () => {
    throw new TroupeError(
      'usage',
      'There is no run yet that could take an event: wait until its status is not "opening".',
    );
  },
};
const noRun: RunStore = { subscribe: () => () => {}, view: () => opening };

const stores = new WeakMap<ChartRun, RunStore>();

/** The store of a run: one for all components, in all their renders. */
export function storeOf(run: ChartRun | undefined): RunStore {
  if (!run) return noRun;
  const store = stores.get(run) ?? createStore(run);
  stores.set(run, store);
  return store;
}

function createStore(run: ChartRun): RunStore {
  const listeners = new Set<() => void>();
  let left: { readonly error: unknown } | undefined;
  let isEndWatched = false;
  const watchEnd = () => {
    if (isEndWatched) return;
    isEndWatched = true;
    run.result.catch((error: unknown) => {
      left = { error };
      for (const changed of listeners) changed();
    });
  };
  let last: RunView | undefined;
  return {
    subscribe(changed) {
      // Once for a run: nobody can be taken back from a promise.
      watchEnd();
      listeners.add(changed);
      const stops = [
        run.subscribe(changed),
        run.follow(({ type }) => {
          if (type === 'run.paused' || type === 'run.resumed') changed();
        }),
      ];
      return () => {
        listeners.delete(changed);
        for (const stop of stops) stop();
      };
    },
    view() {
      const next = viewOf(run, left);
      if (!last || !isSame(last, next)) last = next;
      return last;
    },
  };
}

function viewOf(run: ChartRun, left: { readonly error: unknown } | undefined): RunView {
  const snapshot = run.getSnapshot();
  return { snapshot, send: run.send, isPaused: run.isPaused, ...standingOf(snapshot, left) };
}

function standingOf(
  { status, output, error }: SnapshotFrom<AnyStateMachine>,
  left: { readonly error: unknown } | undefined,
): Standing<AnyStateMachine> {
  if (status === 'done') return { status: 'completed', output };
  if (status === 'error') return { status: 'failed', error };
  if (status === 'stopped') return { status: 'cancelled' };
  return left ? { status: 'left', error: left.error } : { status: 'executing' };
}

/** Output and error of a state are part of it; the error of a run that was left never changes. */
const isSame = (one: RunView, other: RunView) =>
  one.snapshot === other.snapshot && one.isPaused === other.isPaused && one.status === other.status;
