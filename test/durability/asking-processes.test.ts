import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sqliteStore } from 'troupe/sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { expectReplay, of } from '../scenarios/scenario.ts';

const [program = '', fromSource = ''] = ['asking-process.ts', '../from-source.ts'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

it('nothing is asked, sent or paid for twice when processes are killed between asking and answering', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-asking-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, notes] = [join(folder, 'runs.db'), join(folder, 'notes')];
  const processes: { signal: string | null; stdout: string; stderr: string }[] = [];
  for (const mode of ['ask', 'answer', 'end']) {
    const child = spawn(process.execPath, ['--import', fromSource, program, file, notes, mode]);
    const exit = once(child, 'exit');
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [, signal] = (await exit) as [number | null, string | null];
    processes.push({ signal, stdout, stderr });
  }
  expect(processes.map(({ signal }) => signal)).toEqual(['SIGKILL', 'SIGKILL', null]);
  expect(JSON.parse(processes[2]?.stdout ?? '')).toEqual({
    status: 'completed',
    answer: 'all done',
    results: [
      'Error: nobody approved this call in time. It was not made.',
      'sent to bob',
      'A person refused this call: c has left',
    ],
  });
  const calls = ['a', 'b', 'c'].flatMap((name) => [`call for ${name}`, `call for ${name} with a result`]);
  expect(readFileSync(notes, 'utf8').trim().split('\n').sort()).toEqual([...calls, 'mail to bob'].sort());
  const store = sqliteStore(file);
  const log = await store.read('r');
  await store.close();
  expect(of(log, 'approval.requested')).toHaveLength(3);
  expectReplay(log);
});
