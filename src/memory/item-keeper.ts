import { TroupeError } from '../errors.ts';
import { sumOf } from './forgotten.ts';
import type { MemoryGiven } from './memory.ts';
import {
  checkScope,
  itemOn,
  type MemoryItem,
  type MemoryScope,
  type MemorySource,
  memoryKinds,
  scopeKey,
  visibleFrom,
} from './memory-item.ts';
import type { MemoryShelf, ShelfLine } from './memory-shelf.ts';
import { formerOf, isAlike, mostFormer, sumsOf, withoutParts } from './same-words.ts';

/** So many sums of forgotten sentences are kept in a scope, the newest. */
const mostForgotten = 10_000;

/** A thousand years: what is dated later is no date any more. */
const longestMs = 1000 * 365 * 24 * 3_600_000;

/** Where the sums of what was forgotten in a scope are. No scope is written like this. */
const forgottenIn = (scope: string) => `${scope} forgotten`;
const isForgotten = (scope: string) => scope.endsWith(' forgotten');

/** Memories on a shelf: kept, replaced, expired and forgotten, scope by scope. */
export class ItemKeeper {
  readonly #shelf: MemoryShelf;
  readonly #limits: { readonly items: number; readonly characters: number };
  readonly #now: () => number;
  /** Changes by this process come one after another. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(shelf: MemoryShelf, limits: { items: number; characters: number }, now: () => number) {
    this.#shelf = shelf;
    this.#limits = limits;
    this.#now = now;
  }

  /** What a scope has, the newest last. */
  async items(scope: MemoryScope): Promise<MemoryItem[]> {
    return this.#alive(await this.#shelf.read([scopeKey(checkScope(scope))]));
  }

  /** What is seen from a scope, the newest last; under one key, that of the narrowest scope. */
  async visible(scope: MemoryScope): Promise<MemoryItem[]> {
    const scopes = visibleFrom(checkScope(scope)).map(scopeKey);
    const items = this.#alive(await this.#shelf.read(scopes));
    const narrowest = new Map<string, number>();
    for (const item of items) {
      const place = scopes.indexOf(scopeKey(item.scope));
      narrowest.set(item.key, Math.min(place, narrowest.get(item.key) ?? place));
    }
    return items.filter((item) => narrowest.get(item.key) === scopes.indexOf(scopeKey(item.scope)));
  }

  /** The sums of all sentences that were forgotten where a scope can see. */
  async forgotten(scope: MemoryScope): Promise<ReadonlySet<string>> {
    const lines = await this.#shelf.read(visibleFrom(checkScope(scope)).map((each) => forgottenIn(scopeKey(each))));
    return new Set(lines.map(({ key }) => key));
  }

