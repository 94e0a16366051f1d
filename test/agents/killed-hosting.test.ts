import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sqliteStore } from 'troupe/sqlite';
import { expect, it, onTestFinished } from 'vitest';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Runs the driver until it ends or is killed. */
async function drive(...args: readonly (string | number)[]): Promise<Record<string, unknown> | undefined> {
  const child = spawn(process.execPath, [
    '--import',
    file('../from-source.ts'),
    file('hosting-driver.ts'),
    ...args.map(String),
  ]);
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (out !== '') return JSON.parse(out) as Record<string, unknown>;
  if (child.signalCode !== 'SIGKILL') throw new Error(problem);
  return undefined;
}

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
