import { type RunResult, replay } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import type { ChatEndpoint } from '../chat-endpoint.ts';
import { endpoint, newStoreFile, storedLogs } from '../kept-run.ts';
import { runCli, salesFile, startCli } from '../run-cli.ts';

/** What a call was asked, the instructions apart. */
const saidTo = ({ asked }: ChatEndpoint, purpose = 'think') =>
  asked
    .filter((call) => call.purpose === purpose)
    .map(({ messages }) =>
      messages.filter(({ role }) => role !== 'system').map(({ role, content }) => [role, content]),
    );

/** Thinks that the last user message can be answered with itself in capitals, directly. */
const echo = (body: string) => {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] }; // an endpoint of chat completions gets these
  return messages.at(-1)?.content.toUpperCase() ?? '';
};

it('takes each line of a pipe as a turn that knows what was said before', async () => {
  const input = 'units by region\n\nand by product?\n';
  const { code, stdout, stderr } = await runCli(['chat', '--file', salesFile], { input });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Total units: 6,611; highest: north[\s\S]*\nTotal units: 6,611; highest: notebook/);
  expect(stderr).toMatch(/^Offline rules, no language model\./);
  expect(stderr.match(/^completed in /gm)).toHaveLength(2);
});

it('speaks Chinese over several turns', async () => {
  const input = '按地区统计销量\n按产品呢？\n';
  const { code, stdout } = await runCli(['chat', '--file', salesFile], { input });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^总units：6,611；最高：north[\s\S]*总units：6,611；最高：notebook/);
});

it('gives the whole conversation to the model at each turn', async () => {
  const server = await endpoint({ answers: { think: echo } });
  const env = { OPENAI_BASE_URL: server.baseURL };
  const { code, stdout } = await runCli(['chat'], { env, input: 'one\ntwo \\\n lines\nthree' });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'ONE\nTWO \n LINES\nTHREE\n' });
  const [one, two] = [
    [
      ['user', 'one'],
      ['assistant', 'ONE'],
    ],
    [
      ['user', 'two \n lines'],
      ['assistant', 'TWO \n LINES'],
    ],
  ];
  expect(saidTo(server)).toEqual([
    [['user', 'one']],
    [...one, ['user', 'two \n lines']],
    [...one, ...two, ['user', 'three']],
  ]);
});

it('goes on after a turn that failed, without it', async () => {
  const server = await endpoint({
    answers: { think: (body) => (/break"/.test(body) ? '' : echo(body)) },
  });
  const env = { OPENAI_BASE_URL: server.baseURL };
  const { code, stdout, stderr } = await runCli(['chat'], { env, input: 'one\nbreak\ntwo\n' });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'ONE\nTWO\n' });
  expect(stderr).toMatch(/^Failed: ./m);
  expect(saidTo(server).at(-1)).toEqual([
    ['user', 'one'],
    ['assistant', 'ONE'],
    ['user', 'two'],
  ]);
});

it('ends with 1 when the last turn of a pipe failed', async () => {
  const { code, stdout, stderr } = await runCli(['chat'], {
    env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }, // nobody listens there
    input: 'hello\n',
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^Failed: ./m);
});

const asksForYear = (body: string) => (body.includes('"2025"') ? echo(body) : thinking({ question: 'Which year?' }));

it('takes the line after a question for its answer, and keeps both in the history', async () => {
  const server = await endpoint({ answers: { think: asksForYear } });
  const file = newStoreFile();
  const env = { OPENAI_BASE_URL: server.baseURL };
  const { code, stdout } = await runCli(['chat', '--store', file], { env, input: 'figures\n\n2025\nthanks\n' });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Which year?\n2025\nTHANKS\n' });
  expect(saidTo(server).at(-1)).toEqual([
    ['user', 'figures'],
    ['assistant', 'Which year?'],
    ['user', '2025'],
    ['assistant', '2025'],
    ['user', 'thanks'],
  ]);
  expect(await storedLogs(file)).toHaveLength(2);
});

