import type { RunQuery, Store } from '../stores/store.ts';
import { asked, askedAgent, askedIn, at, moved, sampleEntries, sampleEntry, user } from './sample-entries.ts';
import type { StoreTest, TestRunner } from './store-test.ts';

/** The names of the runs on each page, to the last one. */
async function pages(store: Store, query: RunQuery, between: () => unknown = () => {}): Promise<string[][]> {
  const found: string[][] = [];
  for (let after: string | undefined; found.length < 20; await between()) {
    const page = (await store.runs({ ...query, ...(after === undefined ? {} : { after }) })).map(({ run }) => run);
    if (page.length === 0) return found;
    found.push(page);
    after = page.at(-1);
  }
  throw new Error(`The list has no end: ${JSON.stringify(found)}`);
}

const names = async (store: Store, query?: RunQuery) => (await store.runs(query)).map(({ run }) => run);
const summary = async (store: Store) => (await store.runs())[0];
const withoutSizes = async (store: Store) => (await store.runs()).map(({ bytes: _, ...each }) => each);

/** The part of the contract about the line of a run in a list. */
export function summaryContract(test: StoreTest, expect: TestRunner['expect']): void {
  test('sums a run up', async (store) => {
    await store.append('a', 0, [asked('a', 1, user('Why?')), moved('a', 2, 'analyzing'), moved('a', 3, 'planning')]);
    const known = { run: 'a', question: 'Why?', startedAt: at(1), isPaused: false, isArchived: false };
    expect(await withoutSizes(store)).toEqual([{ ...known, status: 'planning', updatedAt: at(3), entries: 3 }]);
    await store.append('a', 3, [moved('a', 4, 'completed'), sampleEntry('a', 5, { at: at(5) })]);
    expect(await withoutSizes(store)).toEqual([{ ...known, status: 'completed', updatedAt: at(5), entries: 5 }]);
    await store.append('a', 5, [sampleEntry('a', 6, { at: at(6) })]);
    expect(await withoutSizes(store)).toEqual([{ ...known, status: 'completed', updatedAt: at(6), entries: 6 }]);
  });

  test('says of a run whether it is paused, until it goes on or has ended', async (store) => {
    const gate = (seq: number, type: 'run.paused' | 'run.resumed') =>
      sampleEntry('a', seq, { type, at: at(seq), data: {} });
    const isPaused = async () => (await summary(store))?.isPaused;
    await store.append('a', 0, [moved('a', 1, 'executing'), gate(2, 'run.paused')]);
    expect(await isPaused()).toEqual(true);
    await store.append('a', 2, [moved('a', 3, 'collecting')]);
    expect(await isPaused()).toEqual(true);
    await store.append('a', 3, [gate(4, 'run.resumed'), gate(5, 'run.paused'), gate(6, 'run.resumed')]);
    expect(await isPaused()).toEqual(false);
    await store.append('a', 6, [gate(7, 'run.paused')]);
    expect(await isPaused()).toEqual(true);
    await store.append('a', 7, [moved('a', 8, 'cancelled')]);
    expect(await isPaused()).toEqual(false);
  });

  test('sums a run up that has neither a question nor a status yet', async (store) => {
    await store.append('a', 0, [sampleEntry('a', 1, { at: at(1) })]);
    expect([(await summary(store))?.status, (await summary(store))?.question]).toEqual(['pending', '']);
    await store.append('a', 1, [asked('a', 2, user('Later?'))]);
    expect((await summary(store))?.question).toEqual('Later?');
  });

  test('takes the last message of the user for the question, and 200 characters of it', async (store) => {
    const messages = [user('first'), user(`${'long '.repeat(40)}tail`), { role: 'assistant', content: 'hm' }];
    await store.append('a', 0, [asked('a', 1, ...messages)]);
    expect((await summary(store))?.question).toEqual('long '.repeat(40));
  });

  test('takes any text for a question', async (store) => {
    const question = `it's "文字" 🎭\n\\ $1 ? %`;
    await store.append('a', 0, [asked('a', 1, user(question))]);
    await store.append('b', 0, [asked('b', 1, user('half \ud83c and \u0000 nothing'))]);
    expect((await store.runs()).map((each) => each.run)).toEqual(['b', 'a']);
    expect((await store.runs())[1]?.question).toEqual(question);
    expect(await store.read('b')).toEqual([asked('b', 1, user('half \ud83c and \u0000 nothing'))]);
  });
}

