import { TroupeError } from '../../errors.ts';
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
  /** The list; a copy of one that has gaps, or is of several runs. */
  readonly entries: readonly Entry[];
  /** Whether it is a part of one log without gaps. */
  readonly isWhole: boolean;
  readonly state: State;
}

/** So many entries of a log that has grown are compared with those that were looked at. */
const mostCompared = 1_000;

/** Whether a list begins with what was looked at: the same entries in the same places. Of a longer log that has grown the last ones are compared. */
function goesOn({ length, last, entries: known, isWhole }: Mark<unknown>, entries: readonly Entry[]): boolean {
  if (length > entries.length || entries[length - 1] !== last) return false;
  if (isWhole && known === entries) return true;
  const isGrown = isWhole && length < entries.length;
  for (let place = isGrown ? Math.max(0, length - mostCompared) : 0; place < length; place++) {
    if (entries[place] !== known[place]) return false;
  }
  return true;
}

/** Defines a view. @throws TroupeError `bad-config` for a definition that cannot be used. */
export function defineView<State>(definition: ViewDefinition<State>): View<State> {
  const { name, start, step } = definition;
  if (typeof name !== 'string' || typeof step !== 'function') {
    throw new TroupeError('bad-config', 'A view has a name and a step, as in defineView({ name, start, step }).');
  }
  /** By the first entry of a list: lists that grow begin with the same one. */
  const marks = new WeakMap<Entry, Mark<State>>();
  return {
    ...definition,
    of(entries) {
      const [first] = entries;
      if (!first) return start;
      const mark = marks.get(first);
      const isLonger = mark && goesOn(mark, entries);
      let [state, isWhole] = isLonger ? [mark.state, mark.isWhole] : [start, true];
      for (let place = isLonger ? mark.length : 0; place < entries.length; place++) {
        const entry = entries[place] as Entry; // within the list
        isWhole &&= entry.seq === first.seq + place && entry.run === first.run;
        state = step(state, entry);
      }
      const { length } = entries;
      marks.set(first, { length, last: entries.at(-1), entries: isWhole ? entries : entries.slice(), isWhole, state });
      return state;
    },
  };
}