it('ends with 3 and the way to go on when the input ends before the answer to a question', async () => {
  const server = await endpoint({ answers: { think: asksForYear } });
  const file = newStoreFile();
  const env = { OPENAI_BASE_URL: server.baseURL };
  const { code, stdout, stderr } = await runCli(['chat', '--store', file], { env, input: 'figures' });
  expect({ code, stdout }).toEqual({ code: 3, stdout: 'Which year?\n' });
  const [kept] = await storedLogs(file);
  expect(stderr).toContain(`troupe resume ${kept?.run} --store ${file} --answer "…"`);
});

it('takes lines for a review of the plan', async () => {
  const server = await endpoint();
  const env = { OPENAI_BASE_URL: server.baseURL };
  const { code, stdout, stderr } = await runCli(['chat', '--review'], { env, input: 'do it all\nshorter\nyes\n' });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'All of it is done.\n' });
  expect(stderr.match(/^- \[ \] 3: Write the report/gm)).toHaveLength(2);
});

it('keeps each turn as a run of its own that replays equal', async () => {
  const file = newStoreFile();
  const input = 'units by region\nand by product?\n';
  await runCli(['chat', '--file', salesFile, '--store', file], { input });
  const logs = await storedLogs(file);
  expect(logs).toHaveLength(2);
  for (const { log } of logs) expect(replay(log)).toEqual({ equal: true, entries: log.length });
});

it('gives all its turns one session, which it names, a new one or the one it is told', async () => {
  const server = await endpoint({ answers: { think: echo } });
  const env = { OPENAI_BASE_URL: server.baseURL };
  const file = newStoreFile();
  const sessions: (string | undefined)[] = [];
  for (const told of [[], [], ['--session', 'talk 7', '--metadata', 'ticket=42']]) {
    const { stderr } = await runCli(['chat', '--store', file, ...told], { env, input: 'one\ntwo\n' });
    sessions.push(/^Each turn is kept as a run in .*, session (.+)\.$/m.exec(stderr)?.[1]);
  }
  expect(new Set(sessions).size).toBe(3);
  expect(sessions[2]).toBe('talk 7');
  const store = sqliteStore(file);
  for (const session of sessions) {
    const questions = (await store.runs({ session: session ?? '' })).map(({ question }) => question);
    expect(questions).toEqual(['two', 'one']);
  }
  expect((await store.runs({ session: 'talk 7' })).map(({ metadata }) => metadata)).toEqual([
    { ticket: '42' },
    { ticket: '42' },
  ]);
  store.close();
});

it('prints one JSON document a turn with --json', async () => {
  const server = await endpoint({ answers: { think: asksForYear } });
  const env = { OPENAI_BASE_URL: server.baseURL };
  const { stdout } = await runCli(['chat', '--json'], { env, input: 'figures\n2025\n' });
  const results = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunResult); // what --json promises
  expect(results.map(({ status, message }) => [status, message.content])).toEqual([
    ['waiting', 'Which year?'],
    ['completed', '2025'],
  ]);
});

it('takes a line with a slash from a pipe for a message', async () => {
  const server = await endpoint({ answers: { think: echo } });
  const env = { OPENAI_BASE_URL: server.baseURL };
  const { stdout } = await runCli(['chat'], { env, input: '/exit\nthere\n' });
  expect(stdout).toBe('/EXIT\nTHERE\n');
});

it('lets no control character of the model through', async () => {
  const think = 'all \u001b[2Jwell\u0007';
  const { baseURL } = await endpoint({ answers: { think } });
  const { stdout } = await runCli(['chat'], { env: { OPENAI_BASE_URL: baseURL }, input: 'how?\n' });
  expect(stdout).toBe('all well\n');
});

it('ends with 130 at a signal, with the turn cancelled', async () => {
  const server = await endpoint({ hangsOn: 'think' });
  const file = newStoreFile();
  const env = { OPENAI_BASE_URL: server.baseURL };
  const { child, finished } = startCli(['chat', '--store', file], { env, input: 'one\ntwo\n' });
  await server.hangs('think');
  child.kill('SIGINT');
  await server.dropped('think');
  expect(await finished).toMatchObject({ code: 130, stdout: '' });
  const [kept, ...others] = await storedLogs(file);
  expect(others).toEqual([]);
  expect(kept?.log.findLast((entry) => entry.type === 'status.changed')?.data.status).toBe('cancelled');
});

it('ends with 0 when there is nothing to say', async () => {
  expect(await runCli(['chat'])).toMatchObject({ code: 0, stdout: '' });
});
