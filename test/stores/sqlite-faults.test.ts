import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Entry, Store, TroupeError } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { sampleEntries } from 'troupe/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { prepareTables } from '../../src/stores/sqlite/sqlite-tables.ts';
import { asked, askedIn, sampleEntry } from '../../src/testing/sample-entries.ts';
import { failure } from './failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'troupe-sqlite-faults-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${++files}.db`);
const writer = fileURLToPath(new URL('sqlite-writer.ts', import.meta.url));

/** Does something to a file behind the store's back. */
/** What schema 5 has added. */
const dropLabels =
  'DROP INDEX runs_by_session; ALTER TABLE runs DROP COLUMN session; ALTER TABLE runs DROP COLUMN metadata;';
/** And what schema 6 has added. */
const dropMarks = 'DROP TABLE marks; DROP TABLE pieces; DROP TABLE piece_uses; ALTER TABLE runs DROP COLUMN bytes;';

function tamper(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

describe('damage', () => {
  async function readDamaged(entry: string): Promise<TroupeError> {
    const file = newFile();
    const store = sqliteStore(file);
    store.append('a', 0, sampleEntries('a', 1, 3));
    tamper(file, `UPDATE entries SET entry = '${entry}' WHERE run = 'a' AND seq = 2`);
    const error = await failure(() => store.read('a'));
    expect(await store.read('a', 2)).toEqual(sampleEntries('a', 3, 3));
    expect(await store.read('a', 0, 1)).toEqual(sampleEntries('a', 1, 1));
    store.close();
    return error;
  }

  it('is named by run and number when an entry is not JSON', async () => {
    const error = await readDamaged('{"seq": 2,');
    expect(error.code).toBe('bad-log');
    expect(error.message).toBe('The log entry at run a, number 2 is not JSON. The log is damaged there.');
    expect(error.cause).toBeInstanceOf(SyntaxError);
  });

  it('is named by run and number when an entry has not its shape', async () => {
    const error = await readDamaged('{"seq": 2, "type": "no.such.type"}');
    expect(error.code).toBe('bad-log');
    expect(error.message).toMatch(/^The log entry at run a, number 2 is damaged: /);
  });

  it('keeps a run out of the archive, where it could not be mended', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    store.append('a', 0, sampleEntries('a', 1, 3));
    tamper(file, "UPDATE entries SET entry = '?' WHERE run = 'a' AND seq = 2");
    expect((await failure(() => store.archive('a'))).code).toBe('bad-log');
    expect(await store.read('a', 2)).toEqual(sampleEntries('a', 3, 3));
    store.close();
  });

  it('inside an archive is named by run and number', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    store.append('a', 0, sampleEntries('a', 1, 3));
    await store.archive('a');
    const lines = sampleEntries('a', 1, 3).map((entry) => (entry.seq === 2 ? '?' : JSON.stringify(entry)));
    tamper(file, `UPDATE runs SET archive = x'${gzipSync(lines.join('\n')).toString('hex')}'`);
    for (const after of [0, 1]) {
      expect((await failure(() => store.read('a', after))).message).toMatch(
        /^The log entry at run a, number 2 is not JSON/,
      );
    }
    expect(await store.read('a', 2)).toEqual(sampleEntries('a', 3, 3));
    store.close();
  });

  it('of an archive is named by its run', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    store.append('a', 0, sampleEntries('a', 1, 3));
    await store.archive('a');
    tamper(file, "UPDATE runs SET archive = x'1f8b08' WHERE run = 'a'");
    const error = await failure(() => store.read('a'));
    expect(error.code).toBe('bad-log');
    expect(error.message).toMatch(/^The archive of run a is damaged: /);
    store.close();
  });
});

it('an archive that misses a piece is named by its run', async () => {
  const file = newFile();
  const store = sqliteStore(file);
  await store.append('a', 0, [
    asked('a', 1),
    sampleEntry('a', 2, { type: 'answer.given', data: { content: 'x'.repeat(9_000) } }),
  ]);
  await store.archive('a');
  tamper(file, 'DELETE FROM pieces');
  const error = await failure(() => store.read('a'));
  expect([error.code, error.message]).toEqual(['bad-log', 'The archive of run a is damaged: a part of it is missing.']);
  expect(await store.read('a', 0, 1)).toEqual([asked('a', 1)]);
  expect(await store.delete('a')).toBe(true);
  store.close();
});

it('brings a file of schema 2 up to date, with what was paused in it', async () => {
  const file = newFile();
  const before = sqliteStore(file);
  const gate = (run: string, seq: number, type: 'run.paused' | 'run.resumed') =>
    ({ ...sampleEntries(run, seq, seq)[0], type, kind: 'fact' }) as Entry; // the sample has one
  before.append('a', 0, [gate('a', 1, 'run.paused')]);
  before.append('b', 0, [gate('b', 1, 'run.paused'), gate('b', 2, 'run.resumed')]);
  before.append('c', 0, sampleEntries('c', 1, 2));
  before.close();
  tamper(
    file,
    `${dropMarks} ${dropLabels} ALTER TABLE runs DROP COLUMN is_paused; DROP TABLE messages; DROP TABLE conversations; PRAGMA user_version = 2`,
  );
  const after = sqliteStore(file);
  expect((await after.runs()).map(({ run, isPaused }) => [run, isPaused])).toEqual([
    ['c', false],
    ['b', false],
    ['a', true],
  ]);
  expect(await after.read('c')).toEqual(sampleEntries('c', 1, 2));
  after.close();
});

it('brings a file of schema 3 up to date, whose entries hold their conversations', async () => {
  const file = newFile();
  sqliteStore(file).close();
  const messages = [{ role: 'user', content: 'Why?' }];
  const old = asked('a', 1, ...messages);
  tamper(
    file,
    `${dropMarks} ${dropLabels} DROP TABLE messages; DROP TABLE conversations; PRAGMA user_version = 3;
     INSERT INTO entries VALUES ('a', 1, '${JSON.stringify(old)}');
     INSERT INTO runs VALUES ('a', 'pending', 'Why?', '${old.at}', '${old.at}', 1, NULL, 0)`,
  );
  const store = sqliteStore(file);
  const next = { ...old, run: 'b', id: 'b:1' };
  await store.append('b', 0, [next]);
  expect(await store.read('a')).toEqual([old]);
  expect(await store.read('b')).toEqual([next]);
  expect(await store.archive('a')).toBe(true);
  expect(await store.read('a')).toEqual([old]);
  expect([await store.delete('a'), await store.delete('b')]).toEqual([true, true]);
  store.close();
});

it('brings a file of schema 4 up to date, whose runs have no session', async () => {
  const file = newFile();
  const before = sqliteStore(file);
  before.append('a', 0, sampleEntries('a', 1, 2));
  before.close();
  tamper(file, `${dropMarks} ${dropLabels} PRAGMA user_version = 4`);
  const after = sqliteStore(file);
  await after.append('b', 0, [askedIn('chat', 'b', 1, { ticket: 7 })]);
  expect((await after.runs()).map(({ run, session, metadata }) => [run, session, metadata])).toEqual([
    ['b', 'chat', { ticket: 7 }],
    ['a', undefined, undefined],
  ]);
  expect((await after.runs({ session: 'chat' })).map(({ run }) => run)).toEqual(['b']);
  expect(await after.read('a')).toEqual(sampleEntries('a', 1, 2));
  after.close();
});

it('brings a file of schema 5 up to date, whose entries are then found in all runs', async () => {
  const file = newFile();
  const before = sqliteStore(file);
  const note = { name: 'price.seen', version: 1, value: '三' };
  const entries = (run: string) => [asked(run, 1), sampleEntry(run, 2, { type: 'entry.recorded', data: note })];
  for (const run of ['a', 'b', 'c', 'd']) before.append(run, 0, entries(run));
  for (const run of ['b', 'd']) await before.archive(run);
  const sizes = async (store: Store) =>
    (await store.runs()).flatMap(({ run, bytes }) => (run === 'a' || run === 'b' ? [[run, bytes]] : []));
  const counted = await sizes(before);
  before.close();
  tamper(
    file,
    `${dropMarks} UPDATE entries SET entry = '{' WHERE run = 'c'; UPDATE runs SET archive = x'1f8b08' WHERE run = 'd';
     PRAGMA user_version = 5`,
  );
  const after = sqliteStore(file);
  expect(await after.find({ type: 'price.seen' })).toEqual([entries('b')[1], entries('a')[1]]);
  expect(await sizes(after)).toEqual(counted);
  // What is damaged can be deleted.
  expect([await after.delete('c'), await after.delete('d')]).toEqual([true, true]);
  after.close();
});

it('a conversation that misses a message is named by run and number, and stays out of the archive', async () => {
  const file = newFile();
  const messages = ['one', 'two', 'three'].map((content) => ({ role: 'user', content }));
  const entry = asked('a', 1, ...messages);
  const before = sqliteStore(file);
  await before.append('a', 0, [entry]);
  before.close();
  tamper(file, `DELETE FROM messages WHERE json LIKE '%two%'`);
  const store = sqliteStore(file);
  for (const work of [() => store.read('a'), () => store.archive('a')]) {
    const error = await failure(work);
    expect(error.code).toBe('bad-log');
    expect(error.message).toBe(
      'The conversation of the log entry at run a, number 1 is damaged: a message of it is missing.',
    );
  }
  store.close();
});

describe('a file that cannot be a store is refused', () => {
  it('when a newer version has written it', async () => {
    const file = newFile();
    tamper(file, 'PRAGMA user_version = 7');
    const error = await failure(() => sqliteStore(file));
    expect(error.code).toBe('store');
    expect(error.message).toBe(
      `${file} was written by a newer version of Troupe (schema 7, this one knows 6). Update Troupe.`,
    );
  });

  it('when a newer version brings it up to date just before this one does; and is left as it was', async () => {
    const file = newFile();
    class Late extends DatabaseSync {
      override exec(sql: string): void {
        if (sql === 'BEGIN IMMEDIATE') tamper(file, 'PRAGMA user_version = 7');
        super.exec(sql);
      }
    }
    const late = new Late(file);
    const error = await failure(() => prepareTables(late, file));
    late.close();
    expect(error.message).toContain('was written by a newer version of Troupe (schema 7, this one knows 6).');
    const database = new DatabaseSync(file);
    expect(database.prepare('PRAGMA user_version').get()?.user_version).toBe(7);
    database.close();
  });

  it('when a trial version has written it, which had no list of runs; and is left as it was', async () => {
    const file = newFile();
    tamper(
      file,
      `CREATE TABLE entries (run TEXT, seq INTEGER, entry TEXT, UNIQUE(run, seq));
       INSERT INTO entries VALUES ('a', 1, '${JSON.stringify(sampleEntries('a', 1, 1)[0])}'); PRAGMA user_version = 1`,
    );
    const error = await failure(() => sqliteStore(file));
    expect(error.code).toBe('store');
    expect(error.message).toBe(
      `${file} was written by a trial version of Troupe (schema 1), which this one cannot read. Move it away, or name another file.`,
    );
    const database = new DatabaseSync(file);
    expect(database.prepare('SELECT count(*) AS entries FROM entries').get()?.entries).toBe(1);
    expect(database.prepare('PRAGMA user_version').get()?.user_version).toBe(1);
    database.close();
  });

  it('when it is a database of something else', async () => {
    const file = newFile();
    tamper(file, 'CREATE TABLE guests (name TEXT); PRAGMA user_version = 6');
    const error = await failure(() => sqliteStore(file));
    expect(error.code).toBe('store');
    expect(error.message).toMatch(/no such table: .*\. Is it a store of Troupe\?$/);
  });

  it('when it is not a database', async () => {
    const file = newFile();
    writeFileSync(file, 'dear diary, '.repeat(200));
    const error = await failure(() => sqliteStore(file));
    expect(error.code).toBe('store');
    expect(error.message).toBe(
      `Cannot open ${file} as a store: file is not a database. Is it a SQLite file that can be written?`,
    );
    expect(readFileSync(file, 'utf8')).toBe('dear diary, '.repeat(200));
  });

  it('when its folder cannot be made, because a file is in the way', async () => {
    const file = newFile();
    writeFileSync(file, '');
    const error = await failure(() => sqliteStore(join(file, 'below', 'runs.db')));
    expect(error.code).toBe('store');
    expect(error.message).toMatch(`Cannot open ${join(file, 'below', 'runs.db')} as a store: `);
    expect(error.message).toMatch(/Can its folder be made\?$/);
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('when it is a folder', async () => {
    const path = newFile();
    mkdirSync(path);
    const error = await failure(() => sqliteStore(path));
    expect(error.code).toBe('store');
    expect(error.message).toMatch(/Can this process make files in its folder\?$/);
  });
});

describe('a file that cannot be written', () => {
  /** Does something as a user whom the rights of files bind; they do not bind root. */
  function bound<T>(work: () => T): T {
    if (process.geteuid?.() !== 0) return work();
    process.seteuid?.(65_534);
    try {
      return work();
    } finally {
      process.seteuid?.(0);
    }
  }

  it('because of its rights is reported, and keeps what it had', async () => {
    const below = mkdtempSync(join(folder, 'rights-'));
    const file = join(below, 'runs.db');
    const first = sqliteStore(file);
    first.append('a', 0, sampleEntries('a', 1, 2));
    first.close();
    for (const [path, mode] of [
      [folder, 0o755],
      [file, 0o444],
      [below, 0o555],
    ] as const) {
      chmodSync(path, mode);
    }
    const error = await failure(() =>
      bound(() => {
        const store = sqliteStore(file);
        try {
          store.append('a', 2, sampleEntries('a', 3, 3));
        } finally {
          store.close();
        }
      }),
    );
    expect(error.code).toBe('store');
    expect(error.message).toMatch(
      /^Cannot (?:open|write run a in) .* (?:Give this process the right|Can this process)/,
    );
    chmodSync(below, 0o755);
    chmodSync(file, 0o644);
    const second = sqliteStore(file);
    expect(await second.read('a')).toEqual(sampleEntries('a', 1, 2));
    second.close();
  });

  it('because another process keeps it locked is reported, and can be written afterwards', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    store.append('a', 0, sampleEntries('a', 1, 1));
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const error = await failure(() => store.append('a', 1, sampleEntries('a', 2, 2)));
    other.exec('ROLLBACK');
    other.close();
    expect(error.code).toBe('store');
    expect(error.message).toBe(
      `Cannot write run a in ${file}: database is locked. Another process has been writing for too long: end it, or try again.`,
    );
    store.append('a', 1, sampleEntries('a', 2, 2));
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 2));
    store.close();
  });

  it('because the disk is full is reported, keeps what it had, and can be written when there is room', () => {
    // A disk of one megabyte that only this process sees, and that is gone with it.
    const disk = mkdtempSync(join(folder, 'disk-'));
    const script = 'mount -t tmpfs -o size=1m none "$1" && exec "$2" "$3" "$1/runs.db" until-full';
    const apart = process.getuid?.() === 0 ? ['-m'] : ['-rm'];
    const given = [...apart, 'sh', '-c', script, 'sh', disk, process.execPath, writer];
    const { written, message, kept, later } = JSON.parse(execFileSync('unshare', given, { encoding: 'utf8' }));
    expect(message).toBe(
      `Cannot write run a in ${join(disk, 'runs.db')}: database or disk is full. Make room on the disk, or use another one.`,
    );
    expect(written).toBeGreaterThan(0);
    expect([kept, later]).toEqual([written, written + 7]);
  });
});
