import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Entry, replay } from 'troupe';
import { toRunState } from 'troupe/log';
import { sqliteStore } from 'troupe/sqlite';
import { describe, expect, it } from 'vitest';
import { sumOf } from '../../src/log/entry.ts';
import { askedIn } from '../../src/testing/sample-entries.ts';
import { keepRuns, newStoreFile, storedLogs } from './kept-run.ts';
import { runCli, salesFile, temporaryFolder } from './run-cli.ts';

const toLines = (log: readonly Entry[]) => log.map((entry) => `${JSON.stringify(entry)}\n`).join('');

describe('runs', () => {
  it('lists the newest first, as a table and as JSON', async () => {
    const file = newStoreFile();
    const [first, second] = await keepRuns(file, ['revenue by region', 'units by product']);
    const table = await runCli(['runs', '--store', file]);
    expect(table).toMatchObject({ code: 0, stderr: '' });
    const [head, ...rows] = table.stdout.trimEnd().split('\n');
    expect(head).toMatch(/^RUN +STATUS +WHEN +TOOK +ENTRIES +QUESTION$/);
    expect(rows.map((row) => row.slice(0, 8))).toEqual([second?.runId.slice(0, 8), first?.runId.slice(0, 8)]);
    expect(rows[1]).toMatch(/ completed +(just now|\d+ min ago) .* revenue by region$/);
    const { stdout, stderr } = await runCli(['runs', '--json', '--limit', '1'], { env: { TROUPE_STORE: file } });
    expect(JSON.parse(stdout)).toMatchObject({ run: second?.runId, status: 'completed', question: 'units by product' });
    expect(stderr).toBe('');
  });

  it('says that there is nothing, and how many more there are', async () => {
    const file = newStoreFile();
    await keepRuns(file, ['revenue by region', 'units by product']);
    const none = await runCli(['runs', '--store', file, '--status', 'waiting']);
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: `There are no runs with status waiting in ${file}.\n` });
    const one = await runCli(['runs', '--store', file, '--limit', '1']);
    expect(one.stderr).toBe('… and 1 more. See them with --limit 2.\n');
  });
});

describe('sessions', () => {
  const labels = ['--session', 'talk 7', '--metadata', 'ticket=42', '--metadata', 'note=a=b'];

  it('group runs, which are listed by them, and shown with their metadata', async () => {
    const file = newStoreFile();
    await runCli(['ask', 'units by region', '--file', salesFile, '--store', file, ...labels]);
    expect((await runCli(['runs', '--store', file])).stderr).toBe('All of them belong to session talk 7.\n');
    const [other] = await keepRuns(file, ['units by product']);
    const table = await runCli(['runs', '--store', file]);
    expect(table.stdout).toMatch(
      /^RUN +SESSION +STATUS .*\n\S+ +completed .*product\n\S+ +talk 7 +completed .*region\n$/,
    );
    for (const session of ['talk 7', 'tal']) {
      const { stdout, stderr } = await runCli(['runs', '--store', file, '--session', session, '--json']);
      const labelled = { session: 'talk 7', metadata: { ticket: '42', note: 'a=b' } };
      expect({ found: JSON.parse(stdout), stderr }).toMatchObject({ found: labelled, stderr: '' });
      expect(stdout).not.toContain(other?.runId);
      const shown = await runCli(['show', JSON.parse(stdout).run, '--store', file]);
      expect(shown.stdout).toMatch(/\ncompleted · .*\nSession talk 7\nMetadata ticket=42, note=a=b\n\nRequest\n/);
    }
    const none = await runCli(['runs', '--store', file, '--session', 'walk']);
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: `There are no runs of session walk in ${file}.\n` });
  });

  it('are named in full where their beginnings are the same', async () => {
    const file = newStoreFile();
    const store = sqliteStore(file);
    for (const run of ['a', 'b']) await store.append(run, 0, [askedIn(`talk ${run}`, run, 1)]);
    store.close();
    const { code, stderr } = await runCli(['runs', '--store', file, '--session', 'talk']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'troupe: "talk" matches 2 sessions. Give more of the id:\n  talk b\n  talk a\n',
    });
  });

  it.each([
    [['--metadata', 'ticket'], '--metadata is "ticket". Give a name and a value: --metadata ticket=42'],
    [['--session', 'x'.repeat(201)], '--session cannot be used: give at most 200 characters.'],
  ])('and metadata that cannot be kept are refused: %j', async (options, problem) => {
    expect(await runCli(['ask', 'hi', ...options])).toMatchObject({ code: 2, stderr: `troupe: ${problem}\n` });
  });
});

