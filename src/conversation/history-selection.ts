import type { Message } from '../domain/message.ts';
import type { HistoryIndex } from './history-index.ts';

/** How much a selection may hold. */
export interface Room {
  readonly tokens: number;
  readonly messages: number;
}

/**
 * Which messages of a history are kept.
 *
 * Contract: system messages and the last user message are in it from the start, whatever their size. All else comes in by whole units: a
 * call with its results, or a message alone. A result without its call never comes in.
 */
export class HistorySelection {
  readonly #index: HistoryIndex;
  readonly #kept = new Set<number>();
  #tokens = 0;

  constructor(index: HistoryIndex) {
    this.#index = index;
    const last = index.users.at(-1);
    for (const place of last === undefined ? index.systems : [...index.systems, last]) this.#keep(place);
  }

  get tokens(): number {
    return this.#tokens;
  }

  get size(): number {
    return this.#kept.size;
  }

  has(place: number): boolean {
    return this.#kept.has(place);
  }

  /** Takes in the unit of a message if the selection stays within the room; says whether it is in. */
  add(place: number, room: Room): boolean {
    if (this.has(place)) return true;
    const unit = this.#index.unit(place);
    const tokens = unit.reduce((sum, member) => sum + (this.#index.entries[member]?.tokens ?? 0), 0);
    const fits = this.#tokens + tokens <= room.tokens && this.size + unit.length <= room.messages;
    if (unit.length === 0 || !fits) return false;
    for (const member of unit) this.#keep(member);
    return true;
  }

  /** Takes in the newest messages until one does not fit; gives the place of the oldest of them. */
  addNewest(room: Room): number {
    let oldest = this.#index.entries.length;
    for (let place = oldest - 1; place >= 0; place--) {
      const isStray = this.#index.entries[place]?.owner === -1;
      if (!isStray && !this.add(place, room)) break;
      oldest = place;
    }
    return oldest;
  }

  /** The kept ones of the messages that the index is of, in order. */
  from(messages: readonly Message[]): Message[] {
    return messages.filter((_, place) => this.has(place));
  }

  #keep(place: number): void {
    this.#kept.add(place);
    this.#tokens += this.#index.entries[place]?.tokens ?? 0;
  }
}
