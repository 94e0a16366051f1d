import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TroupeError } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { sampleEntries } from 'troupe/testing';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'troupe-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${++files}.db`);

/** What an attempt to open a store, or to use it, throws. */
async function failure(work: () => unknown): Promise<TroupeError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof TroupeError) return error;
    throw error;
  }
  throw new Error('It worked.');
}

/** Does something to a file behind the store's back. */
function tamper(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

describe('one file', () => {
  it('still holds everything when it is opened again', async () => {
    const file = newFile();
    const first = sqliteStore(file);
    first.append('a', 0, sampleEntries('a', 1, 3));
    first.append('b', 0, sampleEntries('b', 1, 1));
    first.close();
    const second = sqliteStore(file);
    expect(await second.read('a')).toEqual(sampleEntries('a', 1, 3));
    expect(await second.runs()).toEqual(['b', 'a']);
    second.append('a', 3, sampleEntries('a', 4, 4));
    expect(await second.read('a', 3)).toEqual(sampleEntries('a', 4, 4));
    second.close();
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

  it('is made with its folder', async () => {
    const store = sqliteStore(join(folder, 'new', 'folder', 'runs.db'));
    expect(await store.runs()).toEqual([]);
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

  it('stamps the version of its schema', () => {
    const file = newFile();
    sqliteStore(file).close();
    expect(pragma(file, 'user_version')).toBe(1);
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

describe('damage', () => {
  async function readDamaged(entry: string): Promise<TroupeError> {
    const file = newFile();
    const store = sqliteStore(file);
    store.append('a', 0, sampleEntries('a', 1, 3));
    tamper(file, `UPDATE entries SET entry = '${entry}' WHERE run = 'a' AND seq = 2`);
    const error = await failure(() => store.read('a'));
    expect(await store.read('a', 2)).toEqual(sampleEntries('a', 3, 3));
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
});

describe('a file that cannot be a store is refused', () => {
  it('when a newer version has written it', async () => {
    const file = newFile();
    tamper(file, 'PRAGMA user_version = 2');
    const error = await failure(() => sqliteStore(file));
    expect(error.code).toBe('store');
    expect(error.message).toBe(
      `${file} was written by a newer version of Troupe (schema 2, this one knows 1). Update Troupe.`,
    );
  });

  it('when it is not a database', async () => {
    const file = newFile();
    writeFileSync(file, 'dear diary, '.repeat(200));
    const error = await failure(() => sqliteStore(file));
    expect(error.code).toBe('store');
    expect(error.message).toMatch(`Cannot open ${file} as a store: `);
  });

  it('when its folder cannot be made, because a file is in the way', async () => {
    const file = newFile();
    writeFileSync(file, '');
    const error = await failure(() => sqliteStore(join(file, 'below', 'runs.db')));
    expect(error.code).toBe('store');
    expect(error.message).toMatch(`Cannot open ${join(file, 'below', 'runs.db')} as a store: `);
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('when it is a folder', async () => {
    const path = newFile();
    mkdirSync(path);
    expect((await failure(() => sqliteStore(path))).code).toBe('store');
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
