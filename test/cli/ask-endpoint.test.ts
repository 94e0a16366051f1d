import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { replay } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { endpoint, storedLogs } from './kept-run.ts';
import { root, runCli, startCli, temporaryFolder } from './run-cli.ts';

it('asks the endpoint that the environment names', async () => {
  const { baseURL } = await endpoint();
  const { code, stdout, stderr } = await runCli(['ask', 'do it all'], { env: { OPENAI_BASE_URL: baseURL } });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'All of it is done.\n' });
  expect(stderr).not.toContain('Offline');
  expect(stderr).toContain('step 2 started: 按月统计销售额的增长情况 (math)');
});

it('asks the endpoint of a preset at the address that is named, and says which presets there are', async () => {
  const { baseURL } = await endpoint();
  const env = { TROUPE_PRESET: 'lmstudio', OPENAI_BASE_URL: baseURL };
  expect(await runCli(['ask', 'do it all'], { env })).toMatchObject({ code: 0, stdout: 'All of it is done.\n' });
  const { code, stderr } = await runCli(['ask', 'x'], { env: { TROUPE_PRESET: 'lmstudy' } });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/preset is "lmstudy".*lmstudio/) });
});

it('prints what the model left undone after the answer', async () => {
  const notDone = [{ what: 'sending it by mail', why: 'nobody here can send' }];
  const reply = thinking({ answer: 'Here \u001b[31mit is.', notDone });
  const { baseURL } = await endpoint({ answers: { think: reply } });
  const { code, stdout } = await runCli(['ask', 'write and send'], { env: { OPENAI_BASE_URL: baseURL } });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'Here it is.\n\nNot done: sending it by mail — because nobody here can send\n',
  });
});

it('ends with 3 and the question when a person has to say more', async () => {
  const reply = thinking({ question: 'Which year do you mean?' });
  const { baseURL } = await endpoint({ answers: { think: reply } });
  const { code, stdout, stderr } = await runCli(['ask', 'how much'], { env: { OPENAI_BASE_URL: baseURL } });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('Which year do you mean?');
  expect(stderr).toContain('ask again');
});

it('says what the model looks up, now and in the story of the run', async () => {
  const call = { name: 'calculate', arguments: '{"expression":"6 * 7"}' };
  const think = (body: string) => (body.includes('"tool_call_id"') ? 'It is 42.' : { toolCalls: [call] });
  const server = await endpoint({ answers: { think } });
  const file = join(temporaryFolder(), 'runs.db');
  const env = { OPENAI_BASE_URL: server.baseURL, TROUPE_STORE: file };
  const { stdout, stderr } = await runCli(['ask', 'what is six times seven?'], { env });
  expect(stdout).toBe('It is 42.\n');
  expect(stderr).toContain('looking up: calculate {"expression":"6 * 7"}\n');
  expect(server.answered).toHaveLength(2);
  const [{ run = '' } = {}] = await storedLogs(file);
  const shown = await runCli(['show', run], { env });
  expect(shown.stdout).toMatch(/What happened\n(?:.*\n)? *\S+ +looking up: calculate \{"expression":"6 \* 7"\}\n/);
});

it('reviews the first plan and lets its update run with --review=first', async () => {
  const server = await endpoint({
    answers: {
      reflect: (body) =>
        body.includes('4: Look once more')
          ? 'All of it is done.'
          : {
              toolCalls: [
                {
                  name: 'update_plan',
                  arguments: JSON.stringify({
                    why: 'a part is missing',
                    steps: [{ id: '4', task: 'Look once more', specialist: 'math' }],
                  }),
                },
              ],
            },
    },
  });
  const env = { OPENAI_BASE_URL: server.baseURL, TROUPE_STORE: join(temporaryFolder(), 'runs.db') };
  expect((await runCli(['ask', 'do it all', '--review=first'], { env })).code).toBe(3);
  const [{ run = '' } = {}] = await storedLogs(env.TROUPE_STORE);
  const { code, stdout } = await runCli(['resume', run, '--approve'], { env });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'All of it is done.\n' });
});

