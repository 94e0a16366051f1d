import type { Message } from '../domain/message.ts';
import type { RequestContext } from '../domain/options.ts';
import type { Embedder } from '../models/embedder.ts';
import { chooseMemories, memoriesBeside } from './choose-memories.ts';
import { extractMemories } from './extract-memories.ts';
import { forgottenMark, sumOf, withoutSentences } from './forgotten.ts';
import { ItemKeeper } from './item-keeper.ts';
import type { Memory, MemoryGiven, MemoryOptions } from './memory.ts';
import { checkScope, type MemoryItem, type MemoryScope, scopeFrom } from './memory-item.ts';
import { isSaidIn, ownWordsIn } from './own-words.ts';
import { plainShelf } from './plain-shelf.ts';

/** A memory for many runs, users and tenants, on one shelf. */
export function createMemory(options: MemoryOptions = {}): Memory {
  const { shelf = plainShelf(), scopeOf = tenantAndUser, embed, extract = extractMemories, limits = {} } = options;
  const { items = 1000, characters = 2000, pinnedTokens = 2000, relevantTokens = 1000 } = limits;
  const { relevanceThreshold = 0.2, likenessThreshold = 0.3, now = Date.now } = options;
  const keeper = new ItemKeeper(shelf, { items, characters }, now);
  const vectors = embed && new Vectors(embed);
  return {
    scopeOf: (context) => checkScope(scopeOf(context)),
    async remember(scope, given) {
      keeper.check(given);
      const [vector] = (await vectors?.of([given.value])) ?? [];
      const [put] = await keeper.put(checkScope(scope), [withVector(given, vector, embed)], { isLearned: false });
      return (put as { item: MemoryItem }).item; // one is given, one comes back
    },
    get: async (scope, key) => (await keeper.items(scope)).find((item) => item.key === key),
    list: async (scope) => (await keeper.items(scope)).toReversed(),
    scopes: async () => (await keeper.scopes()).map(scopeFrom),
    async recall(scope, question, signal) {
      const visible = await keeper.visible(scope);
      const meaning = vectors && visible.length > 0 ? await vectors.for(question, visible, signal) : undefined;
      const by = { question, pinnedTokens, relevantTokens, relevanceThreshold, likenessThreshold };
      return chooseMemories(visible, { ...by, ...(meaning ? { vectors: meaning } : {}) });
    },
    async find(scope, ids) {
      const known = new Map((ids.length === 0 ? [] : await keeper.visible(scope)).map((item) => [item.id, item]));
      return ids.flatMap((id) => known.get(id) ?? []);
    },
    async learn(scope, messages, source, signal, call) {
      const forgotten = await keeper.forgotten(scope);
      // Nobody who extracts sees what was forgotten: however they cut it, it is not found again.
      const said = withoutSentences(
        messages.filter(({ role }) => role === 'user'),
        forgotten,
      );
      if (said.length === 0) return [];
      const known = memoriesBeside(
        (await keeper.items(scope)).filter(({ by }) => by === 'user'),
        textOf(said),
      );
      const found = await extract(said, signal, call, known);
      const wanted = found.filter(
        ({ value }) => value.length <= characters && !value.includes(forgottenMark) && !forgotten.has(sumOf(value)),
      );
      if (wanted.length === 0) return [];
      const meanings =
        (await vectors?.of(
          wanted.map(({ value }) => value),
          signal,
        )) ?? [];
      const own = ownWordsIn(said);
      const given = wanted.map((each, place) => {
        const by = isSaidIn(own, each.value, each.kind !== 'fact') ? ('user' as const) : ('application' as const);
        return withVector({ ...each, isPinned: true, by, source }, meanings[place], embed);
      });
      const put = await keeper.put(checkScope(scope), given, { isLearned: true });
      return put.flatMap(({ item, isNew }) => (isNew ? [item] : []));
    },
    forget: (scope, keys) => keeper.forget(scope, keys),
    withoutForgotten: async (scope, messages) => withoutSentences(messages, await keeper.forgotten(scope)),
    close: async () => shelf.close(),
  };
}

/** What a request says of who asks. */
function tenantAndUser(context: RequestContext): MemoryScope {
  const nameOf = (field: 'tenant' | 'user') => {
    const name = context[field];
    return typeof name === 'string' || typeof name === 'number' ? { [field]: String(name) } : {};
  };
  return { ...nameOf('tenant'), ...nameOf('user') };
}

const textOf = (messages: readonly Message[]) => messages.map(({ content }) => content).join('\n');

const withVector = (given: MemoryGiven, values: readonly number[] | undefined, embed: Embedder | undefined) => ({
  ...given,
  ...(values && embed ? { vector: { by: embed.name, values } } : {}),
});

/** Vectors from an embedder. One that fails leaves the work to words. */
class Vectors {
  readonly #embed: Embedder;

  constructor(embed: Embedder) {
    this.#embed = embed;
  }

  async of(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[] | undefined> {
    if (texts.length === 0) return [];
    try {
      return await this.#embed.embed(texts, signal);
    } catch {
      signal?.throwIfAborted();
      return undefined;
    }
  }

  /** The vector of a question, and those of memories; memories of another embedder get theirs for this once. */
  async for(question: string, items: readonly MemoryItem[], signal?: AbortSignal) {
    const { name } = this.#embed;
    const without = items.filter(({ vector }) => vector?.by !== name);
    const [asked, ...others] = (await this.of([question, ...without.map(({ value }) => value)], signal)) ?? [];
    if (!asked) return undefined;
    const known = items.flatMap(({ id, vector }) => (vector?.by === name ? [[id, vector.values] as const] : []));
    const made = without.flatMap(({ id }, place) => (others[place] ? [[id, others[place]] as const] : []));
    return { asked, of: new Map([...known, ...made]) };
  }
}
