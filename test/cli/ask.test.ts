import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Entry, type RunResult, replay } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { describe, expect, it } from 'vitest';
import { runCli, salesFile, startCli, temporaryFolder } from './run-cli.ts';

/** Revenue by region, summed over the lines of the file in whole cents. */
function revenueByRegion(): Map<string, number> {
  const cents = new Map<string, number>();
  for (const line of readFileSync(salesFile, 'utf8').trim().split('\n').slice(1)) {
    const [, region = '', , units, price] = line.split(',');
    cents.set(region, (cents.get(region) ?? 0) + Number(units) * Math.round(Number(price) * 100));
  }
  return cents;
}

const money = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });

const parseLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry); // the command says that these are entries

it('answers the demo question with figures that agree with the file', async () => {
  const { code, stdout, stderr } = await runCli(['ask']);
  expect(code).toBe(0);
  const sums = revenueByRegion();
  expect(sums.size).toBe(4);
  for (const [region, cents] of sums) expect(stdout).toContain(`| ${region} | ${money(cents)} |`);
  const total = [...sums.values()].reduce((sum, cents) => sum + cents, 0);
  expect(stdout).toContain(money(total));
  const lines = stderr.split('\n');
  expect(lines[0]).toMatch(/^No question was given. Asking this one: sales\.csv: revenue by region/);
  expect(lines[1]).toMatch(/^Offline rules, no language model\./);
  expect(lines).toContain('plan v1: 3 steps');
});

it('says hardly anything about an answer that is given at once', async () => {
  const { stdout, stderr } = await runCli(['ask', 'hello', '--file', salesFile]);
  expect(stdout).toContain('Hello.');
  expect(
    stderr
      .replace(/in \d+\.\ds/, 'in 0.0s')
      .split('\n')
      .slice(1),
  ).toEqual(['thinking', 'completed in 0.0s', '']);
});

it('prints one JSON document and nothing else with --json', async () => {
  const { code, stdout } = await runCli(['ask', '--json', 'revenue by region', '--file', salesFile]);
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  const result = JSON.parse(stdout) as RunResult; // what --json promises
  expect(result).toMatchObject({ status: 'completed', rounds: 1, notDone: [], usage: { modelCalls: 0, costUsd: 0 } });
  expect(result.plan?.steps.map((step) => step.status)).toEqual(['completed']);
});

it('exits with 4 when nothing of the request was done, and says so', async () => {
  const folder = temporaryFolder();
  const files: Record<string, string | Uint8Array> = {
    'empty.csv': '',
    'binary.csv': Uint8Array.of(0, 255, 254, 0, 1, 200, 201),
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
    const { code, stdout, stderr } = await runCli(['ask', 'sum of a', '--file', join(folder, name)]);
    expect({ code, name }).toEqual({ code: 4, name });
    expect(stdout).toContain(`The file cannot be used: ${name}`);
    expect(stderr).toContain('Nothing of this was done; the answer says why.');
  }
  const part = await runCli(['ask', 'units by region, and profit by region', '--file', salesFile]);
  expect(part.code).toBe(0);
  expect(part.stderr).toContain('Done in part; the answer says what is missing.');
});

it('prints the log with --events, and it replays equal', async () => {
  const { code, stdout } = await runCli(['ask', '--events', 'revenue by region', '--file', salesFile]);
  expect(code).toBe(0);
  const log = parseLines(stdout);
  expect(log.map((entry) => entry.seq)).toEqual(log.map((_, index) => index + 1));
  expect(log.at(-1)?.type).toBe('run.completed');
  expect(replay(log)).toEqual({ equal: true, entries: log.length });
});

it('keeps the log with --store, and it replays equal', async () => {
  const file = join(temporaryFolder(), 'runs.db');
  const { code, stderr } = await runCli(['ask', 'revenue by region', '--file', salesFile, '--store', file]);
  expect(code).toBe(0);
  const store = sqliteStore(file);
  const [{ run } = { run: '' }] = await store.runs();
  expect(stderr).toContain(`The log is in ${file}, run ${run}.`);
  const log = await store.read(run);
  await store.close();
  expect(replay(log)).toEqual({ equal: true, entries: log.length });
});

it('keeps the log in the store that the environment names', async () => {
  const file = join(temporaryFolder(), 'runs.db');
  const env = { TROUPE_STORE: file };
  const { stderr } = await runCli(['ask', 'revenue by region', '--file', salesFile], { env });
  expect(stderr).toContain(`The log is in ${file}, run `);
});

