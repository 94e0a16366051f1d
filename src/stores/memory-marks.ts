import type { Entry } from '../log/entry.ts';
import { marksOf, type Place } from './entry-marks.ts';
import { newestFirst, type Span } from './find-marked.ts';

/** The index of all runs of a store in memory. */
export class MemoryMarks {
  /** By types, the newest last. After a delete they are rid of what was deleted when somebody looks. */
  readonly #lists = new Map<string, { entries: Entry[]; isWhole: boolean }>();
  readonly #entryAt: (run: string, seq: number) => Entry | undefined;

  constructor(entryAt: (run: string, seq: number) => Entry | undefined) {
    this.#entryAt = entryAt;
  }

  add(entry: Entry): void {
    for (const type of marksOf(entry)) {
      const list = this.#lists.get(type) ?? { entries: [], isWhole: true };
      const last = list.entries.at(-1);
      // Mostly it is the newest; what is older, of another run, belongs a few places before.
      if (!last || newestFirst(entry, last) <= 0) list.entries.push(entry);
      else list.entries.splice(firstNotBefore(list.entries, entry), 0, entry);
      this.#lists.set(type, list);
    }
  }

  /** A run was deleted. */
  forget(): void {
    for (const list of this.#lists.values()) list.isWhole = false;
  }

  readonly places = async (type: string, { from, before }: Span, limit: number): Promise<readonly Place[]> => {
    const list = this.#lists.get(type);
    if (!list) return [];
    if (!list.isWhole) {
      const known = list.entries.filter((entry) => this.#entryAt(entry.run, entry.seq) === entry);
      Object.assign(list, { entries: known, isWhole: true });
    }
    const end = firstNotBefore(list.entries, before);
    const newest = list.entries.slice(Math.max(0, end - limit), end).reverse();
    return newest.filter(({ at }) => at >= from);
  };

  readonly entriesAt = async (places: readonly Place[]): Promise<readonly (Entry | undefined)[]> =>
    places.map(({ run, seq }) => this.#entryAt(run, seq));
}

/** How many entries, of a list with the newest last, are before a place. */
function firstNotBefore(entries: readonly Entry[], place: Place): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry && newestFirst(place, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
