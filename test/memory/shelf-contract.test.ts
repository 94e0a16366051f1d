import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type MemoryShelf, plainShelf } from 'troupe/memory';
import { sqliteShelf, sqliteStore } from 'troupe/sqlite';
import { sampleEntries, shelfContract } from 'troupe/testing';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'troupe-shelves-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${++files}.db`);

shelfContract('plainShelf', plainShelf, { describe, it, expect });
shelfContract('sqliteShelf', () => sqliteShelf(newFile()), { describe, it, expect });

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
