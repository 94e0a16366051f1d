import type { AnyActorRef } from 'xstate';
import { checksum } from '../log/checksum.ts';
import { writeData } from './data.ts';

/** Of a context whose JSON is longer, only every so-manieth change is summed up: that would cost more than the rest of an event. */
const large = 16_384;
const seldom = 32;

/** Sums up the contexts of one actor as they change. What is left out depends on the contexts alone, so that a replay leaves out the same. */
export class ContextSums {
  #last: unknown;
  #skips = 0;

  /** The sum of a context that has changed; nothing for one that has not, or is left out. */
  next(context: unknown): string | undefined {
    if (context === this.#last) return undefined;
    this.#last = context;
    if (this.#skips > 0) {
      this.#skips--;
      return undefined;
    }
    const json = JSON.stringify(writeData(context, inPlaceOf)) ?? '';
    if (json.length > large) this.#skips = seldom;
    return checksum(json);
  }
}

/** What stands for what is no data: an actor by its id, all else by its kind. */
const inPlaceOf = ({ what }: { what: string }, value: unknown): unknown =>
  isActor(value) ? { actor: value.id } : `[${what}]`;

export const isActor = (value: unknown): value is AnyActorRef =>
  typeof value === 'object' && value !== null && 'sessionId' in value && 'getSnapshot' in value;

/** Freezes the plain objects and lists of a context, so that a change in place throws where it is made. */
export function freezeContext(context: unknown): void {
  const open: unknown[] = [context];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    const prototype: unknown = Object.getPrototypeOf(next);
    if (!Array.isArray(next) && prototype !== Object.prototype && prototype !== null) continue;
    Object.freeze(next);
    for (const inner of Object.values(next)) if (typeof inner === 'object') open.push(inner);
  }
}

/** What V8, JavaScriptCore and SpiderMonkey say of a change of what is frozen. */
const frozen = /read[- ]only|not extensible|Cannot (?:add|delete|define) property|frozen/i;
/** Also of one that was data meanwhile, as what an action throws: such an error keeps its name. */
export const isChangeInPlace = (error: unknown) =>
  error instanceof Error && error.name === 'TypeError' && frozen.test(error.message);
