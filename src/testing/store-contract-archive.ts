import type { RunQuery, Store } from '../stores/store.ts';
import { asked, moved, refusal, sampleEntries, sampleEntry, user } from './sample-entries.ts';
import type { StoreTest, TestRunner } from './store-test.ts';

const names = async (store: Store, query?: RunQuery) => (await store.runs(query)).map(({ run }) => run);

/** The part of the contract about runs that are archived or deleted. */
export function archiveContract(test: StoreTest, expect: TestRunner['expect']): void {
  test('reads an archived run as before, whole and in pages', async (store) => {
    await store.append('a', 0, sampleEntries('a', 1, 5));
    expect(await store.archive('a')).toEqual(true);
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 5));
    expect(await store.read('a', 3)).toEqual(sampleEntries('a', 4, 5));
    for (let seq = 1; seq <= 5; seq++) expect(await store.read('a', seq - 1, 1)).toEqual(sampleEntries('a', seq, seq));
    expect(await store.read('a', 4, 10)).toEqual(sampleEntries('a', 5, 5));
    expect(await store.read('a', 5, 10)).toEqual([]);
    expect(await store.read('a', 0, 0)).toEqual([]);
  });

  test('lists an archived run in its place, as archived', async (store) => {
    for (const run of ['a', 'b', 'c']) await store.append(run, 0, [moved(run, 1, 'completed')]);
    const before = await store.runs();
    await store.archive('b');
    const plain = before.map(({ bytes: _, ...each }) => ({ ...each, isArchived: each.run === 'b' }));
    expect((await store.runs()).map(({ bytes: _, ...each }) => each)).toEqual(plain);
    expect(await names(store, { status: 'completed' })).toEqual(['c', 'b', 'a']);
  });

  test('adds nothing to an archived run', async (store) => {
    await store.append('a', 0, sampleEntries('a', 1, 2));
    await store.archive('a');
    for (const after of [0, 2]) {
      expect(await refusal(() => store.append('a', after, sampleEntries('a', after + 1, after + 1)))).toEqual('store');
    }
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 2));
  });

  test('archives a run once, and none that it does not know', async (store) => {
    await store.append('a', 0, sampleEntries('a', 1, 2));
    expect([await store.archive('a'), await store.archive('a')]).toEqual([true, false]);
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 2));
    expect(await store.archive('b')).toEqual(false);
  });

  for (const isArchived of [false, true]) {
    test(`deletes ${isArchived ? 'an archived run' : 'a run'}, whose id can be used again`, async (store) => {
      for (const run of ['a', 'b'])
        await store.append(run, 0, [asked(run, 1, user('old')), moved(run, 2, 'completed')]);
      if (isArchived) await store.archive('a');
      expect(await store.delete('a')).toEqual(true);
      expect(await names(store)).toEqual(['b']);
      expect(await names(store, { status: 'completed' })).toEqual(['b']);
      expect(await store.read('a')).toEqual([]);
      expect((await store.read('b')).length).toEqual(2);
      await store.append('a', 0, sampleEntries('a', 1, 1));
      expect(await store.read('a')).toEqual(sampleEntries('a', 1, 1));
      const again = (await store.runs()).find((each) => each.run === 'a');
      expect([again?.status, again?.question, again?.isArchived]).toEqual(['pending', '', false]);
    });
  }

  test('does not delete a run that it does not know, or has deleted', async (store) => {
    expect(await store.delete('a')).toEqual(false);
    await store.append('a', 0, sampleEntries('a', 1, 1));
    expect([await store.delete('a'), await store.delete('a')]).toEqual([true, false]);
  });
}

/** The part about what is bulky in archives, and shared by several. */
export function bulkContract(test: StoreTest, expect: TestRunner['expect']): void {
  const text = 'naïve 文字 🎭 "quoted" \\ and \\" \n\u0001\u2028 '.repeat(300);
  const rows = Array.from({ length: 500 }, (_, row) => ({ row, 'a "key"\\': `]}${row}` }));
  const output = (seq: number, run: string) => ({
    tool: 'read',
    text: `${seq}${text}`,
    data: { rows, run },
    isError: false,
  });
  const entries = (run: string) => [
    asked(run, 1, user(text)),
    ...[2, 2, 3].map((which, index) => {
      const data = { key: `k${index}`, kind: 'useTool', output: output(which, run) } as const;
      return sampleEntry(run, index + 2, { type: 'effect.completed', data });
    }),
    sampleEntry(run, 5, { type: 'answer.given', data: { content: `2${text}` } }),
    moved(run, 6, 'completed'),
  ];

  test('reads archived runs with bulky outputs as before, whole, in pages and found, also when others are deleted', async (store) => {
    for (const run of ['a', 'b', 'c']) await store.append(run, 0, entries(run));
    for (const run of ['a', 'b', 'c']) expect(await store.archive(run)).toEqual(true);
    for (const run of ['a', 'b', 'c']) {
      expect(JSON.stringify(await store.read(run))).toEqual(JSON.stringify(entries(run)));
      expect(await store.read(run, 3, 1)).toEqual(entries(run).slice(3, 4));
      await store.delete(run);
    }
    await store.append('b', 0, entries('b'));
    await store.archive('b');
    expect(await store.find({ type: 'answer.given' })).toEqual(entries('b').slice(4, 5));
    expect(await store.read('b')).toEqual(entries('b'));
  });
}

/** The part about how much there is. */
export function sizeContract(test: StoreTest, expect: TestRunner['expect']): void {
  test('says what a run has added, and how much there is', async (store) => {
    expect((await store.size()).runs).toEqual(0);
    await store.append('a', 0, sampleEntries('a', 1, 20));
    const sizes = async () => (await store.runs()).map(({ bytes }) => bytes);
    const [whole = 0] = await sizes();
    expect([whole > 2_000, whole < 20_000]).toEqual([true, true]);
    await store.append('a', 20, [asked('a', 21, user('long '.repeat(1_000)))]);
    const [more = 0] = await sizes();
    expect(more > whole + 5_000).toEqual(true);
    await store.append('b', 0, sampleEntries('b', 1, 1));
    await store.archive('a');
    const [, packed = 0] = await sizes();
    expect([packed > 0, packed <= more]).toEqual([true, true]);
    const { runs, bytes } = await store.size();
    expect([runs, bytes > 0]).toEqual([2, true]);
    await store.delete('a');
    expect((await store.size()).runs).toEqual(1);
  });
}