describe('one run', () => {
  it('is shown by the beginning of its id', async () => {
    const file = newStoreFile();
    const [kept] = await keepRuns(file, ['revenue by region']);
    const id = kept?.runId ?? '';
    const shown = await runCli(['show', id.slice(0, 8), '--store', file]);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain(`Run ${id}\ncompleted · `);
    expect(shown.stdout).toMatch(/Request\n {2}revenue by region\n\nWhat happened\n/);
    expect(shown.stdout).toMatch(/\d\.\ds {2}step 1 done in \d\.\ds\n/);
    expect(shown.stdout).toMatch(/Plan v1\n ✓ 1 .* data {2}\d\.\ds\n/);
    const json = await runCli(['show', id.slice(0, 8), '--json', '--store', file]);
    expect(JSON.parse(json.stdout)).toEqual(kept);
  });

  it('is printed as its entries, and shown and replayed from a file of them', async () => {
    const file = newStoreFile();
    await keepRuns(file, ['revenue by region']);
    const [{ run, log } = { run: '', log: [] }] = await storedLogs(file);
    const { code, stdout } = await runCli(['log', run, '--store', file]);
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(log);
    const saved = join(temporaryFolder(), 'run.jsonl');
    writeFileSync(saved, stdout);
    expect((await runCli(['replay', saved])).stdout).toBe(`equal, ${log.length} entries\n`);
    expect((await runCli(['show', saved])).stdout).toContain(`Run ${run}\n`);
  });

  it('is drawn as a plan', async () => {
    const file = newStoreFile();
    const [kept] = await keepRuns(file, ['revenue by region, then write a report']);
    const { code, stdout } = await runCli(['graph', '--plan', kept?.runId ?? '', '--store', file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^flowchart TD\n {2}step_1\["1\. .*data · completed"\]:::completed\n/);
    expect(stdout).toContain('%% critical path: ');
  });
});

describe('replay', () => {
  it('says that a stored run is equal, and gives its state at an entry', async () => {
    const file = newStoreFile();
    await keepRuns(file, ['revenue by region']);
    const [{ run, log } = { run: '', log: [] }] = await storedLogs(file);
    const whole = await runCli(['replay', run.slice(0, 8), '--store', file]);
    expect(whole).toMatchObject({ code: 0, stdout: `equal, ${log.length} entries\n` });
    const planned = log.find((entry) => entry.type === 'plan.created')?.seq ?? 0;
    const { stdout } = await runCli(['replay', run, '--until', `${planned}`, '--store', file]);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(replay(log, { until: planned }).state)));
    expect(toRunState(log).executionStatus).toBe('completed');
    expect(JSON.parse(stdout)).not.toMatchObject({ executionStatus: 'completed' });
    const beyond = await runCli(['replay', run, '--until', '9999', '--store', file]);
    expect(beyond.code).toBe(2);
  });

  it('reports a changed line at its entry, with both sides', async () => {
    const file = newStoreFile();
    await keepRuns(file, ['revenue by region']);
    const [{ log } = { log: [] }] = await storedLogs(file);
    const at = log.findIndex((entry) => entry.type === 'answer.given');
    const forged = log.map((entry, index) =>
      index === at && entry.type === 'answer.given' ? { ...entry, data: { content: 'A forged answer.' } } : entry,
    );
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'forged.jsonl'), toLines(forged));
    const { code, stdout } = await runCli(['replay', join(folder, 'forged.jsonl')]);
    expect(code).toBe(1);
    const [head, stored, recomputed] = stdout.split('\n');
    expect(head).toBe(`differs at entry ${at + 1}`);
    expect(stored).toMatch(/^ {2}stored {6}answer\.given {2}….*A forged answer\./);
    expect(recomputed).toMatch(/^ {2}recomputed {2}answer\.given {2}…/);
    expect(recomputed).not.toContain('forged');

    writeFileSync(join(folder, 'sound.jsonl'), toLines(log));
    writeFileSync(join(folder, 'torn.jsonl'), toLines(log).slice(0, -20));
    writeFileSync(join(folder, 'notes.txt'), 'no log');
    const all = await runCli(['replay', '--all', folder]);
    expect(all.code).toBe(1);
    expect(all.stdout).toContain(`forged.jsonl  differs at entry ${at + 1}\n`);
    expect(all.stdout).toContain(`sound.jsonl  equal, ${log.length} entries\n`);
    expect(all.stdout).toContain(`line ${log.length} is not JSON`);
    expect(all.stdout).toMatch(/3 runs, \d+ entries: 2 not equal\n$/);
  });

  it('checks every run of a store', async () => {
    const file = newStoreFile();
    const kept = await keepRuns(file, ['revenue by region', 'units by product']);
    const logs = await storedLogs(file);
    const sum = logs.reduce((total, { log }) => total + log.length, 0);
    const { code, stdout } = await runCli(['replay', '--all'], { env: { TROUPE_STORE: file } });
    expect(code).toBe(0);
    for (const { runId } of kept) expect(stdout).toContain(`${runId}  equal, `);
    expect(stdout).toMatch(new RegExp(`\\n2 runs, ${sum} entries: all equal\\n$`));
  });
});

