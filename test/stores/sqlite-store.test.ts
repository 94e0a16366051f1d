import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { sqliteStore } from 'troupe/sqlite';
import { sampleEntries } from 'troupe/testing';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { asked, sampleEntry } from '../../src/testing/sample-entries.ts';
import { failure } from './failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'troupe-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const writer = fileURLToPath(new URL('sqlite-writer.ts', import.meta.url));
const newFile = () => join(folder, `${++files}.db`);

describe('one file', () => {
  it('still holds everything when it is opened again', async () => {
    const file = newFile();
    const first = sqliteStore(file);
    first.append('a', 0, sampleEntries('a', 1, 3));
    first.append('b', 0, sampleEntries('b', 1, 1));
    first.close();
    const second = sqliteStore(file);
    expect(await second.read('a')).toEqual(sampleEntries('a', 1, 3));
    expect((await second.runs()).map(({ run, entries }) => [run, entries])).toEqual([
      ['b', 1],
      ['a', 3],
    ]);
    second.append('a', 3, sampleEntries('a', 4, 4));
    expect(await second.read('a', 3)).toEqual(sampleEntries('a', 4, 4));
    second.close();
  });

  it('has nothing left of a run that was deleted, archived or not, while it is open', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    for (const [run, said] of [
      ['a', 'kestrel'],
      ['b', 'heron'],
      ['c', 'ibis'],
    ] as const)
      store.append(run, 0, [asked(run, 1, { role: 'user', content: said.repeat(3000) })]);
    await store.archive('b');
    await store.delete('a');
    await store.delete('b');
    const parts = readdirSync(folder).filter((name) => join(folder, name).startsWith(file));
    const bytes = parts.map((name) => readFileSync(join(folder, name), 'latin1')).join('');
    expect(['kestrel', 'heron', 'ibis'].filter((said) => bytes.includes(said))).toEqual(['ibis']);
    store.close();
  });

  it('is shared by two connections: each sees what the other has written', async () => {
    const file = newFile();
    const [left, right] = [sqliteStore(file), sqliteStore(file)];
    left.append('a', 0, sampleEntries('a', 1, 1));
    right.append('a', 1, sampleEntries('a', 2, 2));
    left.append('a', 2, sampleEntries('a', 3, 3));
    expect(await right.read('a')).toEqual(sampleEntries('a', 1, 3));
    left.close();
    right.close();
  });

  it('takes the entries of one of two connections that both know the same, and nothing of the other', async () => {
    const file = newFile();
    const [left, right] = [sqliteStore(file), sqliteStore(file)];
    left.append('a', 0, sampleEntries('a', 1, 2));
    right.append('a', 2, sampleEntries('a', 3, 4));
    const error = await failure(() => left.append('a', 2, sampleEntries('a', 3, 9)));
    expect(error.code).toBe('store');
    expect(error.message).toContain('Run a has 4 entries in the store, but this process knows of 2.');
    expect(await left.read('a')).toEqual(sampleEntries('a', 1, 4));
    left.append('a', 4, sampleEntries('a', 5, 5));
    left.close();
    right.close();
  });

  it('is driven by one of two connections: who lost the lease to the other writes nothing', async () => {
    const file = newFile();
    const [left, right] = [sqliteStore(file), sqliteStore(file)];
    const old = await left.acquire('a', 'left', 0);
    const current = await right.acquire('a', 'right', 60_000);
    const error = await failure(() => left.append('a', 0, sampleEntries('a', 1, 1), old));
    expect(error.code).toBe('lease');
    expect(error.message).toBe('Run a is driven by another process now; left may not write to it any more.');
    right.append('a', 0, sampleEntries('a', 1, 2), current);
    expect(await left.read('a')).toEqual(sampleEntries('a', 1, 2));
    left.close();
    right.close();
  });

  it('holds fewer bytes of a long run when it is archived', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    store.append('a', 0, sampleEntries('a', 1, 1000));
    const bytes = () => {
      const database = new DatabaseSync(file);
      const row = database.prepare('SELECT total(length(entry)) AS size FROM entries').get();
      const packed = database.prepare('SELECT total(length(archive)) AS size FROM runs').get();
      database.close();
      return Number(row?.size) + Number(packed?.size);
    };
    const before = bytes();
    await store.archive('a');
    expect(bytes()).toBeLessThan(before / 5);
    store.close();
  });

  it('stores nothing of a batch that breaks in the middle, and can be used afterwards', async () => {
    const store = sqliteStore(newFile());
    store.append('a', 0, sampleEntries('a', 1, 1));
    const error = await failure(() => store.append('a', 1, [...sampleEntries('a', 2, 3), ...sampleEntries('a', 3, 3)]));
    expect(error.message).toMatch(/^Cannot write run a in .*UNIQUE/);
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 1));
    store.append('a', 1, sampleEntries('a', 2, 2));
    expect(await store.read('a')).toHaveLength(2);
    store.close();
  });

  it('holds a bulky value of archived runs once, until the last of them is deleted', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    const output = { tool: 'read', text: 'It was a dark and stormy night. '.repeat(400), isError: false };
    const entry = (run: string) =>
      sampleEntry(run, 1, { type: 'effect.completed', data: { key: 'k', kind: 'useTool', output } });
    for (const run of ['a', 'b']) {
      store.append(run, 0, [entry(run)]);
      await store.archive(run);
    }
    const [later = 0, first = 0] = (await store.runs()).map(({ bytes }) => bytes);
    const database = new DatabaseSync(file);
    const pieces = () => database.prepare('SELECT total(length(packed)) AS size, count(*) AS count FROM pieces').get();
    expect(pieces()).toEqual({ size: first - later, count: 1 });
    await store.delete('a');
    expect([await store.read('b'), pieces()?.count]).toEqual([[entry('b')], 1]);
    await store.delete('b');
    expect([pieces()?.count, database.prepare('SELECT * FROM piece_uses').all()]).toEqual([0, []]);
    database.close();
    store.close();
  });

  it('takes no room in its size for what was deleted, though the file keeps it', async () => {
    const store = sqliteStore(newFile());
    const { bytes } = await store.size();
    store.append('a', 0, sampleEntries('a', 1, 2_000));
    expect((await store.size()).bytes).toBeGreaterThan(bytes + 100_000);
    await store.delete('a');
    expect((await store.size()).bytes).toBeLessThan(bytes + 20_000);
    store.close();
  });

  it('is made with its folder', async () => {
    const store = sqliteStore(join(folder, 'new', 'folder', 'runs.db'));
    expect(await store.runs()).toEqual([]);
    store.close();
  });
});

