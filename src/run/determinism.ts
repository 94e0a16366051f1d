/**
 * While a chart decides, time stands still at the fact that it decides about, random numbers come from the run's seed, and nothing is fetched: so
 * the same facts lead to the same moves, whenever they are handed over. A delivery is synchronous, so nobody else runs meanwhile.
 */
import { TroupeError } from '../errors.ts';

/** Random numbers of a run: the same ones for the same seed (the generator is `mulberry32`). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** The next number from 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  byte(): number {
    return Math.floor(this.next() * 256);
  }
}

/** A UUID of version 4 from a source of bytes. */
function uuidFrom(byte: () => number): ReturnType<Crypto['randomUUID']> {
  const bytes = Array.from({ length: 16 }, byte);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.map((each) => each.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

type Crypto = typeof globalThis.crypto;

/** What a chart may ask while it decides. */
export interface Surroundings {
  now(): number;
  readonly random: SeededRandom;
  /** Who decides, for messages. */
  readonly chart: string;
}

let current: Surroundings | undefined;

const RealDate = Date;
const standingDate = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [current?.now() ?? target.now()] : args, newTarget) as Date,
  apply: (target) => new target(current?.now() ?? target.now()).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => current?.now() ?? target.now() : Reflect.get(target, name, receiver),
});

const refusedFetch: typeof fetch = () => {
  throw new TroupeError(
    'usage',
    `The chart "${current?.chart}" called fetch while it decided: in an assign, a guard, an input or a delay. Its answer would differ in a replay. Move the call into an actor (fromPromise) or an action.`,
  );
};

const random = () => current?.random.next() ?? 0;
const byte = () => current?.random.byte() ?? 0;
const standingUuid = () => uuidFrom(byte);
const standingNow = () => current?.now() ?? 0;
const fillRandom = <T extends ArrayBufferView | null>(view: T): T => {
  const bytes = view && new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let index = 0; index < (bytes?.length ?? 0); index++) if (bytes) bytes[index] = byte();
  return view;
};

/** Lets the world go on again. */
let release = () => {};

/** Calls a function in which the world stands still. */
export function decide<T>(surroundings: Surroundings, decision: () => T): T {
  if (current) return decision();
  standStill(surroundings);
  try {
    return decision();
  } finally {
    release();
  }
}

/** Calls a function that is no part of the decision which is being made: for it the world goes on. */
export function aside<T>(act: () => T): T {
  const surroundings = current;
  if (!surroundings) return act();
  release();
  try {
    return act();
  } finally {
    standStill(surroundings);
  }
}

function standStill(surroundings: Surroundings): void {
  const { Date: date, fetch, crypto, performance } = globalThis;
  const [randomNumber, now] = [Math.random, performance.now];
  const { randomUUID, getRandomValues } = crypto;
  current = surroundings;
  globalThis.Date = standingDate;
  globalThis.fetch = refusedFetch;
  Math.random = random;
  performance.now = standingNow;
  crypto.randomUUID = standingUuid;
  crypto.getRandomValues = fillRandom;
  release = () => {
    current = undefined;
    globalThis.Date = date;
    globalThis.fetch = fetch;
    Math.random = randomNumber;
    performance.now = now;
    crypto.randomUUID = randomUUID;
    crypto.getRandomValues = getRandomValues;
  };
}
