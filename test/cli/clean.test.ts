import { type Entry, replay } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { describe, expect, it } from 'vitest';
import { clean } from '../../src/cli/commands/clean.ts';
import { moved } from '../../src/testing/sample-entries.ts';
import { keepRuns, newStoreFile, storedLogs } from './kept-run.ts';
import { runCli } from './run-cli.ts';

it('says what it would delete and archive, and does it with --yes', async () => {
  const file = newStoreFile();
  const [first, second] = await keepRuns(file, ['revenue by region', 'units by product']);
  const store = sqliteStore(file);
  const old: Entry = { ...moved('old', 1, 'completed'), at: '2020-01-01T00:00:00.000Z' };
  await store.append('old', 0, [old]);
  await store.close();
  const logs = async () => new Map((await storedLogs(file)).map(({ run, log }) => [run, log]));
  const before = await logs();

  const options = ['clean', '--store', file, '--max-age', '4w', '--archive-after', '0m'];
  const said = await runCli(options);
  expect(said).toMatchObject({ code: 0, stderr: 'Nothing was changed. Do it with --yes.\n' });
  expect(said.stdout).toMatch(
    /^Would delete 1 run of \d+ bytes:\n {2}old {2}completed {2}2020-.*\nWould archive 2 runs:\n/,
  );
  expect(said.stdout).toContain(`  ${second?.runId}  completed  just now`);
  expect(await logs()).toEqual(before);

  const done = await runCli([...options, '--yes']);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toMatch(/^Deleted 1 run of \d+ bytes:\n.*\nArchived 2 runs, which saved \d+\.\d kB:\n/);
  const after = await logs();
  expect([...after.keys()].toSorted()).toEqual([first?.runId, second?.runId].toSorted());
  for (const [run, log] of after) expect([log, replay(log).equal]).toEqual([before.get(run), true]);
  expect(await runCli(options)).toMatchObject({ code: 0, stdout: 'There is nothing to clean.\n', stderr: '' });
});

describe('clean refuses', () => {
  it.each([
    [[], 'Say what clean should do, such as --max-age 30d'],
    [['old'], 'clean takes no runs'],
    [['--max-age', '30'], '--max-age is "30". Give a time in minutes, hours, days or weeks: 90m, 12h, 30d, 2w.'],
    [['--max-runs', '0'], '--max-runs is "0"'],
    [['--max-size', 'much'], '--max-size is "much". Give a size such as 500kB, 20MB or 2GB.'],
  ])('%j', (words, message) => expect(() => clean.parse(words)).toThrow(message));
});

it('reads times and sizes', () => {
  const { limits } = clean.parse([
    '--max-age',
    '2w',
    '--archive-after',
    '90m',
    '--max-size',
    '1.5gb',
    '--max-runs',
    '3',
  ]);
  expect(limits).toEqual({ maxAgeMs: 14 * 86_400_000, archiveAfterMs: 5_400_000, maxBytes: 1.5e9, maxRuns: 3 });
});
