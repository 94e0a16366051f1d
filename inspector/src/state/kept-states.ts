import { countUpTo } from './bisect.ts';

/** What follows from entries, at each entry that changes it. What stays the same is shared, so that all of them take little room. */
export class KeptStates<State> {
  readonly #first: State;
  readonly #kept: { readonly seq: number; readonly state: State }[] = [];

  constructor(first: State) {
    this.#first = first;
  }

  get last(): State {
    return this.#kept.at(-1)?.state ?? this.#first;
  }

  push(seq: number, state: State): void {
    if (state !== this.last) this.#kept.push({ seq, state });
  }

  /** As it is at an entry. */
  at(seq: number): State {
    return this.#kept[countUpTo(this.#kept, seq, (each) => each.seq) - 1]?.state ?? this.#first;
  }
}
