import type { Entry } from '../entry.ts';

/** What `defineView` takes. */
export interface ViewDefinition<State> {
  readonly name: string;
  /** Before the first entry. */
  readonly start: State;
  /** The state after one more entry: a pure function. One that has nothing to do with the view gives the same state back. */
  step(state: State, entry: Entry): State;
}

/** A state that is computed from entries: of a run, of several, or of any part of them. */
export interface View<State> extends ViewDefinition<State> {
  /**
   * The state after these entries. Entries that were looked at before, as the beginning of this list, are not looked at again: one more entry costs
   * one step.
   */
  of(entries: readonly Entry[]): State;
}

/** How far a list was looked at. */
interface Mark<State> {
  readonly length: number;
  readonly last: Entry | undefined;
  /** What was looked at, where it has gaps, or is of several runs: then its ends do not say what is between them. */
  readonly all: readonly Entry[] | undefined;
  readonly state: State;
}

/** Whether a list begins with what was looked at. */
function goesOn({ length, last, all }: Mark<unknown>, entries: readonly Entry[]): boolean {
  if (length > entries.length || entries[length - 1] !== last) return false;
  return all?.every((entry, place) => entry === entries[place]) ?? true;
}

/** Whether entries are a part of one log without gaps. */
function isWhole(entries: readonly Entry[]): boolean {
  const [first, last] = [entries[0], entries.at(-1)];
  return first !== undefined && last?.run === first.run && last.seq - first.seq === entries.length - 1;
}

/** Defines a view. */
export function defineView<State>(definition: ViewDefinition<State>): View<State> {
  const { start, step } = definition;
  /** By the first entry of a list: lists that grow begin with the same one. */
  const marks = new WeakMap<Entry, Mark<State>>();
  return {
    ...definition,
    of(entries) {
      const [first] = entries;
      if (!first) return start;
      const mark = marks.get(first);
      const isLonger = mark && goesOn(mark, entries);
      let state = isLonger ? mark.state : start;
      for (let place = isLonger ? mark.length : 0; place < entries.length; place++) {
        state = step(state, entries[place] as Entry); // within the list
      }
      const { length } = entries;
      const all = isWhole(entries) ? undefined : entries.slice();
      marks.set(first, { length, last: entries.at(-1), all, state });
      return state;
    },
  };
}
