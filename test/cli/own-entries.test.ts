import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { replay } from 'troupe';
import { defineEntry, findEntries, storedView, views } from 'troupe/log';
import { sqliteStore } from 'troupe/sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { newStoreFile } from './kept-run.ts';
import { root, runCli } from './run-cli.ts';

const price = defineEntry({
  type: 'price.seen',
  version: 2,
  schema: z.object({ amount: z.number(), currency: z.string() }),
  older: { 1: (older: { price: number }) => ({ amount: older.price, currency: 'EUR' }) },
});

it('entries of one’s own that another process wrote in an older version are found, read, shown and replayed', async () => {
  const file = newStoreFile();
  await promisify(execFile)(process.execPath, [join(root, 'test/cli/price-writer.ts'), file], { cwd: root });
  const store = sqliteStore(file);
  onTestFinished(() => store.close());

  const found = await store.find({ type: 'price.seen' });
  expect(found.map((entry) => [entry.run, price.read(entry)])).toEqual([
    [expect.any(String), { amount: 5, currency: 'EUR' }],
    ['chart-run', { amount: 4, currency: 'EUR' }],
    ['host-run', { amount: 3, currency: 'EUR' }],
  ]);
  const entries = await store.read('host-run');
  expect(findEntries(entries, { type: 'price.seen' }).map(price.read)).toEqual([{ amount: 3, currency: 'EUR' }]);
  expect((await storedView(store, views.comprehensive).run('host-run')).types['price.seen']).toBe(1);
  expect(replay(entries).equal).toBe(true);

  for (const [number, { run }] of found.entries()) {
    const shown = await runCli(['show', run, '--store', file]);
    expect(shown.stdout).toContain(`price.seen: {"price":${5 - number}}`);
    expect((await runCli(['log', run, '--store', file])).stdout).toContain('"name":"price.seen","version":1');
  }
  // Only the program itself has the specialist of its run.
  const { code, stderr } = await runCli(['fork', 'host-run', '--at', '3', '--store', file]);
  expect(code).toBe(2);
  expect(stderr).toContain('specialists that are not here: buyer.');
  expect(stderr).toContain('continue the run there, with resume() or fork()');
});