it('ends with 1 and the reason when the endpoint gives no use', async () => {
  const { baseURL } = await endpoint({ answers: { think: '' } });
  const { code, stdout, stderr } = await runCli(['ask', 'x'], { env: { OPENAI_BASE_URL: baseURL } });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^Failed: ./m);
});

it.each([
  [['--max-calls', '3'], { name: 'modelCalls', max: 3 }],
  [['--max-tokens', '3000'], { name: 'tokens', max: 3000 }],
  [['--max-cost', '0.003', '--price', '1,1'], { name: 'costUsd', max: 0.003 }],
])('ends with what there is when %j is reached', async (limit, reached) => {
  const { baseURL } = await endpoint();
  const { code, stdout } = await runCli(['ask', 'x', '--json', ...limit], { env: { OPENAI_BASE_URL: baseURL } });
  // It has an answer, and no step of the plan was done.
  expect(code).toBe(4);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', outcome: 'refused', limit: reached });
});

it('ends in time with --max-time', async () => {
  const { baseURL } = await endpoint({ hangsOn: 'work' });
  const args = ['ask', 'x', '--json', '--max-time', '1.5'];
  const { code, stdout } = await runCli(args, { env: { OPENAI_BASE_URL: baseURL } });
  expect(code).toBe(4);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'refused', limit: { name: 'wallMs', max: 1500 } });
});

it('does one step after the other with --concurrency 1', async () => {
  const { baseURL } = await endpoint();
  const { stderr } = await runCli(['ask', 'x', '--concurrency', '1'], { env: { OPENAI_BASE_URL: baseURL } });
  const steps = stderr.split('\n').filter((line) => /^step \d (started|done)/.test(line));
  expect(steps.map((line) => line.replace(/[: ]+(in )?[^ ]*s$|:.*/, ''))).toEqual([
    'step 1 started',
    'step 1 done',
    'step 2 started',
    'step 2 done',
    'step 3 started',
    'step 3 done',
  ]);
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'stops in the middle of a call at %s and keeps a log that replays',
  async (name) => {
    const file = join(temporaryFolder(), 'runs.db');
    const server = await endpoint({ hangsOn: 'work' });
    const env = { OPENAI_BASE_URL: server.baseURL };
    const { child, finished } = startCli(['ask', 'do it all', '--store', file], { env });
    await server.hangs('work');
    child.kill(name);
    await server.dropped('work');
    const { code, signal, stdout, stderr } = await finished;
    expect({ code, signal, stdout }).toEqual({ code: 130, signal: null, stdout: '' });
    expect(stderr).toContain('Cancelled.');
    const store = sqliteStore(file);
    const [{ run } = { run: '' }] = await store.runs();
    const log = await store.read(run);
    await store.close();
    expect(log.findLast((entry) => entry.type === 'status.changed')?.data.status).toBe('cancelled');
    expect(replay(log)).toEqual({ equal: true, entries: log.length });
  },
);

it('prints the cancelled result with --json', async () => {
  const server = await endpoint({ hangsOn: 'think' });
  const { child, finished } = startCli(['ask', 'x', '--json'], { env: { OPENAI_BASE_URL: server.baseURL } });
  await server.hangs('think');
  child.kill('SIGINT');
  const { code, stdout } = await finished;
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'cancelled' });
});

it('keeps the key out of all that it prints and stores', async () => {
  const { baseURL } = await endpoint();
  const env = { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: 'sk-very-secret-key' };
  const { stdout, stderr } = await runCli(['ask', 'x', '--events'], { env });
  expect(`${stdout}${stderr}`).not.toContain('sk-very-secret-key');
});

it('says how to install the package that the endpoint needs', async () => {
  const folder = temporaryFolder();
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== 'openai') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  const main = join(folder, 'src/cli/main.ts');
  const { code, stderr } = await runCli(['ask', 'x'], { main, env: { OPENAI_API_KEY: 'k' } });
  expect(code).toBe(2);
  expect(stderr).toContain('Run: npm install openai');
});