describe('a run that the version before has deleted, without its conversation', () => {
  /** What that version does to the file. */
  const deletion = `DELETE FROM entries WHERE run = 'a'; DELETE FROM runs WHERE run = 'a'`;
  async function afterDeletion() {
    const file = newFile();
    const store = sqliteStore(file);
    await store.append('a', 0, [asked('a', 1, { role: 'user', content: 'first' })]);
    const before = new DatabaseSync(file);
    before.exec(deletion);
    return { store, before };
  }

  it('can be made again, and leaves nothing of it', async () => {
    const { store, before } = await afterDeletion();
    const message = { role: 'user', content: 'second' };
    const again = asked('a', 1, message);
    await store.append('a', 0, [again]);
    expect(await store.read('a')).toEqual([again]);
    expect(
      before
        .prepare('SELECT json FROM messages')
        .all()
        .map(({ json }) => json),
    ).toEqual([JSON.stringify(message)]);
    await store.delete('a');
    await store.append('a', 0, sampleEntries('a', 1, 2));
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 2));
    before.close();
    store.close();
  });

  it('is read as it is when that version makes it again', async () => {
    const { store, before } = await afterDeletion();
    const again = asked('a', 1, { role: 'user', content: 'second' });
    before
      .prepare(
        `INSERT INTO runs (run, status, question, started_at, updated_at, entries) VALUES ('a', '', '', '', '', 1)`,
      )
      .run();
    before.prepare(`INSERT INTO entries VALUES ('a', 1, ?)`).run(JSON.stringify(again));
    expect(await store.read('a')).toEqual([again]);
    before.close();
    store.close();
  });
});

