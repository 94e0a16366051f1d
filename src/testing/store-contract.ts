import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import type { Store } from '../stores/store.ts';

/** The functions of a test runner that the suite needs; those of vitest, jest and `node:test` with an `expect` fit. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => void;
  readonly it: (name: string, body: () => Promise<void>) => void;
  readonly expect: (actual: unknown) => { toEqual(expected: unknown): void };
}

/** Entries of a run with numbers from `first` to `last`, for tests of stores. */
export function sampleEntries(run: string, first: number, last: number): Entry[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const seq = first + index;
    return {
      seq,
      id: `${run}:${seq}`,
      run,
      at: new Date(Date.UTC(2026, 0, 1) + seq).toISOString(),
      kind: 'fact',
      type: 'effect.completed',
      actor: 'host/step-1#1',
      ...(seq > 1 ? { parent: `${run}:1` } : {}),
      status: 'success',
      data: {
        key: `k${seq}`,
        output: { text: 'naïve 文字 🎭\n\u2028"\\', list: [1, -0.5, null, true, {}], empty: '' },
      },
    };
  });
}

/**
 * The contract of a store as a suite. Run it with your own runner:
 * `storeContract('redisStore', openStore, { describe, it, expect })`. `open` gives a new, empty store each time; the suite
 * closes it.
 */
export function storeContract(
  name: string,
  open: () => Store | Promise<Store>,
  { describe, it, expect }: TestRunner,
): void {
  const test = (title: string, body: (store: Store) => Promise<void>) =>
    it(title, async () => {
      const store = await open();
      try {
        await body(store);
      } finally {
        await store.close();
      }
    });
  const sequence = async (store: Store, run: string, after?: number) =>
    (await store.read(run, after)).map((entry) => entry.seq);

  describe(`${name} keeps the contract of a store`, () => {
    test('has no runs and no entries when it is new', async (store) => {
      expect(await store.runs()).toEqual([]);
      expect(await store.read('unknown')).toEqual([]);
      expect(await store.read('unknown', 5)).toEqual([]);
    });

    test('gives entries back as they were given, in order', async (store) => {
      const entries = sampleEntries('a', 1, 3);
      await store.append('a', 0, entries);
      expect(await store.read('a')).toEqual(entries);
    });

    test('adds to what is there', async (store) => {
      await store.append('a', 0, sampleEntries('a', 1, 2));
      await store.append('a', 2, sampleEntries('a', 3, 3));
      await store.append('a', 3, sampleEntries('a', 4, 6));
      expect(await store.read('a')).toEqual(sampleEntries('a', 1, 6));
    });

    test('reads from any place on', async (store) => {
      await store.append('a', 0, sampleEntries('a', 1, 5));
      expect(await sequence(store, 'a', 0)).toEqual([1, 2, 3, 4, 5]);
      expect(await sequence(store, 'a', 3)).toEqual([4, 5]);
      expect(await sequence(store, 'a', 5)).toEqual([]);
      expect(await sequence(store, 'a', 99)).toEqual([]);
    });

    test('keeps runs apart', async (store) => {
      await store.append('a', 0, sampleEntries('a', 1, 2));
      await store.append('b', 0, sampleEntries('b', 1, 1));
      await store.append('a', 2, sampleEntries('a', 3, 3));
      expect(await store.read('a')).toEqual(sampleEntries('a', 1, 3));
      expect(await store.read('b')).toEqual(sampleEntries('b', 1, 1));
    });

    test('lists runs once, the newest first, however they grow later', async (store) => {
      for (const run of ['a', 'b', 'c']) await store.append(run, 0, sampleEntries(run, 1, 1));
      await store.append('a', 1, sampleEntries('a', 2, 2));
      expect(await store.runs()).toEqual(['c', 'b', 'a']);
    });

    test('takes any text for the id of a run', async (store) => {
      const ids = ["it's", 'a/b', '跑', 'constructor', '__proto__', 'A', 'a', '%'];
      for (const run of ids) await store.append(run, 0, sampleEntries(run, 1, 1));
      expect(await store.runs()).toEqual([...ids].reverse());
      for (const run of ids) expect(await store.read(run)).toEqual(sampleEntries(run, 1, 1));
    });

    for (const [after, what] of [
      [0, 'fewer'],
      [1, 'fewer'],
      [3, 'more'],
    ] as const) {
      test(`refuses a caller who knows of ${what} entries (${after} of 2) and stores nothing`, async (store) => {
        await store.append('a', 0, sampleEntries('a', 1, 2));
        expect(await refusal(() => store.append('a', after, sampleEntries('a', after + 1, after + 2)))).toEqual(
          'store',
        );
        expect(await store.read('a')).toEqual(sampleEntries('a', 1, 2));
        await store.append('a', 2, sampleEntries('a', 3, 3));
        expect(await sequence(store, 'a')).toEqual([1, 2, 3]);
      });
    }

    test('refuses the first entries of a run that it does not know when the caller knows of earlier ones', async (store) => {
      expect(await refusal(() => store.append('a', 4, sampleEntries('a', 5, 5)))).toEqual('store');
      expect(await store.runs()).toEqual([]);
    });

    test('lets one of two callers with the same knowledge win', async (store) => {
      await store.append('a', 0, sampleEntries('a', 1, 1));
      const outcomes = await Promise.all([
        refusal(() => store.append('a', 1, sampleEntries('a', 2, 2))),
        refusal(() => store.append('a', 1, sampleEntries('a', 2, 3))),
      ]);
      expect(outcomes.toSorted()).toEqual(['store', undefined]);
    });

    test('is not changed by what callers do to the lists they gave and got', async (store) => {
      const given = sampleEntries('a', 1, 2);
      await store.append('a', 0, given);
      given.pop();
      // A caller in JavaScript can do this; the type says that it should not.
      ((await store.read('a')) as Entry[]).pop();
      expect(await sequence(store, 'a')).toEqual([1, 2]);
    });

    test('takes a thousand entries at once', async (store) => {
      await store.append('a', 0, sampleEntries('a', 1, 1000));
      expect(await sequence(store, 'a', 998)).toEqual([999, 1000]);
    });

    test('may be closed twice', async (store) => {
      await store.append('a', 0, sampleEntries('a', 1, 1));
      await store.close();
      expect(await refusal(() => store.close())).toEqual(undefined);
    });
  });
}

/** The code of the error that something ends with, whether it throws or rejects. */
async function refusal(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof TroupeError ? error.code : error;
  }
}