it('prints the worst case with --quote and calls nobody', async () => {
  const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }; // nobody listens there
  const limits = [
    '--max-rounds',
    '1',
    '--max-calls',
    '9',
    '--max-tokens',
    '5000',
    '--max-cost',
    '0.5',
    '--max-time',
    '60',
  ];
  const { code, stdout, stderr } = await runCli(['ask', 'x', '--quote', '--price', '1,2', ...limits], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ rounds: 1, modelCalls: 9, tokens: 5000, costUsd: 0.5, wallMs: 60_000 });
});

it('refuses profit by region by name and still does the rest', async () => {
  const question = 'revenue by region, and profit by region';
  const { code, stdout } = await runCli(['ask', '--json', question, '--file', salesFile]);
  expect(code).toBe(0);
  const result = JSON.parse(stdout) as RunResult; // what --json promises
  expect(result.notDone).toHaveLength(1);
  expect(result.notDone[0]?.what).toContain('profit by region');
  expect(result.notDone[0]?.why).toContain('profit');
});

it('says once what was not done', async () => {
  const { stdout } = await runCli(['ask', 'revenue by region, and profit by region', '--file', salesFile]);
  expect(stdout.match(/Not done/g)).toHaveLength(1);
  expect(stdout).toContain('profit by region');
});

it.each([[['ask', '-']], [['ask']]])('takes the question of %j from standard input', async (args) => {
  const { code, stdout } = await runCli([...args, '--file', salesFile], { input: '按地区统计收入\n' });
  expect(code).toBe(0);
  for (const cents of revenueByRegion().values()) expect(stdout).toContain(money(cents));
});

it('shows no control character that a file holds', async () => {
  const file = join(temporaryFolder(), 'trap.csv');
  writeFileSync(file, 'region,units\n"no\u001b[2Jrth\u0007",3\nsouth,4\n');
  const { code, stdout, stderr } = await runCli(['ask', 'units by region', '--file', file]);
  expect(code).toBe(0);
  expect(`${stdout}${stderr}`.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

it('ends quietly when nobody reads the events any more', async () => {
  const { child, finished } = startCli(['ask', '--events', 'revenue by region', '--file', salesFile]);
  finished.catch(() => {}); // its stdout is taken away
  const complaints = text(child.stderr);
  child.stdout.destroy();
  const [code] = await once(child, 'exit');
  expect(code).toBe(130);
  expect(await complaints).not.toContain('troupe:');
});

describe('bad usage', () => {
  it.each([
    [['asl'], 'There is no command "asl". Did you mean "ask"?'],
    [['ask', 'x', '--flie', 'y'], 'ask has no option "--flie". Did you mean "--file"?'],
    [['ask', 'x', '--max-rounds', 'many'], '--max-rounds is "many". Give a whole number from 1 up.'],
    [['ask', 'x', '--file', 'missing.csv'], '--file missing.csv: there is no such file.'],
    [['ask', 'x', '--file', 'src'], '--file src: there is no file in it that can be read.'],
    [['ask', 'x', '--file', 'LICENSE'], 'Give .csv, .tsv, .json, .jsonl, .md or .txt.'],
    [['ask', 'x', '--store', 'LICENSE'], '--store: Cannot open LICENSE as a store'],
    [['ask', '--file', 'examples/data/sales.csv'], 'There is no question.'],
    [['ask', '-'], 'There is no question on standard input.'],
  ])('of %j ends with 2 and says what to do', async (args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

it.each([
  [['help'], 'Usage: troupe <command>'],
  [['ask', '--help'], 'Exit codes: 0 completed'],
  [['graph', '--help'], 'Usage: troupe graph'],
  [['--version'], '0.'],
])('answers %j on stdout', async (args, start) => {
  const { code, stdout, stderr } = await runCli(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(start);
});

it('an image goes along with the question, known by its content', async () => {
  const folder = temporaryFolder();
  const [picture, text] = [join(folder, 'picture'), join(folder, 'text.png')];
  writeFileSync(picture, Buffer.from('iVBORw0KGgoAAAAN', 'base64'));
  writeFileSync(text, 'no image');
  const { code, stdout } = await runCli(['ask', 'What is this?', '--json', '--image', picture]);
  // The offline rules cannot see it: nothing is done.
  expect(code).toBe(4);
  expect(JSON.parse(stdout).notDone).toContainEqual(
    expect.objectContaining({ what: '[image, image/png, 1 KB, not shown]' }),
  );
  const refused = await runCli(['ask', 'What is this?', '--image', text]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('text.png is no image that models take. Give a PNG, JPEG, GIF or WebP file.');
  const silent = await runCli(['ask', '--image', picture]);
  expect(silent.stderr).toContain('There is no question.');
});