  async scopes(): Promise<readonly string[]> {
    return (await this.#shelf.scopes()).filter((scope) => !isForgotten(scope));
  }

  /** Keeps what is given; what says the same as before stays as it is. What was learned does not come back where it was forgotten meanwhile. */
  put(
    scope: MemoryScope,
    given: readonly (MemoryGiven & Pick<MemoryItem, 'vector'>)[],
    { isLearned }: { readonly isLearned: boolean },
  ): Promise<{ item: MemoryItem; isNew: boolean }[]> {
    return this.#inTurn(async () => {
      const known = new Map((await this.items(scope)).map((item) => [item.key, item]));
      const put = given.map((each) => {
        const before = known.get(each.key);
        const item = this.#toItem(scope, each, before);
        known.delete(item.key);
        known.set(item.key, item);
        return { item, before, isNew: item.id !== before?.id, isChanged: item !== before };
      });
      // What was said in the same words as what is replaced does not say it any more.
      const old = put.flatMap(({ item, before }) => (before && !isAlike(before.value, item.value) ? [before] : []));
      const others = [...known.values()].filter((item) => !put.some((each) => each.item === item));
      const changed = [
        ...withoutParts(others, old).changed,
        ...put.flatMap(({ item, isChanged }) => (isChanged ? [item] : [])),
      ];
      if (changed.length === 0) return put;
      await this.#shelf.write(changed.map(toLine));
      const marks = isLearned ? await this.forgotten(scope) : await this.#unmark(scope, changed);
      const late = new Set(changed.filter(({ value }) => marks.has(sumOf(value))));
      if (late.size > 0)
        await this.#shelf.remove(
          scopeKey(scope),
          [...late].map(({ key }) => key),
        );
      await this.#makeRoom(scope);
      return put.filter(({ item }) => !late.has(item));
    });
  }

  /** What is remembered on purpose was forgotten no longer. */
  async #unmark(scope: MemoryScope, items: readonly MemoryItem[]): Promise<ReadonlySet<string>> {
    await this.#shelf.remove(
      forgottenIn(scopeKey(scope)),
      items.flatMap(({ value }) => sumsOf(value)),
    );
    return new Set();
  }

  /** Forgets what has these keys, or everything, and keeps the sums of its sentences. */
  forget(scope: MemoryScope, keys?: readonly string[]): Promise<MemoryItem[]> {
    return this.#inTurn(async () => {
      const at = scopeKey(checkScope(scope));
      const all = await this.#shelf.read([at]);
      const asked = all.filter(({ key }) => keys?.includes(key) ?? true);
      const wanted = itemsOn(asked);
      const others = itemsOn(all.filter((line) => !asked.includes(line)));
      const { changed, lost } = withoutParts(others, wanted);
      const gone = [...wanted, ...lost];
      const sums = gone.flatMap(({ value, formerly = [] }) => [...sumsOf(value), ...formerly]);
      // First the sums: whatever happens in between, it is not learned again.
      const marked = [...new Set(sums)].map((key) => ({ scope: forgottenIn(at), key, json: '' }));
      await this.#shelf.write([...marked, ...changed.map(toLine)]);
      const keysGone = [...asked, ...lost].map(({ key }) => key);
      await this.#shelf.remove(at, keysGone);
      const marks = await this.#shelf.read([forgottenIn(at)]);
      const beyond = marks.slice(0, Math.max(0, marks.length - mostForgotten)).map(({ key }) => key);
      if (beyond.length > 0) await this.#shelf.remove(forgottenIn(at), beyond);
      return gone;
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work, work);
    this.#turn = done.catch(() => {});
    return done;
  }

  #toItem(scope: MemoryScope, given: MemoryGiven & Pick<MemoryItem, 'vector'>, before?: MemoryItem): MemoryItem {
    const {
      key,
      value,
      kind = 'fact',
      isPinned = kind !== 'fact',
      by = 'application',
      source,
      vector,
      about,
      part = '',
    } = given;
    this.check(given);
    const isSame =
      before &&
      before.kind === kind &&
      before.by === by &&
      before.isPinned === isPinned &&
      before.about === about &&
      isAlike(before.value, value);
    const sources = source ? withSource(before?.sources, source) : before?.sources;
    if (isSame && given.expiresInMs === undefined && before.expiresAt === undefined) {
      return sources === before.sources ? before : { ...before, ...(sources ? { sources } : {}) };
    }
    const at = this.#now();
    const formerly = before && formerOf(before);
    return {
      id: crypto.randomUUID(),
      scope,
      key,
      version: (before?.version ?? 0) + 1,
      kind,
      value,
      ...(about === undefined ? {} : { about }),
      ...(part !== '' && part !== value && value.includes(part) ? { part } : {}),
      isPinned,
      by,
      at: new Date(at).toISOString(),
      ...(given.expiresInMs === undefined ? {} : { expiresAt: new Date(at + given.expiresInMs).toISOString() }),
      ...(sources ? { sources } : {}),
      ...(formerly ? { formerly } : {}),
      ...(vector ? { vector } : {}),
    };
  }

  /** @throws TroupeError `usage` for what cannot be kept. */
  check({ key, value, kind = 'fact', about = '', expiresInMs = 1 }: MemoryGiven): void {
    const { characters } = this.#limits;
    const problem =
      typeof key !== 'string' || key.trim() === '' || key.length > 200 || !key.isWellFormed() || key.includes('\0')
        ? 'A key has 1 to 200 characters. All of them are whole, and none has the code 0.'
        : typeof value !== 'string' || value.trim() === '' || value.length > characters
          ? `A memory is a text of 1 to ${characters} characters: keep the rest elsewhere and remember where, or raise limits.characters.`
          : !memoryKinds.includes(kind)
            ? `There is no kind "${kind}". Choose one of: ${memoryKinds.join(', ')}.`
            : typeof about !== 'string' || about.length > 200
              ? 'What it is about is a text of 200 characters at most.'
              : Number.isFinite(expiresInMs) && expiresInMs > 0 && expiresInMs <= longestMs
                ? undefined
                : 'expiresInMs is a number above 0, in milliseconds; leave it out for ever.';
    if (problem) throw new TroupeError('usage', `This cannot be remembered. ${problem}`);
  }

  /** What has expired goes, then the oldest beyond the limit; what is pinned goes last. */
  async #makeRoom(scope: MemoryScope): Promise<void> {
    const all = itemsOn(await this.#shelf.read([scopeKey(scope)]));
    const alive = all.filter((item) => this.#isAlive(item));
    const order = [...alive.filter(({ isPinned }) => !isPinned), ...alive.filter(({ isPinned }) => isPinned)];
    const beyond = order.slice(0, Math.max(0, alive.length - this.#limits.items));
    const gone = [...all.filter((item) => !alive.includes(item)), ...beyond].map(({ key }) => key);
    if (gone.length > 0) await this.#shelf.remove(scopeKey(scope), gone);
  }

  #alive(lines: readonly ShelfLine[]): MemoryItem[] {
    return itemsOn(lines).filter((item) => this.#isAlive(item));
  }

  #isAlive({ expiresAt }: MemoryItem): boolean {
    return expiresAt === undefined || Date.parse(expiresAt) > this.#now();
  }
}

const itemsOn = (lines: readonly ShelfLine[]): MemoryItem[] => lines.flatMap((line) => itemOn(line) ?? []);

const toLine = (item: MemoryItem): ShelfLine => ({
  scope: scopeKey(item.scope),
  key: item.key,
  json: JSON.stringify(item),
});

function withSource(known: readonly MemorySource[] = [], source: MemorySource): readonly MemorySource[] {
  const isKnown = known.some(({ run, session }) => run === source.run && session === source.session);
  return isKnown ? known : [...known, source].slice(-mostFormer);
}
