import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStore, type Store, TroupeError } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { storeContract } from 'troupe/testing';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'troupe-stores-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

storeContract('memoryStore', memoryStore, { describe, it, expect });
storeContract('sqliteStore', () => sqliteStore(join(folder, `${++files}.db`)), { describe, it, expect });
storeContract('sqliteStore in memory', () => sqliteStore(':memory:'), { describe, it, expect });

describe('the suite itself', () => {
  /** Runs the suite against a store and gives the titles that fail. */
  async function failures(open: () => Store): Promise<string[]> {
    const tests: [string, () => Promise<void>][] = [];
    storeContract('a store', open, {
      describe: (_, body) => body(),
      it: (title, body) => tests.push([title, body]),
      expect,
    });
    const failed: string[] = [];
    for (const [title, body] of tests) {
      await body().catch(() => failed.push(title));
    }
    return failed;
  }

  it('passes a store that keeps the contract', async () => {
    expect(await failures(memoryStore)).toEqual([]);
  });

  /** A store in memory with one fault. */
  const faulty = (fault: (store: ReturnType<typeof memoryStore>) => Partial<Store>) => () => {
    const store = memoryStore();
    return { ...store, ...fault(store) };
  };
  const counts = async (store: Store, run: string) => (await store.read(run)).length;

  it.each<[string, () => Store, string]>([
    [
      'does not look at what the caller knows',
      faulty((store) => ({ append: async (run, _, ...rest) => store.append(run, await counts(store, run), ...rest) })),
      'refuses a caller who knows of fewer entries (0 of 2) and stores nothing',
    ],
    [
      'throws another error than it should',
      faulty((store) => ({
        append(...given) {
          try {
            return store.append(...given);
          } catch (error) {
            throw error instanceof TroupeError ? new Error('no') : error;
          }
        },
      })),
      'refuses a caller who knows of more entries (3 of 2) and stores nothing',
    ],
    [
      'lists the oldest run first',
      faulty((store) => ({ runs: async (query) => (await store.runs(query)).toReversed() })),
      'lists runs once, the newest first, however they grow later',
    ],
    [
      'lists runs of every status',
      faulty((store) => ({ runs: ({ status: _, ...query } = {}) => store.runs(query) })),
      'lists the runs of one status',
    ],
    [
      'lists runs of every session',
      faulty((store) => ({ runs: ({ session: _, ...query } = {}) => store.runs(query) })),
      'lists the runs of one session, also of one status',
    ],
    [
      'goes on after the last run by its time alone',
      faulty((store) => ({
        async runs({ after, limit = 100, ...query } = {}) {
          const all = await store.runs({ ...query, limit: 1000 });
          const last = all.find((each) => each.run === after);
          return all.filter((each) => !last || each.startedAt < last.startedAt).slice(0, limit);
        },
      })),
      'gives runs that started at the same time page by page, none twice and none left out',
    ],
    [
      'gives pages by number of runs seen',
      faulty((store) => {
        let seen = 0;
        return {
          async runs({ after, limit = 100, ...query } = {}) {
            const page = (await store.runs({ ...query, limit: 1000 })).slice(after ? seen : 0).slice(0, limit);
            seen = (after ? seen : 0) + page.length;
            return page;
          },
        };
      }),
      'continues the pages where it was when runs are added or grow meanwhile',
    ],
    [
      'reads without a limit',
      faulty((store) => ({ read: (run, after) => store.read(run, after) })),
      'reads no more than it is asked for',
    ],
    [
      'does not look at leases',
      faulty((store) => ({ append: (run, after, entries) => store.append(run, after, entries) })),
      'refuses entries with a lease that was lost, and stores nothing',
    ],
    [
      'gives a lease to everyone',
      faulty((store) => ({ acquire: (run, _, ttlMs) => store.acquire(run, 'all', ttlMs) })),
      'gives the lease of a run to one owner at a time',
    ],
    [
      'keeps a released lease',
      faulty(() => ({ release() {} })),
      'gives a released lease to the next owner with a higher token',
    ],
    ['renews every lease', faulty(() => ({ renew: () => true })), 'does not renew a lease that was lost'],
    [
      'archives by reading no more',
      faulty((store) => ({ archive: (run) => store.delete(run) })),
      'reads an archived run as before, whole and in pages',
    ],
    ['archives by doing nothing', faulty(() => ({ archive: async () => true })), 'adds nothing to an archived run'],
    [
      'deletes by doing nothing',
      faulty(() => ({ delete: async () => true })),
      'deletes a run, whose id can be used again',
    ],
    [
      'finds without looking at times',
      faulty((store) => ({ find: ({ from: _, ...query }) => store.find(query) })),
      'finds entries of several types by time, kind, status and actor',
    ],
    [
      'keeps the list that it is given',
      () => keepsGivenLists(),
      'is not changed by what callers do to the lists they gave and got',
    ],
  ])('fails a store that %s', async (_, open, title) => {
    expect(await failures(open)).toContain(title);
  });
});

/** Hands out the very list that the first append of a run brought. */
function keepsGivenLists(): Store {
  const store = memoryStore();
  const lists = new Map<string, Parameters<Store['append']>[2]>();
  return {
    ...store,
    append(run, after, entries, lease) {
      store.append(run, after, entries, lease);
      if (after === 0) lists.set(run, entries);
    },
    read: async (run, after, limit) =>
      after === undefined && lists.has(run) ? (lists.get(run) ?? []) : store.read(run, after, limit),
  };
}
