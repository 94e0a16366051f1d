import type { Entry } from '../entry.ts';
import type { View } from './view.ts';

/** Where logs are read: a store. */
export interface LogSource {
  read(run: string, after?: number): Promise<readonly Entry[]>;
  runs(query: { readonly session: string; readonly after?: string }): Promise<readonly { readonly run: string }[]>;
}

/** A view of what is stored. Of what was read before, the last entry alone is read again. */
export interface StoredView<State> {
  /** The state of a run; that before the first entry for a run that is not there. */
  run(id: string): Promise<State>;
  /** The state over all runs of a conversation, the oldest first. */
  session(id: string): Promise<State>;
}

/** How far a run was read, and from which state on. */
interface Place<State> {
  readonly run: string;
  readonly before: State;
  /** The entry that was looked at last. */
  readonly last: Entry | undefined;
  readonly state: State;
}

/** Whether two readings of a run gave the same entry. A run that was deleted may have been made again. */
const isSame = (entry: Entry | undefined, other: Entry | undefined) =>
  entry === other || JSON.stringify(entry) === JSON.stringify(other);

/** Looks at stored runs with a view. At most `keep` runs and conversations are remembered, those that were looked at last. */
export function storedView<State>(source: LogSource, view: View<State>, { keep = 1_000 } = {}): StoredView<State> {
  const known = new Map<string, readonly Place<State>[]>();
  const remember = (key: string, places: readonly Place<State>[]) => {
    known.delete(key);
    known.set(key, places);
    const [oldest] = known.keys();
    if (known.size > keep && oldest !== undefined) known.delete(oldest);
    return places.at(-1)?.state ?? view.start;
  };
  const follow = async (run: string, before: State, place: Place<State> | undefined): Promise<Place<State>> => {
    if (place?.last && place.run === run && place.before === before) {
      const [last, ...more] = await source.read(run, place.last.seq - 1);
      if (isSame(last, place.last))
        return { ...place, last: more.at(-1) ?? last, state: more.reduce(view.step, place.state) };
    }
    const entries = await source.read(run, 0);
    return { run, before, last: entries.at(-1), state: entries.reduce(view.step, before) };
  };
  return {
    async run(id) {
      const key = `run ${id}`;
      return remember(key, [await follow(id, view.start, known.get(key)?.[0])]);
    },
    async session(id) {
      const key = `session ${id}`;
      const places: Place<State>[] = [];
      const before = known.get(key) ?? [];
      for (const [index, run] of (await runsOf(source, id)).entries()) {
        places.push(await follow(run, places.at(-1)?.state ?? view.start, before[index]));
      }
      return remember(key, places);
    },
  };
}

/** The runs of a conversation, the oldest first: stores list the newest first, a page at a time. */
async function runsOf(source: LogSource, session: string): Promise<string[]> {
  const runs: string[] = [];
  for (let after: string | undefined; ; after = runs.at(-1)) {
    const page = await source.runs({ session, ...(after === undefined ? {} : { after }) });
    runs.push(...page.map(({ run }) => run));
    if (page.length === 0) return runs.toReversed();
  }
}
