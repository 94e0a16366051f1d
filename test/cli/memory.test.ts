import { DatabaseSync } from 'node:sqlite';
import { sqliteStore } from 'troupe/sqlite';
import { expect, it } from 'vitest';
import { ask } from '../../src/cli/commands/ask.ts';
import { memory } from '../../src/cli/commands/memory.ts';
import { newStoreFile } from './kept-run.ts';
import { newWorld } from './new-world.ts';

/** Runs a command here, and gives what it wrote. */
async function run<Options>(
  command: { parse(args: readonly string[]): Options; run(options: Options, world: never): Promise<number> },
  ...args: string[]
) {
  const { world, written } = newWorld({ isTerminal: false });
  const code = await command.run(command.parse(args), world as never); // a world for any command
  return { code, ...written };
}

it('shows, corrects and deletes what people have said, with the runs in which they said it', async () => {
  const file = newStoreFile();
  const at = ['--store', file];
  await run(ask, 'What is 2 + 2? My daughter cannot eat nuts. We can spend at most 4,310.', ...at, '--user', 'anna');
  await run(ask, 'What is 3 + 3? 我住在上海。', ...at, '--user', 'bert');

  const all = await run(memory, 'list', ...at);
  const rows = all.stdout.trimEnd().split('\n');
  expect(rows[0]).toMatch(/^WHOSE +KEY +KIND +WHEN +WHAT$/);
  expect(rows.slice(1).map((row) => row.split(/ {2,}/))).toEqual([
    ['anna', 'budget', 'fact', expect.any(String), 'We can spend at most 4,310.'],
    ['anna', 'fact/daughter-eat-nuts', 'fact', expect.any(String), 'My daughter cannot eat nuts.'],
    ['bert', 'home', 'fact', expect.any(String), '我住在上海。'],
  ]);

  const corrected = await run(memory, 'set', 'budget', 'We can spend 5,000.', ...at, '--user', 'anna');
  expect(corrected).toEqual({ code: 0, stdout: '', stderr: 'Corrected "budget" for anna.\n' });
  const json = await run(memory, 'list', '--json', ...at, '--user', 'anna');
  const [first] = json.stdout.trimEnd().split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({
    key: 'budget',
    value: 'We can spend 5,000.',
    version: 2,
    by: 'user',
  });

  const forgot = await run(memory, 'forget', '--all', '--with-runs', ...at, '--user', 'anna');
  expect(forgot.stderr).toBe('Forgot 2 memories of anna and 1 run with it.\n');
  expect(await run(memory, 'list', ...at, '--user', 'anna')).toMatchObject({
    stdout: '',
    stderr: 'Nothing is remembered for anna.\n',
  });
  expect((await run(memory, 'list', ...at)).stdout).toContain('我住在上海');
  const store = sqliteStore(file);
  expect((await store.runs()).map(({ question }) => question)).toEqual(['What is 3 + 3? 我住在上海。']);
  await store.close();
});

it('forgets nothing while the runs cannot be deleted, so that it can be asked for again', async () => {
  const file = newStoreFile();
  const anna = ['--store', file, '--user', 'anna'];
  await run(ask, 'What is 2 + 2? My daughter cannot eat nuts.', ...anna);
  const forget = () => run(memory, 'forget', '--all', '--with-runs', ...anna);
  const database = new DatabaseSync(file);
  database.exec("CREATE TRIGGER full BEFORE DELETE ON runs BEGIN SELECT RAISE(ABORT, 'the disk is full'); END");
  await expect(forget()).rejects.toThrow('the disk is full');
  expect((await run(memory, 'list', ...anna)).stdout).toContain('cannot eat nuts');
  database.exec('DROP TRIGGER full');
  database.close();
  expect((await forget()).stderr).toBe('Forgot 1 memory of anna and 1 run with it.\n');
});

it('keeps what is set for everybody, an agent or a tenant apart', async () => {
  const file = newStoreFile();
  const at = ['--store', file];
  await sqliteStore(file).close();
  expect((await run(memory, 'list', ...at)).stderr).toBe('Nothing is remembered.\n');
  expect((await run(memory, 'set', 'a', 'For all.', ...at)).stderr).toBe('Remembered "a" for everybody.\n');
  await run(memory, 'set', 'a', 'For north.', ...at, '--tenant', 'north', '--kind', 'preference');
  await run(memory, 'set', 'a', 'For Anna.', ...at, '--tenant', 'north', '--user', 'anna', '--agent', 'clerk');
  const { stdout } = await run(memory, 'list', ...at);
  expect(stdout).toMatch(/everybody +a +fact .*For all\.\n/);
  expect(stdout).toMatch(/tenant north +a +preference .*For north\.\n/);
  expect(stdout).toMatch(/anna, tenant north, agent clerk +a +fact .*For Anna\.\n/);
  expect((await run(memory, 'forget', 'a', ...at)).stderr).toBe('Forgot 1 memory of everybody.\n');
  await expect(run(memory, 'forget', 'b', ...at, '--tenant', 'north')).rejects.toThrow(
    'Nothing is remembered under "b" for tenant north.',
  );
});

it('lists and forgets what a user has with agents, and nothing of the same name elsewhere', async () => {
  const file = newStoreFile();
  const at = ['--store', file];
  await sqliteStore(file).close();
  const anna = [...at, '--user', 'anna'];
  await run(memory, 'set', 'a', 'Alone.', ...anna);
  await run(memory, 'set', 'b', 'With the clerk.', ...anna, '--agent', 'clerk');
  await run(memory, 'set', 'c', 'Another Anna.', ...anna, '--tenant', 'north');
  expect((await run(memory, 'list', ...anna)).stdout).toMatch(/Alone\.\n.*With the clerk\.\n$/);
  expect((await run(memory, 'forget', '--all', ...anna)).stderr).toBe('Forgot 2 memories of anna.\n');
  const left = await run(memory, 'list', ...at);
  expect(left.stdout).not.toContain('clerk');
  expect(left.stdout).toContain('Another Anna.');
});

it.each([
  [[], 'memory needs a word that says what to do: list, set, forget.'],
  [['forgot', 'x'], 'memory cannot "forgot": list, set, forget. Did you mean "forget"?'],
  [['set', 'x'], 'memory set takes a key and a text in quotes'],
  [['forget'], 'memory forget takes keys, or --all.'],
  [['forget', 'x', '--all'], 'memory forget takes keys, or --all.'],
  [['list', 'x'], 'memory list takes no key'],
  [['list', '--all'], '--all is for memory forget, and says nothing to memory list.'],
  [['forget', 'x', '--kind', 'fact'], '--kind is for memory set'],
  [['set', 'x', 'y', '--with-runs'], '--with-runs is for memory forget'],
  [['set', 'x', 'y', '--json'], '--json is for memory list'],
  [['set', 'x', 'y', '--kind', 'wish'], 'There is no kind "wish". Choose one of: fact, preference, instruction.'],
])('refuses %j', (args, problem) => {
  expect(() => memory.parse(args)).toThrow(problem);
});

it('refuses a name without a store to remember in', async () => {
  await expect(run(ask, 'What is 2 + 2?', '--user', 'anna')).rejects.toThrow('--user needs a store');
});
