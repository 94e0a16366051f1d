import type { Entry } from '../log/entry.ts';
import type { Store } from '../stores/store.ts';
import { refusal, sampleEntries, sampleEntry } from './sample-entries.ts';
import type { StoreTest, TestRunner } from './store-test.ts';

const sequence = async (store: Store, run: string, after?: number, limit?: number) =>
  (await store.read(run, after, limit)).map((entry) => entry.seq);

/** The part of the contract about the entries of a run. */
export function entriesContract(test: StoreTest, expect: TestRunner['expect']): void {
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

  test('gives the data of entries back to the byte, in the order of its keys', async (store) => {
    const value = { z: 1, 'a b': '\u0000\ud83c', m: { y: [1e21, -0.1], x: '</script>' }, '': [], '10': 0, '9': null };
    const data = { value, path: 'answer' };
    await store.append('a', 0, [sampleEntry('a', 1, { type: 'context.edited', data })]);
    expect(JSON.stringify((await store.read('a'))[0]?.data)).toEqual(JSON.stringify(data));
  });

  test('adds to what is there', async (store) => {
    await store.append('a', 0, sampleEntries('a', 1, 2));
    await store.append('a', 2, sampleEntries('a', 3, 3));
    await store.append('a', 3, sampleEntries('a', 4, 6));
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 6));
  });

  test('changes nothing when it is given no entries', async (store) => {
    await store.append('a', 0, []);
    expect(await store.runs()).toEqual([]);
    await store.append('a', 0, sampleEntries('a', 1, 2));
    await store.append('a', 2, []);
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 2));
  });
}

/** The part about reading a part of them, and about runs beside one another. */
export function readingContract(test: StoreTest, expect: TestRunner['expect']): void {
  test('reads from any place on', async (store) => {
    await store.append('a', 0, sampleEntries('a', 1, 5));
    expect(await sequence(store, 'a', 0)).toEqual([1, 2, 3, 4, 5]);
    expect(await sequence(store, 'a', 3)).toEqual([4, 5]);
    expect(await sequence(store, 'a', 5)).toEqual([]);
    expect(await sequence(store, 'a', 99)).toEqual([]);
  });

  test('reads no more than it is asked for', async (store) => {
    await store.append('a', 0, sampleEntries('a', 1, 5));
    expect(await sequence(store, 'a', 0, 2)).toEqual([1, 2]);
    expect(await sequence(store, 'a', 2, 2)).toEqual([3, 4]);
    expect(await sequence(store, 'a', 4, 2)).toEqual([5]);
    expect(await sequence(store, 'a', 5, 2)).toEqual([]);
    expect(await sequence(store, 'a', 0, 0)).toEqual([]);
  });

  test('keeps runs apart', async (store) => {
    await store.append('a', 0, sampleEntries('a', 1, 2));
    await store.append('b', 0, sampleEntries('b', 1, 1));
    await store.append('a', 2, sampleEntries('a', 3, 3));
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 3));
    expect(await store.read('b')).toEqual(sampleEntries('b', 1, 1));
  });

  test('takes any text for the id of a run', async (store) => {
    const ids = ["it's", 'a/b', '../a', '跑', '🎭', 'constructor', '__proto__', 'null', 'A', 'a', 'a ', ' ', '%', '_'];
    ids.push('é', 'e\u0301', 'a\nb', "'); DROP TABLE runs; --", '"', '\\', '$1', '?', 'x'.repeat(1000));
    for (const run of ids) await store.append(run, 0, sampleEntries(run, 1, 1));
    expect((await store.runs()).map(({ run }) => run)).toEqual([...ids].reverse());
    for (const run of ids) expect(await store.read(run)).toEqual(sampleEntries(run, 1, 1));
    for (const run of ids) expect(await store.delete(run)).toEqual(true);
    expect(await store.runs()).toEqual([]);
  });

  test('is not changed by what callers do to the lists they gave and got', async (store) => {
    const given = sampleEntries('a', 1, 2);
    await store.append('a', 0, given);
    given.pop();
    // A caller in JavaScript can do this; the type says that it should not.
    ((await store.read('a')) as Entry[]).pop();
    expect(await sequence(store, 'a')).toEqual([1, 2]);
  });

  test('takes ten thousand entries at once', async (store) => {
    await store.append('a', 0, sampleEntries('a', 1, 10_000));
    expect((await store.runs())[0]?.entries).toEqual(10_000);
    expect(await sequence(store, 'a', 9_998)).toEqual([9_999, 10_000]);
    expect((await store.read('a')).length).toEqual(10_000);
    await store.append('a', 10_000, sampleEntries('a', 10_001, 10_001));
  });
}

/** The part about callers who know of other entries than there are. */
export function conflictContract(test: StoreTest, expect: TestRunner['expect']): void {
  for (const [after, what] of [
    [0, 'fewer'],
    [1, 'fewer'],
    [3, 'more'],
  ] as const) {
    test(`refuses a caller who knows of ${what} entries (${after} of 2) and stores nothing`, async (store) => {
      await store.append('a', 0, sampleEntries('a', 1, 2));
      expect(await refusal(() => store.append('a', after, sampleEntries('a', after + 1, after + 2)))).toEqual('store');
      expect(await store.read('a')).toEqual(sampleEntries('a', 1, 2));
      await store.append('a', 2, sampleEntries('a', 3, 3));
      expect(await sequence(store, 'a')).toEqual([1, 2, 3]);
    });
  }

  test('refuses the first entries of a run that it does not know when the caller knows of earlier ones', async (store) => {
    expect(await refusal(() => store.append('a', 4, sampleEntries('a', 5, 5)))).toEqual('store');
    expect(await store.runs()).toEqual([]);
  });

  for (const known of [0, 1]) {
    test(`lets one of two callers with the same knowledge (${known}) win`, async (store) => {
      if (known > 0) await store.append('a', 0, sampleEntries('a', 1, 1));
      const outcomes = await Promise.all([
        refusal(() => store.append('a', known, sampleEntries('a', known + 1, known + 1))),
        refusal(() => store.append('a', known, sampleEntries('a', known + 1, known + 2))),
      ]);
      expect(outcomes.toSorted()).toEqual(['store', undefined]);
    });
  }

  test('refuses one of many runs that write at once, and stores what the others write', async (store) => {
    const runs = Array.from({ length: 12 }, (_, index) => `run ${index}`);
    const lease = await store.acquire('run 7', 'one', 0);
    await store.acquire('run 7', 'two', 60_000);
    const outcomes = await Promise.all(
      runs.map((run, index) =>
        refusal(() =>
          index === 3
            ? store.append(run, 5, sampleEntries(run, 6, 6))
            : store.append(run, 0, sampleEntries(run, 1, 2), index === 7 ? lease : undefined),
        ),
      ),
    );
    const refused = new Map([
      [3, 'store'],
      [7, 'lease'],
    ]);
    expect(outcomes).toEqual(runs.map((_, index) => refused.get(index)));
    for (const [index, run] of runs.entries()) {
      expect(await store.read(run)).toEqual(refused.has(index) ? [] : sampleEntries(run, 1, 2));
    }
  });
}