describe('durability', () => {
  const pragma = (file: string, name: string) => {
    const database = new DatabaseSync(file);
    const row = database.prepare(`PRAGMA ${name}`).get();
    database.close();
    return row?.[name];
  };

  it('writes ahead: the file is in WAL mode', () => {
    const file = newFile();
    sqliteStore(file).close();
    expect(pragma(file, 'journal_mode')).toBe('wal');
  });

  it('finds the runs of a session by their index, and reads no others', () => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    const file = newFile();
    sqliteStore(file).close();
    const list = prepare.mock.calls.map(([sql]) => sql).find((sql) => sql.includes('WHERE session = ?')) ?? '';
    prepare.mockRestore();
    const database = new DatabaseSync(file);
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${list}`).all('chat', null, null, null, null, 10);
    database.close();
    expect(plan.map(({ detail }) => detail)).toContain('SEARCH runs USING INDEX runs_by_session (session=?)');
    expect(JSON.stringify(plan)).not.toMatch(/SCAN runs|TEMP B-TREE/);
  });

  it('finds entries of all runs by their index, and reads no others', () => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    const file = newFile();
    sqliteStore(file).close();
    const places =
      prepare.mock.calls.map(([sql]) => sql).find((sql) => sql.includes('SELECT at, run, seq FROM marks')) ?? '';
    prepare.mockRestore();
    const database = new DatabaseSync(file);
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${places}`).all('run.failed', '', '', '', 0, 10);
    database.close();
    expect(plan.map(({ detail }) => String(detail))).toEqual([
      expect.stringMatching(/^SEARCH marks USING PRIMARY KEY \(type=\? AND .*at.*\)$/),
    ]);
  });

  it('stamps the version of its schema', () => {
    const file = newFile();
    sqliteStore(file).close();
    expect(pragma(file, 'user_version')).toBe(6);
  });

  it('holds whole batches only, and opens, when processes that write are killed again and again', async () => {
    const file = newFile();
    const runs: string[] = [];
    for (let kill = 0; kill < 5; kill++) {
      const child = spawn(process.execPath, [writer, file, 'until-killed'], { stdio: ['ignore', 'pipe', 'inherit'] });
      let printed = '';
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk;
        if (printed.split('\n').length > 20 * kill + 5) child.kill('SIGKILL');
      });
      expect((await once(child, 'close'))[1]).toBe('SIGKILL');
      const written = Number(printed.trimEnd().split('\n').at(-1));
      runs.unshift(String(child.pid));
      const store = sqliteStore(file);
      const summaries = await store.runs();
      expect(summaries.map(({ run }) => run)).toEqual(runs);
      // The last batch may be stored although the process did not live to say so.
      expect([written, written + 7]).toContain(summaries[0]?.entries);
      for (const { run, entries } of summaries) {
        expect([entries % 7, entries > 0]).toEqual([0, true]);
        expect(await store.read(run)).toEqual(sampleEntries(run, 1, entries));
      }
      store.close();
    }
  });

  it('lets readers read while another connection is writing', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    store.append('a', 0, sampleEntries('a', 1, 1));
    const writer = new DatabaseSync(file);
    writer.exec('BEGIN IMMEDIATE');
    writer.exec("INSERT INTO entries (run, seq, entry) VALUES ('a', 2, '{}')");
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 1));
    writer.exec('ROLLBACK');
    writer.close();
    store.close();
  });
});

it('says what it could not do after it was closed', async () => {
  const file = newFile();
  const store = sqliteStore(file);
  store.close();
  expect((await failure(() => store.append('a', 0, sampleEntries('a', 1, 1)))).message).toMatch(
    `Cannot write run a in ${file}: `,
  );
  expect((await failure(() => store.read('a'))).message).toMatch(`Cannot read run a in ${file}: `);
  expect((await failure(() => store.runs())).message).toMatch(`Cannot list the runs in ${file}: `);
});
