import { on } from 'node:events';
import { createOrchestrator, replay } from 'troupe';
import { shippedSpecialists } from 'troupe/offline';
import { openaiModel } from 'troupe/openai';
import { sqliteStore } from 'troupe/sqlite';
import { thinking } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { of } from '../scenarios/scenario.ts';
import { endpoint, keepRuns, newStoreFile, storedLogs } from './kept-run.ts';
import { runCli, salesFile, startCli } from './run-cli.ts';

/** So long a run belongs to a process that was killed. */
const lease = { TROUPE_LEASE_MS: '400' };

async function onlyLog(file: string) {
  const [only] = await storedLogs(file);
  return only ?? { run: '', log: [] };
}

/** The lease as soon as the one before has run out. */
async function untilGiven<T>(acquire: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const lease = await acquire();
    if (lease) return lease;
  }
}

describe('a process that is killed in the middle', () => {
  it('is resumed: the same answer, and no recorded call is repeated', async () => {
    const file = newStoreFile();
    const server = await endpoint({ hangsOn: /\/s3#/ });
    const env = { OPENAI_BASE_URL: server.baseURL, ...lease };
    const { child, finished } = startCli(['ask', 'do it all', '--store', file], { env });
    await server.hangs('work');
    child.kill('SIGKILL');
    expect((await finished).signal).toBe('SIGKILL');
    const { run, log: before } = await onlyLog(file);
    const recorded = of(before, 'effect.completed').filter(({ data }) => data.usage);
    expect(recorded).toHaveLength(4);
    server.answerAll();

    const { code, stdout, stderr } = await runCli(['resume', run.slice(0, 8), '--store', file], { env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'All of it is done.\n' });
    expect(stderr).toContain(`resumed after entry ${before.length}`);
    expect(stderr).not.toContain('step 1 started');
    expect(new Set(server.answered).size).toBe(server.answered.length);
    for (const { data } of recorded) expect(server.answered).toContain(`${run}/${data.key}`);
    const { log } = await onlyLog(file);
    expect(log.slice(0, before.length)).toEqual(before);
    expect(replay(log)).toEqual({ equal: true, entries: log.length });
    expect((await runCli(['replay', run, '--store', file])).stdout).toBe(`equal, ${log.length} entries\n`);
  });

  it('leaves the run to the next one when its lease has run out, which reports that it waits', async () => {
    const file = newStoreFile();
    const server = await endpoint({ hangsOn: 'think' });
    const env = { OPENAI_BASE_URL: server.baseURL, ...lease };
    const { child, finished } = startCli(['ask', 'do it all', '--store', file], { env });
    await server.hangs('think');
    child.kill('SIGKILL');
    await finished;
    server.answerAll();
    const { run } = await onlyLog(file);
    const store = sqliteStore(file);
    onTestFinished(() => void store.close());
    const held = await untilGiven(() => store.acquire(run, 'a process that is about to die', 60_000));
    const next = startCli(['resume', run, '--store', file], { env: { ...env, TROUPE_LEASE_MS: '20000' } });
    for await (const [chunk] of on(next.child.stderr, 'data')) {
      if (String(chunk).includes('Waiting up to 20 s for its lease to expire.\n')) break;
    }
    await store.release(held);
    expect(await next.finished).toMatchObject({ code: 0, stdout: 'All of it is done.\n' });
  });
});

it('ends with 1 when another process keeps the run', async () => {
  const file = newStoreFile();
  const server = await endpoint({ hangsOn: 'think' });
  const env = { OPENAI_BASE_URL: server.baseURL };
  const { child, finished } = startCli(['ask', 'do it all', '--store', file], { env });
  await server.hangs('think');
  const { run } = await onlyLog(file);
  const { code, stdout, stderr } = await runCli(['resume', run, '--store', file], { env: { ...env, ...lease } });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`Run ${run} is being driven by another process.`);
  child.kill('SIGINT');
  expect((await finished).code).toBe(130);
});

it('says what to do on the command line when the run ended while this process waited for it', async () => {
  const file = newStoreFile();
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* reflect() {
    yield 'All of ';
    begun.resolve();
    await gate.promise;
    yield 'it is done.';
  }
  const { baseURL } = await endpoint({ answers: { reflect } });
  const env = { OPENAI_BASE_URL: baseURL, TROUPE_LEASE_MS: '20000' };
  const first = startCli(['ask', 'do it all', '--store', file], { env });
  await begun.promise;
  const { run } = await onlyLog(file);
  const second = startCli(['resume', run, '--store', file], { env });
  for await (const [chunk] of on(second.child.stderr, 'data')) {
    if (String(chunk).includes('Waiting up to 20 s')) break;
  }
  gate.resolve();
  expect((await first.finished).code).toBe(0);
  const { code, stderr } = await second.finished;
  expect(code).toBe(2);
  expect(stderr).toContain(
    `troupe: Run ${run} has ended (completed). Look at it with: troupe show ${run} --store ${file}\n`,
  );
});

describe('a question to the user', () => {
  const answers = {
    think: (body: string) =>
      body.includes('the year 2025') ? thinking({ answer: 'Figures of 2025.' }) : thinking({ question: 'Which year?' }),
  };

  it('is answered later, by the command that the run names', async () => {
    const file = newStoreFile();
    const { baseURL } = await endpoint({ answers });
    const env = { OPENAI_BASE_URL: baseURL };
    const asked = await runCli(['ask', 'the figures', '--store', file], { env });
    expect(asked.code).toBe(3);
    const { run } = await onlyLog(file);
    expect(asked.stderr).toContain(`troupe resume ${run} --store ${file} --answer "…"`);

    const unanswered = await runCli(['resume', run, '--store', file], { env });
    expect(unanswered).toMatchObject({ code: 3, stdout: '' });
    expect(unanswered.stderr).toContain('Which year?');
    expect(unanswered.stderr).toContain('--answer "…"');

    const wrong = await runCli(['resume', run, '--store', file, '--approve'], { env });
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('is waiting for an answer. Give it with --answer "…"');

    const answered = await runCli(['resume', run, '--store', file, '--answer', 'the year 2025'], { env });
    expect(answered).toMatchObject({ code: 0, stdout: 'Figures of 2025.\n' });
    const shown = await runCli(['show', run, '--store', file]);
    expect(shown.stdout).toContain('Request\n  the figures\n  assistant: Which year?\n  the year 2025\n');

    const again = await runCli(['resume', run, '--store', file], { env });
    expect(again.code).toBe(2);
    expect(again.stderr).toContain(`has ended (completed). Look at it with: troupe show ${run}`);
  });
});

it('needs the price again for a run with a limit in money', async () => {
  const file = newStoreFile();
  const question = thinking({ question: 'Which year?' });
  const { baseURL } = await endpoint({ answers: { think: question } });
  const env = { OPENAI_BASE_URL: baseURL };
  const limit = ['--max-cost', '1', '--price', '1,2'];
  expect((await runCli(['ask', 'the figures', '--store', file, ...limit], { env })).code).toBe(3);
  const { run } = await onlyLog(file);
  const args = ['resume', run, '--store', file, '--answer', 'any'];
  const unpriced = await runCli(args, { env });
  expect(unpriced.code).toBe(2);
  expect(unpriced.stderr).toContain('it needs the price of the model: --price IN,OUT');
  expect((await runCli([...args, '--price', '1,2'], { env })).code).toBe(0);
});

it('shows that a run was paused when its process went, and how to continue; resume says that it continues', async () => {
  const file = newStoreFile();
  const server = await endpoint({ hangsOn: 'work' });
  const store = sqliteStore(file);
  const troupe = createOrchestrator({
    model: openaiModel({ model: 'test', baseURL: server.baseURL }),
    specialists: shippedSpecialists(),
    store,
  });
  const run = troupe.start([{ role: 'user', content: 'do it all' }]);
  await server.hangs('work');
  run.pause();
  run.actor.stop();
  await store.close();
  server.answerAll();
  expect((await runCli(['runs', '--store', file])).stdout).toMatch(/ executing, paused {2}.* do it all\n$/);
  const shown = (await runCli(['show', run.id, '--store', file])).stdout;
  expect(shown).toContain('not finished, executing, paused · ');
  expect(shown).toContain(`Paused\n  Nothing new starts. To continue: troupe resume ${run.id} --store ${file}\n`);
  expect(JSON.parse((await runCli(['show', run.id, '--json', '--store', file])).stdout).isPaused).toBe(true);
  const args = ['resume', run.id, '--store', file];
  const { code, stdout, stderr } = await runCli(args, { env: { OPENAI_BASE_URL: server.baseURL } });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'All of it is done.\n' });
  expect(stderr).toContain('The run was paused. It continues now.\n');
  expect(stderr).toContain('resumed after the pause\n');
  expect((await runCli(['runs', '--store', file])).stdout).toMatch(/ completed {2}.* do it all\n$/);
});

