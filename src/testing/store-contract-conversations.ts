import type { Store } from '../stores/store.ts';
import { asked, moved, refusal, sampleEntries, user } from './sample-entries.ts';
import type { StoreTest, TestRunner } from './store-test.ts';

/** A conversation of so many messages, each with something of its own. */
const talk = (count: number, topic = 'it') =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `What is said of ${topic}, number ${index}: naïve 文字 🎭 "\\ \u0000`,
  }));

const asJson = async (store: Store, run: string) => (await store.read(run)).map((entry) => JSON.stringify(entry));
const written = (run: string, ...messages: unknown[]) => [JSON.stringify(asked(run, 1, ...messages))];

/** The part of the contract about conversations: each run brings all of its own, however a store keeps them. */
export function conversationContract(test: StoreTest, expect: TestRunner['expect']): void {
  test('gives the same history back to each of many runs, to the byte', async (store) => {
    for (const run of ['a', 'b', 'c']) await store.append(run, 0, [asked(run, 1, ...talk(7))]);
    for (const run of ['a', 'b', 'c']) expect(await asJson(store, run)).toEqual(written(run, ...talk(7)));
  });

  test('gives each run of a conversation that goes on what was said until then', async (store) => {
    const lengths = [1, 3, 5, 4, 9];
    for (const length of lengths) await store.append(`${length}`, 0, [asked(`${length}`, 1, ...talk(length))]);
    for (const length of lengths)
      expect(await asJson(store, `${length}`)).toEqual(written(`${length}`, ...talk(length)));
  });

  test('keeps histories apart that begin alike and differ later, or end alike and began differently', async (store) => {
    const histories = {
      a: talk(6),
      b: [...talk(3), user('or else?'), ...talk(2, 'more')],
      c: [user('hello'), ...talk(6).slice(1)],
      d: talk(6).toReversed(),
    };
    for (const [run, messages] of Object.entries(histories)) await store.append(run, 0, [asked(run, 1, ...messages)]);
    for (const [run, messages] of Object.entries(histories)) {
      expect(await asJson(store, run)).toEqual(written(run, ...messages));
    }
  });

  test('takes whatever stands where messages belong', async (store) => {
    const oddities = {
      none: [],
      nothing: [null],
      texts: ['a', '', '[]'],
      keys: [{ content: 'x', role: 'user', '2': 1, '1': 2, more: { z: [[]], a: {} } }],
      same: [user('again'), user('again'), user('again')],
    };
    for (const [run, messages] of Object.entries(oddities)) await store.append(run, 0, [asked(run, 1, ...messages)]);
    for (const [run, messages] of Object.entries(oddities)) {
      expect(await asJson(store, run)).toEqual(written(run, ...messages));
    }
  });
}

/** The part about where they stand, and when they go. */
export function conversationEndsContract(test: StoreTest, expect: TestRunner['expect']): void {
  test('reads a request in any part of a log, and several of them', async (store) => {
    const entries = [...sampleEntries('a', 1, 2), asked('a', 3, ...talk(3)), moved('a', 4, 'executing')];
    const all = [...entries, asked('a', 5, ...talk(4))];
    await store.append('a', 0, all.slice(0, 3));
    await store.append('a', 3, all.slice(3));
    expect(await store.read('a')).toEqual(all);
    for (const [index, entry] of all.entries()) expect(await store.read('a', index, 1)).toEqual([entry]);
    await store.archive('a');
    expect(await store.read('a')).toEqual(all);
    for (const [index, entry] of all.entries()) expect(await store.read('a', index, 1)).toEqual([entry]);
  });

  test('keeps what other runs show when one of them is archived or deleted', async (store) => {
    for (const [run, length] of Object.entries({ a: 4, b: 8, c: 6, d: 8 })) {
      await store.append(run, 0, [asked(run, 1, ...talk(length))]);
    }
    await store.archive('b');
    await store.delete('d');
    expect(await asJson(store, 'b')).toEqual(written('b', ...talk(8)));
    await store.delete('b');
    expect(await asJson(store, 'c')).toEqual(written('c', ...talk(6)));
    await store.delete('a');
    expect(await asJson(store, 'c')).toEqual(written('c', ...talk(6)));
    await store.delete('c');
    await store.append('e', 0, [asked('e', 1, ...talk(8))]);
    expect(await asJson(store, 'e')).toEqual(written('e', ...talk(8)));
  });

  test('keeps nothing of a request that it refuses', async (store) => {
    await store.append('a', 0, [asked('a', 1, ...talk(2))]);
    expect(await refusal(() => store.append('a', 0, [asked('a', 1, ...talk(5))]))).toEqual('store');
    await store.append('b', 0, [asked('b', 1, ...talk(5))]);
    expect(await asJson(store, 'a')).toEqual(written('a', ...talk(2)));
    expect(await asJson(store, 'b')).toEqual(written('b', ...talk(5)));
  });

  test('gives a history of ten thousand messages back', async (store) => {
    const history = talk(10_000);
    await store.append('a', 0, [asked('a', 1, ...history)]);
    await store.append('b', 0, [asked('b', 1, ...history, user('And now?'))]);
    expect(await asJson(store, 'a')).toEqual(written('a', ...history));
    expect(await asJson(store, 'b')).toEqual(written('b', ...history, user('And now?')));
    expect([await store.delete('a'), await store.delete('b')]).toEqual([true, true]);
  });
}
