import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startDemo } from '../inspect/page/runs.ts';
import { startCli } from './run-cli.ts';

it('troupe inspect FILE --html writes the run as one file, and says what is in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-html-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const run = startDemo();
  await run.result;
  const [log, html] = [join(folder, 'run.jsonl'), join(folder, 'run.html')];
  writeFileSync(log, run.log.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const { code, stdout, stderr } = await startCli(['inspect', log, '--html', html]).finished;
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toMatch(
    new RegExp(
      `run\\.html: \\d\\.\\d MB, ${run.log.length} entries, [1-9]\\d* prompts; what looks like a secret is left out`,
    ),
  );
  expect(readFileSync(html, 'utf8')).toMatch(/^<!doctype html>[\s\S]*script-src 'sha256-/);
});

it.each([
  [['inspect', '--html', 'run.html'], '--html writes one run. Name it'],
  [['inspect', '--store', ':memory:', '--frame', '*'], 'There is no store'],
])('troupe %j is refused in words', async (args, words) => {
  const { code, stderr } = await startCli(args).finished;
  expect(code).toBe(2);
  expect(stderr).toContain(words);
});