describe('bad usage', () => {
  it.each([
    [['runs'], 'No store is configured. Give --store F, or set TROUPE_STORE'],
    [['show', 'abc'], 'No store is configured. Give --store F, or set TROUPE_STORE'],
    [['show', 'gone.jsonl'], 'There is no file gone.jsonl. Check the path; a run of a store needs --store F.'],
    [['show', 'abc', '--store', 'nowhere.db'], 'There is no store at nowhere.db.'],
    [['replay', '--all', 'nowhere'], 'There is no folder nowhere.'],
    [['shwo', 'abc'], 'Did you mean "show"?'],
  ])('of %j ends with 2 and says what to do', async (args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('of a beginning that several runs have ends with 2 and lists them', async () => {
    const file = newStoreFile();
    const { sqliteStore } = await import('troupe/sqlite');
    const [kept] = await keepRuns(file, ['revenue by region']);
    const [{ log } = { log: [] }] = await storedLogs(file);
    const store = sqliteStore(file);
    const twin = `${kept?.runId.slice(0, 6)}-twin`;
    await store.append(
      twin,
      0,
      log.map((entry) => ({ ...entry, run: twin })),
    );
    await store.close();
    const { code, stderr } = await runCli(['show', twin.slice(0, 6), '--store', file]);
    expect(code).toBe(2);
    expect(stderr).toContain(`  ${twin}  completed  revenue by region`);
    expect(stderr).toContain(`  ${kept?.runId}  completed  revenue by region`);
  });

  it('of a folder without logs ends with 2', async () => {
    const folder = join(temporaryFolder(), 'empty');
    mkdirSync(folder);
    expect((await runCli(['replay', '--all', folder])).code).toBe(2);
  });
});

describe('a run of older charts', () => {
  /** A run of this version whose log says that other charts made it, stopped before its end. */
  async function olderRun() {
    const file = newStoreFile();
    await keepRuns(file, ['revenue by region']);
    const [kept] = await storedLogs(file);
    const older = newStoreFile();
    const store = sqliteStore(older);
    const [first, ...rest] = (kept?.log ?? []).slice(0, 12);
    if (first?.type !== 'request.received') throw new Error('There is no run.');
    const request = { ...first, data: { ...first.data, machine: 'host@1' } };
    await store.append(first.run, 0, [{ ...request, sum: sumOf(request) }, ...rest]);
    await store.close();
    return { run: first.run, file: older };
  }

  it('is listed, shown and printed', async () => {
    const { run, file } = await olderRun();
    expect((await runCli(['runs', '--store', file])).stdout).toContain('revenue by region');
    expect(await runCli(['show', run, '--store', file])).toMatchObject({ code: 0, stderr: '' });
    expect((await runCli(['log', run, '--store', file])).stdout.trimEnd().split('\n')).toHaveLength(12);
  });

  it.each([
    ['resume', []],
    ['fork', ['--at', '5']],
  ])('is not continued by %s, and nothing is stored', async (command, options) => {
    const { run, file } = await olderRun();
    const { code, stdout, stderr } = await runCli([command, run, ...options, '--store', file]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Run ${run} was made by the charts host@1, but this version of Troupe has host@`);
    expect(stderr).toContain(`troupe show ${run}`);
    expect(await storedLogs(file)).toHaveLength(1);
  });

  it('is named by a replay', async () => {
    const { run, file } = await olderRun();
    const { code, stdout, stderr } = await runCli(['replay', run, '--store', file]);
    expect(code).toBe(0);
    expect(stdout + stderr).toContain('host@1');
  });
});
