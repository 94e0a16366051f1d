import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { newStoreFile, storedLogs } from './kept-run.ts';
import { runCli, temporaryFolder } from './run-cli.ts';

const folder = fileURLToPath(new URL('../log/logs-of-host-4', import.meta.url));
const refusal = 'was made by the charts host@4, but this version of Troupe has host@5.';

/** A store that the version before has made, with one of its runs. */
async function olderStore(status: string) {
  const file = newStoreFile();
  copyFileSync(join(folder, 'runs.sqlite'), file);
  const { stdout } = await runCli(['runs', '--json', '--status', status, '--store', file]);
  const { run } = JSON.parse(stdout.split('\n')[0] ?? '') as { run: string };
  return { file, run };
}

it('a run of older charts that waits is refused at the first resume, with or without an answer', async () => {
  const { file, run } = await olderStore('waiting');
  for (const reply of [[], ['--answer', 'yes']]) {
    const { code, stdout, stderr } = await runCli(['resume', run, '--store', file, ...reply]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `troupe: Run ${run} ${refusal} Continue it with the version that made it, or read it with: troupe show ${run} --store ${file}\n`,
    );
  }
});

it('show says that a run of older charts cannot continue here, if it has not ended', async () => {
  const waiting = await olderStore('waiting');
  const open = await runCli(['show', waiting.run, '--store', waiting.file]);
  expect(open.stdout).toContain(
    `\nCannot continue here\n  The run ${refusal} Continue it with the version that made it.\n`,
  );
  const ended = await olderStore('completed');
  expect((await runCli(['show', ended.run, '--store', ended.file])).stdout).not.toContain('Cannot continue here');
});

it('replay --all counts runs of older charts apart and does not call them damaged', async () => {
  const { file } = await olderStore('waiting');
  const { code, stdout } = await runCli(['replay', '--all', '--store', file]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/: 3 equal; 5 made by host@4, equal up to where the charts differ\n$/);
});

it('replay of one such run ends with 0, and with 1 if one of its facts was changed', async () => {
  const file = join(folder, 'two-rounds.jsonl');
  const whole = await runCli(['replay', file]);
  expect(whole.code).toBe(0);
  expect(whole.stdout).toMatch(
    /^Made by host@4; this version is host@5\. Equal up to entry \d+, where the charts differ\.\n/,
  );
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const at = lines.findLastIndex((line) => line.includes('"type":"effect.completed"'));
  const changed = join(temporaryFolder(), 'changed.jsonl');
  writeFileSync(
    changed,
    lines.map((line, index) => (index === at ? line.replace('"key":"', '"key":"x') : line)).join('\n'),
  );
  const damaged = await runCli(['replay', changed]);
  expect(damaged.code).toBe(1);
  expect(damaged.stdout).toContain(`Entry ${at + 1} was changed or does not follow the one before.\n`);
});

it('replay --until beyond the difference says why there is no state, and where the last one is', async () => {
  const file = join(folder, 'two-rounds.jsonl');
  const { code, stderr } = await runCli(['replay', file, '--until', '51']);
  expect(code).toBe(1);
  const [, last] =
    /^There is no state at entry 51: this version computes another entry \d+\. The last entry with a state is (\d+): --until \d+\n$/.exec(
      stderr,
    ) ?? [];
  expect(Number(last)).toBeGreaterThan(20);
  expect((await runCli(['replay', file, '--until', last ?? ''])).code).toBe(0);
  expect((await runCli(['replay', file, '--until', `${Number(last) + 1}`])).code).toBe(1);
});

it('hints name the store that was given, so that they can be copied', async () => {
  const { file, run } = await olderStore('completed');
  const hint = async (...args: string[]) => (await runCli([...args, '--store', file])).stderr;
  expect(await hint('show', 'nosuchrun')).toContain(`List them with: troupe runs --store ${file}\n`);
  expect(await hint('show')).toContain(`List them with: troupe runs --store ${file}\n`);
  expect(await hint('resume', run)).toContain(`Look at it with: troupe show ${run} --store ${file}\n`);
  expect(await hint('fork', run)).toContain(`See them with: troupe log ${run} --store ${file}\n`);
  expect(await hint('fork', run, '--at', '3')).toContain(`read it with: troupe show ${run} --store ${file}\n`);
  expect(await hint('runs', run)).toContain(`To see one of them: troupe show ${run} --store ${file}\n`);
  expect(await storedLogs(file)).toHaveLength(8);
});