it('a plan under review is sent back with a remark, then approved', async () => {
  const file = newStoreFile();
  const server = await endpoint({
    answers: {
      plan: (body) =>
        body.includes('only one step')
          ? '# Plan: one\n\n- [ ] 1: Revenue by region\n  - specialist: math\n'
          : '# Plan: two\n\n- [ ] 1: Look\n  - specialist: math\n- [ ] 2: Look again\n  - specialist: math\n',
    },
  });
  const env = { OPENAI_BASE_URL: server.baseURL };
  const asked = await runCli(['ask', 'do it all', '--review', '--store', file], { env });
  expect(asked).toMatchObject({ code: 3, stdout: '' });
  expect(asked.stderr).toMatch(/The plan is waiting for a review:\n\n {2}# Plan: two/);
  const { run } = await onlyLog(file);
  expect(asked.stderr).toContain(`troupe resume ${run} --store ${file} --approve\n`);
  const resume = (...args: string[]) => runCli(['resume', run, '--store', file, ...args], { env });
  const revised = await resume('--revise', 'only one step');
  expect(revised.code).toBe(3);
  expect(revised.stderr).toContain('# Plan: one');
  expect(await resume('--approve', '--json')).toMatchObject({ code: 0 });
  const { log } = await onlyLog(file);
  expect(replay(log)).toEqual({ equal: true, entries: log.length });
  expect(log.filter((entry) => entry.type === 'step.started').map((entry) => entry.data.description)).toEqual([
    'Revenue by region',
  ]);
});

it('says that the files of a run have to be named again', async () => {
  const file = newStoreFile();
  const [kept] = await keepRuns(file, ['revenue by region']);
  const args = ['fork', kept?.runId ?? '', '--at', '9', '--store', file];
  const { code, stderr } = await runCli(args);
  expect(code).toBe(2);
  expect(stderr).toContain('The run started with files for: data.');
  expect((await runCli([...args, '--file', salesFile])).code).toBe(0);
});

it('prints only what is new with --events', async () => {
  const file = newStoreFile();
  const server = await endpoint({ hangsOn: /\/s3#/ });
  const env = { OPENAI_BASE_URL: server.baseURL, ...lease };
  const { child, finished } = startCli(['ask', 'do it all', '--store', file], { env });
  await server.hangs('work');
  child.kill('SIGKILL');
  await finished;
  const { run, log: before } = await onlyLog(file);
  server.answerAll();
  const { stdout } = await runCli(['resume', run, '--store', file, '--events'], { env });
  const { log } = await onlyLog(file);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(log.slice(before.length));
});
