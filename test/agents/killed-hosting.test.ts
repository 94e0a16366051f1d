import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStore } from 'troupe/sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { driveProcess } from './drive-process.ts';

const drive = async (...args: readonly (string | number)[]) =>
  (await driveProcess<Record<string, unknown>>('hosting-driver.ts', ...args)).printed;

it('loses nothing and does nothing twice that is recorded, when its process is killed while an inner run works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = join(folder, 'runs.db');
  const side = join(folder, 'side');
  const whole = await drive(place, side, 'whole');
  expect(whole).toMatchObject({ status: 'completed', output: 'THREE WORDS', ok: true });
  const writes = Number(whole?.writes);
  expect(writes).toBeGreaterThan(8);
  const store = sqliteStore(place);
  onTestFinished(() => store.close());
  for (const share of [0.2, 0.4, 0.6, 0.8]) {
    const at = Math.round(writes * share);
    const id = `killed-${at}`;
    const own = `${side}-${at}`;
    expect(await drive(place, own, id, at), id).toBeUndefined();
    const runs = [id, `${id}/outer/ask/run`, `${id}/outer/ask/run/s1#1/ask#1.1`];
    const logs = await Promise.all(runs.map((run) => store.read(run)));
    const recorded = logs.flatMap((entries, index) =>
      entries.flatMap((entry) => (entry.type === 'effect.completed' ? [`${runs[index]}/${entry.data.key}`] : [])),
    );
    const before = existsSync(own) ? readFileSync(own, 'utf8').split('\n').length : 0;
    expect(await drive(place, own, id), id).toMatchObject({ status: 'completed', output: 'THREE WORDS', ok: true });
    const again = readFileSync(own, 'utf8')
      .split('\n')
      .slice(Math.max(0, before - 1))
      .map((line) => line.slice(line.indexOf(' ') + 1));
    expect(
      again.filter((key) => recorded.includes(key)),
      id,
    ).toEqual([]);
  }
});
