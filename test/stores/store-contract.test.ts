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

  it('fails a store that does not look at what the caller knows', async () => {
    const careless = () => {
      const [store, counts] = [memoryStore(), new Map<string, number>()];
      return {
        ...store,
        append(run: string, _after: number, entries: Parameters<Store['append']>[2]) {
          const count = counts.get(run) ?? 0;
          store.append(run, count, entries);
          counts.set(run, count + entries.length);
        },
      };
    };
    expect(await failures(careless)).toEqual([
      'refuses a caller who knows of fewer entries (0 of 2) and stores nothing',
      'refuses a caller who knows of fewer entries (1 of 2) and stores nothing',
      'refuses a caller who knows of more entries (3 of 2) and stores nothing',
      'refuses the first entries of a run that it does not know when the caller knows of earlier ones',
      'lets one of two callers with the same knowledge win',
    ]);
  });

  it('fails a store that lists the oldest run first', async () => {
    const backwards = () => {
      const store = memoryStore();
      return { ...store, runs: async () => (await store.runs()).toReversed() };
    };
    expect(await failures(backwards)).toEqual([
      'lists runs once, the newest first, however they grow later',
      'takes any text for the id of a run',
    ]);
  });

  it('fails a store that throws another error than it should', async () => {
    const rude = () => {
      const store = memoryStore();
      return {
        ...store,
        append(...args: Parameters<Store['append']>) {
          try {
            store.append(...args);
          } catch (error) {
            throw error instanceof TroupeError ? new Error('no') : error;
          }
        },
      };
    };
    expect((await failures(rude)).length).toBe(5);
  });
});