/** The part about what a run is found by. */
export function labelContract(test: StoreTest, expect: TestRunner['expect']): void {
  test('sums up the session and the metadata that a request came with', async (store) => {
    const metadata = { ticket: 42, 'über "alles"': 'naïve 文字 🎭\n\\', isUrgent: true, nothing: null };
    await store.append('a', 0, [askedIn('chat 1', 'a', 1, metadata), moved('a', 2, 'executing')]);
    await store.append('a', 2, [moved('a', 3, 'completed')]);
    const { session, metadata: kept, status } = (await summary(store)) ?? {};
    expect([session, kept, status]).toEqual(['chat 1', metadata, 'completed']);
    await store.append('b', 0, [sampleEntry('b', 1, { at: at(7) })]);
    expect(Object.keys((await summary(store)) ?? {}).filter((name) => /session|metadata/.test(name))).toEqual([]);
    await store.append('b', 1, [askedIn('chat 2', 'b', 2, {})]);
    expect([(await summary(store))?.session, (await summary(store))?.metadata]).toEqual(['chat 2', {}]);
  });

  test('sums up a run of an agent by its question, its session and its metadata', async (store) => {
    const input = { messages: [user('first'), user('And now?')], sessionId: 'chat 1', metadata: { ticket: 42 } };
    await store.append('a', 0, [askedAgent('a', 1, input), moved('a', 2, 'executing')]);
    await store.append('a', 2, [moved('a', 3, 'waiting')]);
    const { question, session, metadata, status } = (await summary(store)) ?? {};
    expect([question, session, metadata, status]).toEqual(['And now?', 'chat 1', { ticket: 42 }, 'waiting']);
    expect(await names(store, { session: 'chat 1', status: 'waiting' })).toEqual(['a']);
    await store.append('b', 0, [askedAgent('b', 1, { messages: 'nothing to work on' })]);
    expect((await summary(store))?.question).toEqual('team@1 {"messages":"nothing to work on"}');
  });
}

/** The part about the list of runs. */
export function listContract(test: StoreTest, expect: TestRunner['expect']): void {
  test('lists runs once, the newest first, however they grow later', async (store) => {
    for (const run of ['a', 'b', 'c']) await store.append(run, 0, sampleEntries(run, 1, 1));
    await store.append('a', 1, sampleEntries('a', 2, 2));
    expect(await names(store)).toEqual(['c', 'b', 'a']);
  });

  test('lists runs by their start, not by when they were stored', async (store) => {
    for (const [run, second] of Object.entries({ b: 2, d: 4, a: 1, c: 3 })) {
      await store.append(run, 0, [sampleEntry(run, 1, { at: at(second) })]);
    }
    expect(await names(store)).toEqual(['d', 'c', 'b', 'a']);
  });

  test('lists the runs of one status', async (store) => {
    for (const run of ['a', 'b', 'c']) await store.append(run, 0, [moved(run, 1, 'executing')]);
    await store.append('d', 0, sampleEntries('d', 1, 1));
    await store.append('b', 1, [moved('b', 2, 'completed')]);
    expect(await names(store, { status: 'executing' })).toEqual(['c', 'a']);
    expect(await names(store, { status: 'completed' })).toEqual(['b']);
    expect(await names(store, { status: 'pending' })).toEqual(['d']);
    expect(await names(store, { status: 'failed' })).toEqual([]);
  });

  test('lists the runs of one session, also of one status', async (store) => {
    const sessions = { a: 'one', b: 'two', c: 'one', d: 'One', e: 'one' };
    for (const [run, session] of Object.entries(sessions)) await store.append(run, 0, [askedIn(session, run, 1)]);
    await store.append('f', 0, sampleEntries('f', 1, 1));
    await store.append('c', 1, [moved('c', 2, 'completed')]);
    expect(await names(store, { session: 'one' })).toEqual(['e', 'c', 'a']);
    expect(await names(store, { session: 'one', status: 'pending' })).toEqual(['e', 'a']);
    expect(await names(store, { session: 'two', status: 'completed' })).toEqual([]);
    expect(await names(store, { session: 'three' })).toEqual([]);
    expect(await names(store, { session: '' })).toEqual([]);
    await store.delete('c');
    expect(await names(store, { session: 'one' })).toEqual(['e', 'a']);
  });

  test('lists a hundred runs when it is not told how many', async (store) => {
    for (let index = 1; index <= 101; index++) await store.append(`${index}`, 0, sampleEntries(`${index}`, 1, 1));
    expect((await store.runs()).length).toEqual(100);
    expect((await store.runs({ limit: 200 })).length).toEqual(101);
    expect(await names(store, { after: '2' })).toEqual(['1']);
  });
}

