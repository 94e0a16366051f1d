import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { driveProcess } from './drive-process.ts';

interface Printed {
  readonly status: string;
  readonly asked: readonly { readonly id: string; readonly kind: string; readonly city: string }[];
  readonly text: string;
}

it('asks from the depth of several chains of agents at once, and each answer reaches its asker, in another order, in another process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const side = join(folder, 'side');
  const drive = (...answers: readonly string[]) =>
    driveProcess<Printed>('asking-driver.ts', join(folder, 'runs.db'), side, 'r', ...answers);
  const first = await drive();
  expect(first).toMatchObject({ isKilled: true, printed: { status: 'waiting' } });
  expect(first.printed?.asked.map(({ kind, city }) => [kind, city])).toEqual([
    ['approval', 'Porto'],
    ['approval', 'Rome'],
    ['approval', 'Oslo'],
  ]);
  const second = await drive('approve:Oslo', 'refuse:Porto');
  expect(second).toMatchObject({ isKilled: true, printed: { status: 'waiting' } });
  // It is the same question as before, not another one.
  expect(second.printed?.asked).toEqual(first.printed?.asked.filter(({ city }) => city === 'Rome'));
  const last = await drive('approve:Rome');
  expect(last).toMatchObject({ isKilled: false, printed: { status: 'completed', asked: [] } });
  expect(last.printed?.text).toBe(
    'Porto: Porto: A person refused this call: not to Porto. | Rome: Rome: a ticket to Rome | Oslo: Oslo: a ticket to Oslo',
  );
  const done = readFileSync(side, 'utf8').trim().split('\n');
  const bought = done.filter((each) => each.startsWith('buy ')).map((each) => /team-(\w+)/.exec(each)?.[1]);
  expect(bought).toEqual(['Oslo', 'Rome']);
  expect(new Set(done).size).toBe(done.length);
});
