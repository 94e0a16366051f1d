import type { Entry } from '../log/entry.ts';
import type { Store, StoreQuery } from '../stores/store.ts';
import { asked, askedIn, at, refusal, sampleEntries, sampleEntry, user } from './sample-entries.ts';
import type { StoreTest, TestRunner } from './store-test.ts';

const own = (run: string, seq: number, name: string, second: number): Entry =>
  sampleEntry(run, seq, { type: 'entry.recorded', at: at(second), data: { name, version: 1, value: seq } });
const failed = (run: string, seq: number, second: number): Entry => ({
  ...sampleEntry(run, seq, { type: 'run.failed', at: at(second), data: { code: 'model', message: 'Down.' } }),
  status: 'failed',
});
const places = async (store: Store, query: StoreQuery) =>
  (await store.find(query)).map(({ run, seq }) => `${run}${seq}`).join(' ');

/** The part of the contract about entries that are looked for in all runs. */
export function findContract(test: StoreTest, expect: TestRunner['expect']): void {
  test('finds the entries of a type in all runs, the newest first, as they were given', async (store) => {
    const first = asked('b', 1, user('naïve 文字 🎭'), user('Why?'));
    await store.append('a', 0, [failed('a', 1, 5), own('a', 2, 'price.seen', 9)]);
    await store.append('b', 0, [first, failed('b', 2, 7)]);
    await store.append('a', 2, [failed('a', 3, 6)]);
    expect(await store.find({ type: 'run.failed' })).toEqual([failed('b', 2, 7), failed('a', 3, 6), failed('a', 1, 5)]);
    expect(await store.find({ type: 'request.received' })).toEqual([first]);
    expect(await store.find({ type: 'plan.created' })).toEqual([]);
  });

  test('finds own entries by their name, and all of them by the type that they share', async (store) => {
    await store.append('a', 0, [
      own('a', 1, 'price.seen', 1),
      own('a', 2, 'tea.made', 2),
      own('a', 3, 'price.seen', 3),
    ]);
    expect(await places(store, { type: 'price.seen' })).toEqual('a3 a1');
    expect(await places(store, { type: 'entry.recorded' })).toEqual('a3 a2 a1');
    expect(await places(store, { type: ['entry.recorded', 'tea.made'] })).toEqual('a3 a2 a1');
  });

  test('finds entries of several types by time, kind, status and actor', async (store) => {
    await store.append('a', 0, [failed('a', 1, 1), own('a', 2, 'price.seen', 2), failed('a', 3, 3), failed('a', 4, 4)]);
    const type = ['run.failed', 'price.seen'];
    expect(await places(store, { type, from: at(2), to: at(4) })).toEqual('a3 a2');
    expect(await places(store, { type, from: new Date(at(4)) })).toEqual('a4');
    expect(await places(store, { type, kind: 'fact' })).toEqual('a2');
    expect(await places(store, { type, status: 'failed', limit: 2 })).toEqual('a4 a3');
    expect(await places(store, { type, actor: 'host' })).toEqual('a4 a3 a2 a1');
    expect(await places(store, { type, actor: 'guest' })).toEqual('');
    expect(await places(store, { type, to: new Date(8.64e15) })).toEqual('a4 a3 a2 a1');
  });

  test('finds what is rare among what is frequent', async (store) => {
    const rare = { ...own('a', 1, 'price.seen', 0), actor: 'guest' } as Entry; // it differs in this alone
    await store.append('a', 0, [rare, ...Array.from({ length: 20 }, (_, n) => own('a', n + 2, 'price.seen', n + 1))]);
    expect(await store.find({ type: 'price.seen', actor: 'guest', limit: 1 })).toEqual([rare]);
    expect(await store.find({ type: 'price.seen', actor: 'guest', limit: 2 })).toEqual([rare]);
  });
}

/** The part about pages of what is found, sessions, and what is not found. */
export function foundPagesContract(test: StoreTest, expect: TestRunner['expect']): void {
  test('gives what it finds page by page, none twice and none left out', async (store) => {
    for (const run of ['a', 'b', 'c']) {
      await store.append(run, 0, [
        failed(run, 1, 1),
        own(run, 2, 'price.seen', 1),
        failed(run, 3, 2),
        failed(run, 4, 2),
      ]);
    }
    for (const type of ['run.failed', ['run.failed', 'price.seen']]) {
      const all = await store.find({ type });
      const found: Entry[] = [];
      for (let after: Entry | undefined; ; after = found.at(-1)) {
        const page = await store.find({ type, limit: 2, ...(after ? { after } : {}) });
        found.push(...page);
        if (page.length === 0) break;
      }
      expect([found, found.length]).toEqual([all, typeof type === 'string' ? 9 : 12]);
    }
  });

  test('finds every type in the runs of one session', async (store) => {
    await store.append('a', 0, [askedIn('one', 'a', 1), failed('a', 2, 8)]);
    await store.append('b', 0, [askedIn('two', 'b', 1), failed('b', 2, 9)]);
    await store.append('c', 0, [askedIn('one', 'c', 1), ...sampleEntries('c', 2, 3), failed('c', 4, 7)]);
    expect(await places(store, { session: 'one', type: 'run.failed' })).toEqual('a2 c4');
    expect(await places(store, { session: 'one', type: 'effect.completed' })).toEqual('c3 c2');
    expect(await places(store, { session: 'one', status: 'failed', limit: 1 })).toEqual('a2');
    expect(await places(store, { session: 'none', type: 'run.failed' })).toEqual('');
  });

  test('refuses to look in all runs for what they are full of, for no type at all, and for a number that is none', async (store) => {
    expect(await refusal(() => store.find({ type: 'effect.completed' }))).toEqual('usage');
    expect(await refusal(() => store.find({ from: at(1) }))).toEqual('usage');
    expect(await refusal(() => store.find({ type: 'run.failed', from: 'soon' }))).toEqual('usage');
    expect(await refusal(() => store.find({ type: 'run.failed', limit: -1 }))).toEqual('usage');
    expect(await refusal(() => store.find({ type: 'run.failed', limit: 1.5 }))).toEqual('usage');
    // What a program without types may ask.
    for (const wrong of [{ type: 5 }, { status: 'done' }, { kind: 'event' }, { sesion: 's' }, { after: null }]) {
      expect(await refusal(() => store.find({ type: 'run.failed', ...(wrong as object) }))).toEqual('usage');
    }
  });

  test('finds what is archived, and nothing that was deleted', async (store) => {
    for (const run of ['a', 'b', 'c']) await store.append(run, 0, [asked(run, 1, user('Why?')), failed(run, 2, 2)]);
    await store.archive('b');
    await store.delete('c');
    expect(await store.find({ type: 'run.failed' })).toEqual([failed('b', 2, 2), failed('a', 2, 2)]);
    expect(await store.find({ type: 'request.received' })).toEqual([
      asked('b', 1, user('Why?')),
      asked('a', 1, user('Why?')),
    ]);
    await store.delete('b');
    await store.append('b', 0, [failed('b', 1, 3), own('b', 2, 'price.seen', 3)]);
    expect(await places(store, { type: 'run.failed' })).toEqual('b1 a2');
  });
}
