import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { fieldOf, numberOf } from '../state/field-of.ts';

/** Where a fork comes from, as its first entry says it. */
export interface Origin {
  readonly run: string;
  /** The last entry that both share. */
  readonly at: number;
  /** The effect that was given an outcome, and what was changed to come to it. */
  readonly given?: { readonly key: string; readonly changed: string };
}

export function originOf(first: TimelineEntry | undefined): Origin | undefined {
  const from = first?.data.forkedFrom;
  const [run, at, given] = [fieldOf(from, 'run'), numberOf(from, 'at'), fieldOf(from, 'given')];
  if (typeof run !== 'string' || at === undefined) return undefined;
  const key = fieldOf(given, 'key');
  return {
    run,
    at,
    ...(typeof key === 'string' ? { given: { key, changed: String(fieldOf(given, 'changed')) } } : {}),
  };
}

/**
 * The entries of a fork as if it had gone on at once where it left its origin: what is shared keeps its times, and the time until somebody forked it
 * does not count. So both take as long as they took to work.
 */
export class ForkClock {
  #shared = 0;
  #last = 0;
  #gap = 0;

  /** An entry with the time that it would have had. */
  adjust(entry: TimelineEntry): TimelineEntry {
    const at = Date.parse(entry.at);
    const origin = entry.seq === 1 ? originOf(entry) : undefined;
    if (origin) this.#shared = origin.at;
    if (this.#shared === 0) return entry;
    if (entry.seq <= this.#shared) this.#last = at;
    if (entry.seq === this.#shared + 1) this.#gap = Math.max(0, at - this.#last);
    const { forkedAt: _, ...data } = entry.data;
    return { ...entry, at: new Date(at - this.#gap).toISOString(), data };
  }
}