/** The part about the pages of that list. */
export function pagesContract(test: StoreTest, expect: TestRunner['expect']): void {
  for (const [what, second] of [
    ['that started at different times', (index: number) => index],
    ['that started at the same time', () => 1],
    ['of which some started at the same time', (index: number) => Math.floor(index / 3)],
  ] as const) {
    test(`gives runs ${what} page by page, none twice and none left out`, async (store) => {
      const runs = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
      for (const [index, run] of runs.entries()) {
        await store.append(run, 0, [sampleEntry(run, 1, { at: at(second(index)) })]);
      }
      expect(await pages(store, { limit: 3 })).toEqual([['g', 'f', 'e'], ['d', 'c', 'b'], ['a']]);
      expect((await pages(store, { limit: 1 })).flat()).toEqual(runs.toReversed());
      expect(await pages(store, { limit: 7 })).toEqual([runs.toReversed()]);
    });
  }

  test('gives the runs of one session page by page, none twice and none left out', async (store) => {
    for (const [index, run] of ['a', 'b', 'c', 'd', 'e', 'f', 'g'].entries()) {
      await store.append(run, 0, [askedIn(index % 3 === 1 ? 'other' : 'one', run, 1)]);
      await store.append(run, 1, [moved(run, 2, run === 'c' ? 'failed' : 'executing')]);
    }
    expect(await pages(store, { session: 'one', limit: 2 })).toEqual([['g', 'f'], ['d', 'c'], ['a']]);
    expect(await pages(store, { session: 'one', status: 'executing', limit: 2 })).toEqual([
      ['g', 'f'],
      ['d', 'a'],
    ]);
  });

  test('continues the pages where it was when runs are added or grow meanwhile', async (store) => {
    for (const run of ['a', 'b', 'c', 'd', 'e']) await store.append(run, 0, sampleEntries(run, 1, 1));
    let added = 0;
    const found = await pages(store, { limit: 2 }, async () => {
      added += 1;
      await store.append(`new ${added}`, 0, sampleEntries(`new ${added}`, 1, 1));
      await store.append('e', added, sampleEntries('e', added + 1, added + 1));
    });
    expect(found).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
  });

  test('gives nothing after a run that is gone', async (store) => {
    for (const run of ['a', 'b', 'c']) await store.append(run, 0, [askedIn('one', run, 1)]);
    await store.delete('b');
    expect(await names(store, { after: 'b' })).toEqual([]);
    expect(await names(store, { session: 'one', after: 'b' })).toEqual([]);
    expect(await names(store, { after: 'c' })).toEqual(['a']);
  });

  test('gives the runs of one status page by page, also after a run that has another status by now', async (store) => {
    for (const run of ['a', 'b', 'c', 'd', 'e']) await store.append(run, 0, [moved(run, 1, 'executing')]);
    await store.append('x', 0, [moved('x', 1, 'failed')]);
    let seen = 0;
    const found = await pages(store, { status: 'executing', limit: 2 }, async () => {
      seen += 1;
      if (seen === 1) await store.append('d', 1, [moved('d', 2, 'completed')]);
    });
    expect(found).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
  });
}
