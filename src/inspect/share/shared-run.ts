/**
 * A run in a file: everything that the page may ask of it, as it would have been sent, so that no server is needed.
 *
 * The file has it as JSON, packed with gzip and written in base64. What comes again and again (the messages of one prompt are those of the one before
 * and a few more) is in `pool` once, and elsewhere as its place there.
 */
import type { Chart, ControlState, Frame, SessionInfo, TimelineEntry } from '../protocol.ts';

/** The ids of the elements of the file that hold packed texts. */
export const sharedIds = { run: 'troupe-run', worker: 'troupe-elk-worker' } as const;

export interface SharedRun {
  readonly version: number;
  /** When the file was made. */
  readonly sharedAt: string;
  readonly info: SessionInfo;
  readonly charts: readonly Chart[];
  readonly entries: readonly TimelineEntry[];
  readonly frames: readonly Frame[];
  readonly control: ControlState;
  /** The entries that are cut among `entries`, in full. */
  readonly full: readonly TimelineEntry[];
  /** The contexts of each actor, each from an entry on. */
  readonly contexts: Readonly<Record<string, readonly { readonly seq: number; readonly context: Pooled }[]>>;
  /** What models were asked, by the keys of their effects. */
  readonly prompts: readonly { readonly key: string; readonly prompt: Pooled }[];
  readonly pool: readonly unknown[];
  /** What there was no room for. */
  readonly left: { readonly contexts: number; readonly prompts: number };
}

/** A value whose fields, and the items of its lists, are places in the pool. */
export type Pooled =
  | { readonly value: number }
  | { readonly fields: readonly (readonly [name: string, place: number | readonly number[]])[] };

/** Puts values into a pool, each different part once. */
export class Pool {
  readonly values: unknown[] = [];
  /** How long all of it is as JSON, about. */
  size = 0;
  readonly #places = new Map<string, number>();

  add(value: unknown): Pooled {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value: this.#place(value) };
    return {
      fields: Object.entries(value).map(([name, field]) => [
        name,
        Array.isArray(field) ? field.map((item) => this.#place(item)) : this.#place(field),
      ]),
    };
  }

  #place(value: unknown): number {
    const text = JSON.stringify(value) ?? 'null';
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.size += text.length;
    this.#places.set(text, this.values.length);
    return this.values.push(value ?? null) - 1;
  }
}

/** A value as it was before it was put into a pool. */
export function fromPool(pool: readonly unknown[], pooled: Pooled): unknown {
  if ('value' in pooled) return pool[pooled.value];
  return Object.fromEntries(
    pooled.fields.map(([name, place]) => [
      name,
      typeof place === 'number' ? pool[place] : place.map((each) => pool[each]),
    ]),
  );
}
