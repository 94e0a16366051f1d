import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createMemory, type MemoryShelf, plainShelf } from 'troupe/memory';
import { postgresShelf, postgresStore } from 'troupe/postgres';
import { sqliteShelf, sqliteStore } from 'troupe/sqlite';
import { sampleEntries, shelfContract } from 'troupe/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { postgresServer } from '../stores/postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'troupe-shelves-'));
const server = await postgresServer();
const admin = new pg.Pool({ connectionString: server.url, max: 2 });
admin.on('error', () => {}); // the server stops before it has seen the pool's end
const schemas: string[] = [];
const newSchema = () => {
  const schema = `shelf ${process.pid} "${schemas.length}"`;
  schemas.push(schema);
  return schema;
};
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const schema of schemas) await admin.query(`DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE`);
  await admin.end();
  await server.stop();
});
let files = 0;
const newFile = () => join(folder, `${++files}.db`);

shelfContract('plainShelf', plainShelf, { describe, it, expect });
shelfContract('sqliteShelf', () => sqliteShelf(newFile()), { describe, it, expect });
shelfContract('postgresShelf', () => postgresShelf(admin, { schema: newSchema() }), { describe, it, expect });

describe('the suite itself', () => {
  async function failures(open: () => MemoryShelf): Promise<string[]> {
    const tests: [string, () => Promise<void>][] = [];
    const it = (title: string, body: () => Promise<void>) => tests.push([title, body]);
    shelfContract('a shelf', open, { describe: (_, body) => body(), it, expect });
    const failed: string[] = [];
    for (const [title, body] of tests) await body().catch(() => failed.push(title));
    return failed;
  }

  it.each<[string, (shelf: MemoryShelf) => Partial<MemoryShelf>, string]>([
    [
      'compares scopes without regard to case',
      (shelf) => ({ read: (scopes) => shelf.read([...scopes, ...scopes.map((scope) => scope.toUpperCase())]) }),
      'reads the scopes that it is asked for and no other, however alike their names are',
    ],
    ['removes nothing', () => ({ remove: async () => 0 }), 'removes what it is told to, and says how much that was'],
    [
      'removes from every scope',
      (shelf) => ({
        async remove(scope, keys) {
          for (const other of await shelf.scopes()) if (other !== scope) await shelf.remove(other, keys);
          return shelf.remove(scope, keys);
        },
      }),
      'keeps the same key of two scopes apart',
    ],
  ])('fails a shelf that %s', async (_, fault, title) => {
    const open = () => {
      const shelf = plainShelf();
      return { ...shelf, ...fault(shelf) };
    };
    expect(await failures(open)).toContain(title);
  });
});

it('keeps memories in the file of a store, for the next process, beside its runs', async () => {
  const file = newFile();
  const store = sqliteStore(file);
  const first = createMemory({ shelf: sqliteShelf(file) });
  await first.remember({ user: 'anna' }, { key: 'gate', value: 'The code is 4711.' });
  await store.append('run', 0, sampleEntries('run', 1, 2));
  await first.close();
  const next = createMemory({ shelf: sqliteShelf(file) });
  expect(await next.get({ user: 'anna' }, 'gate')).toMatchObject({ value: 'The code is 4711.', version: 1 });
  expect((await store.read('run')).length).toBe(2);
  await next.close();
  await store.close();
});

describe('a shelf in PostgreSQL', () => {
  it('keeps memories beside the runs of a store, for every process', async () => {
    const schema = newSchema();
    const store = postgresStore(server.url, { schema });
    const [left, right] = [postgresShelf(server.url, { schema }), postgresShelf(admin, { schema })];
    const [first, second] = [createMemory({ shelf: left }), createMemory({ shelf: right })];
    await Promise.all([
      store.append('run', 0, sampleEntries('run', 1, 2)),
      ...Array.from({ length: 20 }, (_, place) =>
        (place % 2 ? first : second).remember({ user: 'anna' }, { key: `key ${place % 5}`, value: `value ${place}` }),
      ),
    ]);
    expect((await first.list({ user: 'anna' })).map(({ key }) => key).sort()).toEqual(
      Array.from({ length: 5 }, (_, place) => `key ${place}`),
    );
    expect(await second.list({ user: 'anna' })).toEqual(await first.list({ user: 'anna' }));
    await second.forget({ user: 'anna' });
    expect(await first.list({ user: 'anna' })).toEqual([]);
    expect((await store.read('run')).length).toBe(2);
    for (const each of [first, second, store]) await each.close();
    expect((await admin.query('SELECT 1 AS one')).rowCount).toBe(1);
  });

  it('brings tables of version 5 up to date, which have no place for memories', async () => {
    const schema = newSchema();
    const store = postgresStore(admin, { schema });
    await store.append('run', 0, sampleEntries('run', 1, 2));
    const at = quoted(schema);
    await admin.query(`DROP TABLE ${at}.memories; UPDATE ${at}.troupe_version SET version = 5`);
    const memory = createMemory({ shelf: postgresShelf(admin, { schema }) });
    await memory.remember({ user: 'anna' }, { key: 'gate', value: 'The code is 4711.' });
    expect((await memory.list({ user: 'anna' })).length).toBe(1);
    expect((await store.read('run')).length).toBe(2);
  });

  it('that cannot be reached is an error that says what to do', async () => {
    const shelf = postgresShelf('postgres://nobody@127.0.0.1:1/none');
    await expect(shelf.read(['a'])).rejects.toThrow('Is the server running');
    await shelf.close();
  });
});

it('leaves nothing of what is forgotten or replaced in the bytes of the file', async () => {
  const file = newFile();
  const memory = createMemory({ shelf: sqliteShelf(file) });
  await memory.remember({ user: 'anna' }, { key: 'gate', value: 'The first code is kestrel.' });
  await memory.remember({ user: 'anna' }, { key: 'gate', value: 'The second code is heron.' });
  await memory.remember({ user: 'anna' }, { key: 'door', value: 'The door opens with ibis.' });
  await memory.forget({ user: 'anna' }, ['door']);
  const bytes = readdirSync(folder)
    .filter((name) => join(folder, name).startsWith(file))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');
  expect(bytes).toContain('heron');
  expect(bytes).not.toContain('kestrel');
  expect(bytes).not.toContain('ibis');
  await memory.close();
});
