import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { sampleEntries } from 'troupe/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { asked } from '../../src/testing/sample-entries.ts';
import { failure } from './failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'troupe-groups-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${++files}.db`);
const names = (count: number) => Array.from({ length: count }, (_, index) => `run ${index}`);
const append = (store: Store, run: string) => store.append(run, 0, sampleEntries(run, 1, 2));
/** What another connection sees. */
const seen = (file: string, sql: string) => {
  const database = new DatabaseSync(file);
  const row = database.prepare(sql).get();
  database.close();
  return Number(Object.values(row ?? {})[0]);
};
const entryCount = (file: string) => seen(file, 'SELECT count(*) FROM entries');
const talk = (length: number): unknown[] =>
  Array.from({ length }, (_, index) => ({
    role: 'user',
    content: `message ${index}, which says something of its own`,
  }));

describe('writes of one turn', () => {
  it('of one run are durable at once, each of them', () => {
    const file = newFile();
    const store = sqliteStore(file);
    expect(store.append('a', 0, sampleEntries('a', 1, 1))).toBeUndefined();
    expect(entryCount(file)).toBe(1);
    expect(store.append('a', 1, sampleEntries('a', 2, 2))).toBeUndefined();
    expect(entryCount(file)).toBe(2);
    store.close();
  });

  it('of many runs are written together, and are durable when their promises resolve', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    const writes = names(20).map((run) => append(store, run));
    // Only the first was alone.
    expect(entryCount(file)).toBe(2);
    await writes[1];
    expect(entryCount(file)).toBe(40);
    await Promise.all(writes);
    store.close();
  });

  it('wait for one another from the first on, while many runs are writing', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    await Promise.all(names(5).map((run) => append(store, run)));
    const next = store.append('run 0', 2, sampleEntries('run 0', 3, 3));
    expect(next).toBeInstanceOf(Promise);
    await next;
    // It was the only one: the next is alone again.
    expect(store.append('run 0', 3, sampleEntries('run 0', 4, 4))).toBeUndefined();
    store.close();
  });

  it('are there for whoever reads, lists or closes before the turn has ended', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    for (const run of names(3)) append(store, run);
    expect(await store.read('run 2')).toEqual(sampleEntries('run 2', 1, 2));
    append(store, 'late');
    append(store, 'later');
    expect((await store.runs()).length).toBe(5);
    append(store, 'last');
    append(store, 'very last');
    store.close();
    expect(entryCount(file)).toBe(14);
  });

  it('keep their order where one run writes, takes its lease and writes again', async () => {
    const store = sqliteStore(newFile());
    void append(store, 'other');
    const [, lease] = await Promise.all([append(store, 'a'), store.acquire('a', 'me', 60_000)]);
    await store.append('a', 2, sampleEntries('a', 3, 3), lease);
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 3));
    store.close();
  });

  it('are kept when one of them breaks in the middle: only its own run gets the error', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    // Its second entry is there already, so that the first is written and the second is not.
    tamper(file, `INSERT INTO entries VALUES ('run 4', 2, '{}')`);
    const outcomes = await Promise.allSettled(names(8).map((run) => append(store, run)));
    expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(names(8).map((run) => run === 'run 4'));
    const error = await failure(() => append(store, 'run 4'));
    expect([error.code, error.message.startsWith(`Cannot write run run 4 in ${file}: `)]).toEqual(['store', true]);
    expect(entryCount(file)).toBe(7 * 2 + 1);
    store.close();
  });
});

const tamper = (file: string, sql: string) => {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
};

describe('a conversation', () => {
  const messageCount = (file: string) => seen(file, 'SELECT count(*) FROM messages');

  it('is stored once, and a run that goes on with it adds what is new', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    for (const length of [100, 102, 104]) await store.append(`${length}`, 0, [asked(`${length}`, 1, ...talk(length))]);
    expect(messageCount(file)).toBe(104);
    expect(seen(file, 'SELECT max(length(entry)) FROM entries')).toBeLessThan(500);
    store.close();
  });

  it('of ten thousand messages lets a file grow by no more than one of ten', async () => {
    const grown = [];
    for (const length of [10, 10_000]) {
      const file = newFile();
      const store = sqliteStore(file);
      await store.append('first', 0, [asked('first', 1, ...talk(length))]);
      const size = () =>
        seen(file, `SELECT (SELECT sum(length(entry)) FROM entries) + (SELECT sum(length(json)) FROM messages)`);
      const before = size();
      await store.append('next', 0, [asked('next', 1, ...[...talk(length), { role: 'user', content: 'And now?' }])]);
      grown.push(size() - before);
      store.close();
    }
    expect(grown[1]).toBe(grown[0]);
  });

  it('goes with the last run that shows it, message by message', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    await store.append('short', 0, [asked('short', 1, ...talk(5))]);
    await store.append('long', 0, [asked('long', 1, ...talk(9))]);
    await store.append('other', 0, [asked('other', 1, ...[...talk(3), { role: 'user', content: 'or else?' }])]);
    expect(messageCount(file)).toBe(10);
    await store.delete('long');
    expect(messageCount(file)).toBe(6);
    await store.archive('short');
    await store.delete('short');
    expect(messageCount(file)).toBe(4);
    await store.delete('other');
    expect(messageCount(file)).toBe(0);
    store.close();
  });
});
