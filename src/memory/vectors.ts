import type { Embedder } from '../models/embedder.ts';
import type { MemoryItem } from './memory-item.ts';

/** An embedder that takes longer is done without. */
const longestMs = 5_000;

/** Vectors from an embedder. One that fails, takes too long or gives something else leaves the work to words. */
export class Vectors {
  readonly #embed: Embedder;

  constructor(embed: Embedder) {
    this.#embed = embed;
  }

  /** A vector for each text, as it is kept with a memory. */
  async kept(texts: readonly string[], signal?: AbortSignal): Promise<readonly NonNullable<MemoryItem['vector']>[]> {
    const vectors = (await this.#of(texts, signal)) ?? [];
    return vectors.map((values) => ({ by: this.#embed.name, values }));
  }

  /** The vector of a question, and those of memories; memories of another embedder get theirs for this once. */
  async for(question: string, items: readonly MemoryItem[], signal?: AbortSignal) {
    const { name } = this.#embed;
    const without = items.filter(({ vector }) => vector?.by !== name);
    const [asked, ...others] = (await this.#of([question, ...textsOf(without)], signal)) ?? [];
    if (!asked) return undefined;
    const of = new Map(without.flatMap(({ id }, place) => (others[place] ? [[id, others[place]] as const] : [])));
    for (const { id, vector } of items) if (vector?.by === name) of.set(id, vector.values);
    // Its vectors once had another length.
    const other = items.filter(({ id }) => of.get(id)?.length !== asked.length);
    const again = other.length === 0 ? [] : await this.#of(textsOf(other), signal);
    for (const [place, { id }] of other.entries()) of.set(id, again?.[place] ?? []);
    return { asked, of };
  }

  async #of(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[] | undefined> {
    if (texts.length === 0) return [];
    const over = new AbortController();
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      over.abort(new Error(`The embedder gave no vectors within ${longestMs} ms.`));
      late.resolve(undefined);
    }, longestMs);
    const until = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    try {
      const vectors: unknown = await Promise.race([this.#embed.embed(texts, until), late.promise]);
      return isVectors(vectors) && vectors.length === texts.length ? vectors : undefined;
    } catch {
      signal?.throwIfAborted();
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

const textsOf = (items: readonly MemoryItem[]) => items.map(({ value }) => value);

/** Whether an embedder, which may be anybody's, gave what it promises. */
const isVectors = (value: unknown): value is readonly (readonly number[])[] =>
  Array.isArray(value) && value.every((each) => Array.isArray(each) && each.every(Number.isFinite));
