import type { Message } from '../domain/message.ts';
import type { RequestContext } from '../domain/options.ts';
import { ownValue } from '../domain/own-value.ts';
import { TroupeError } from '../errors.ts';
import { optionProblem } from '../text/nearest-name.ts';
import { chooseMemories, memoriesBeside } from './choose-memories.ts';
import { extractMemories } from './extract-memories.ts';
import { forgottenMark, sumOf, withoutSentences } from './forgotten.ts';
import { ItemKeeper } from './item-keeper.ts';
import type { Memory, MemoryExtractor, MemoryLimits, MemoryOptions } from './memory.ts';
import { checkScope, type MemoryItem, type MemoryScope, scopeFrom } from './memory-item.ts';
import { isSaidIn, ownWordsIn } from './own-words.ts';
import { plainShelf } from './plain-shelf.ts';
import { Vectors } from './vectors.ts';

const optionNames: Readonly<Record<keyof MemoryOptions, true>> = {
  shelf: true,
  scopeOf: true,
  embed: true,
  extract: true,
  limits: true,
  relevanceThreshold: true,
  likenessThreshold: true,
  now: true,
};
const limitNames: Readonly<Record<keyof MemoryLimits, true>> = {
  items: true,
  characters: true,
  pinnedTokens: true,
  relevantTokens: true,
};

/**
 * A memory for many runs, users and tenants, on one shelf.
 *
 * @throws TroupeError `bad-config` for an option that does not exist: a misspelt `scopeOf` would mix up whose memories they are.
 */
export function createMemory(options: MemoryOptions = {}): Memory {
  const problem =
    optionProblem(options, Object.keys(optionNames), 'a memory') ??
    optionProblem(options.limits ?? {}, Object.keys(limitNames), 'the limits of a memory');
  if (problem) throw new TroupeError('bad-config', problem);
  const { shelf = plainShelf(), scopeOf = tenantAndUser, embed, limits = {} } = options;
  const extract: MemoryExtractor = options.extract ?? extractMemories;
  const { items = 1000, characters = 2000, pinnedTokens = 2000, relevantTokens = 1000 } = limits;
  const { relevanceThreshold = 0.2, likenessThreshold = 0.3, now = Date.now } = options;
  const keeper = new ItemKeeper(shelf, { items, characters }, now);
  const vectors = embed && new Vectors(embed);
  return {
    modelCalls: extract.modelCalls ?? 0,
    scopeOf: (context) => checkScope(scopeOf(context)),
    async remember(scope, given) {
      keeper.check(given);
      const [vector] = (await vectors?.kept([given.value])) ?? [];
      const [put] = await keeper.put(checkScope(scope), [{ ...given, ...(vector ? { vector } : {}) }], {
        isLearned: false,
      });
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
      const before = (await keeper.items(scope)).filter(({ by }) => by === 'user');
      const known = memoriesBeside(before, textOf(said));
      const found = await extract(said, signal, call, known);
      const wanted = found.filter(
        ({ value }) => value.length <= characters && !value.includes(forgottenMark) && !forgotten.has(sumOf(value)),
      );
      if (wanted.length === 0) return [];
      const texts = wanted.map(({ value }) => value);
      const meanings = (await vectors?.kept(texts, signal)) ?? [];
      const own = ownWordsIn(said);
      const wishes = new Set(before.flatMap(({ kind, key }) => (kind === 'fact' ? [] : [key])));
      const given = wanted.flatMap((each, place) => {
        const by = isSaidIn(own, each.value, each.kind !== 'fact') ? ('user' as const) : ('application' as const);
        // What a text says takes no wish of the user away.
        if (by === 'application' && wishes.has(each.key)) return [];
        const vector = meanings[place];
        return [{ ...each, isPinned: true, by, source, ...(vector ? { vector } : {}) }];
      });
      const put = await keeper.put(checkScope(scope), given, { isLearned: true });
      return put.flatMap(({ item, isNew }) => (isNew ? [item] : []));
    },
    forget: (scope, keys) => keeper.forget(scope, keys),
    withoutForgotten: async (scope, messages) => withoutSentences(messages, await keeper.forgotten(scope)),
    close: async () => shelf.close(),
  };
}

/** What a request says of who asks. A name of another form is an error: without it, one tenant would see the memories of another. */
function tenantAndUser(context: RequestContext): MemoryScope {
  const nameOf = (field: 'tenant' | 'user') => {
    const name = ownValue(context, field) ?? undefined;
    if (name === undefined) return {};
    if (typeof name === 'string' || Number.isFinite(name)) return { [field]: String(name) };
    throw new TroupeError(
      'usage',
      `context.${field} is neither a text nor a number, so nobody knows whose memories these are: give createMemory({ scopeOf }), which takes it from the context.`,
    );
  };
  return { ...nameOf('tenant'), ...nameOf('user') };
}

const textOf = (messages: readonly Message[]) => messages.map(({ content }) => content).join('\n');
