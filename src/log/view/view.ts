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
  readonly state: State;
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
      const isLonger = mark && mark.length <= entries.length && entries[mark.length - 1] === mark.last;
      let state = isLonger ? mark.state : start;
      for (let place = isLonger ? mark.length : 0; place < entries.length; place++) {
        state = step(state, entries[place] as Entry); // within the list
      }
      marks.set(first, { length: entries.length, last: entries.at(-1), state });
      return state;
    },
  };
}
