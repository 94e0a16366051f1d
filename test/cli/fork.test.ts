import { replay } from 'troupe';
import { expect, it } from 'vitest';
import { againLine } from '../../src/cli/terminal/again-line.ts';
import { endpoint, keepRuns, newStoreFile, storedLogs } from './kept-run.ts';
import { runCli } from './run-cli.ts';

it('goes on from the middle as a new run, says what is done again and leaves the first run alone', async () => {
  const file = newStoreFile();
  const server = await endpoint();
  const [kept] = await keepRuns(file, ['do it all'], server.baseURL);
  const [{ run, log } = { run: '', log: [] }] = await storedLogs(file);
  const at = log.find((entry) => entry.type === 'results.collected')?.seq ?? 0;
  const env = { OPENAI_BASE_URL: server.baseURL };
  const edits = ['--set', 'options.limits.rounds=1', '--set', 'options.limits.steps=7'];
  const args = ['fork', run.slice(0, 8), '--at', `${at}`, ...edits, '--store', file];
  const { code, stdout, stderr } = await runCli(args, { env });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'All of it is done.\n' });
  expect(stderr).toMatch(/^Shares \d+ entries\. Repeats 1 effect \(r1\/reflect#1\)\.\n/);
  const logs = await storedLogs(file);
  expect(logs).toHaveLength(2);
  expect(logs.find((each) => each.run === kept?.runId)?.log).toEqual(log);
  const forked = logs.find((each) => each.run !== kept?.runId);
  expect(replay(forked?.log ?? [])).toEqual({ equal: true, entries: forked?.log.length });
  const edited = forked?.log.filter((entry) => entry.type === 'context.edited').map((entry) => entry.data);
  expect(edited).toEqual([
    { path: 'options.limits.rounds', value: 1 },
    { path: 'options.limits.steps', value: 7 },
  ]);
  const again = server.answered.filter((key) => key.startsWith(`${forked?.run}/`));
  expect(again).toEqual([`${forked?.run}/r1/reflect#1`]);
});

it('says what is wrong with the entry or the path', async () => {
  const file = newStoreFile();
  const server = await endpoint();
  await keepRuns(file, ['do it all'], server.baseURL);
  const [{ run, log } = { run: '', log: [] }] = await storedLogs(file);
  const fork = async (...args: string[]) => {
    const { code, stderr } = await runCli(['fork', run, '--store', file, ...args]);
    expect(code).toBe(2);
    return stderr;
  };
  expect(await fork('--at', '9999')).toContain(`entries 1 to ${log.length}, not at 9999`);
  expect(await fork('--at', `${log.length}`)).toContain('had already ended (completed)');
  expect(await fork('--at', '9', '--set', 'option.rounds=1')).toContain("the host's context has no such place");
  expect(await storedLogs(file)).toHaveLength(1);
});

it('says so when nothing is done again', () => {
  expect(againLine([], 1)).toBe('Shares 1 entry. No earlier effect is repeated.');
});
