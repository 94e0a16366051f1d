import { describe, expect, it } from 'vitest';
import { emit, setup } from 'xstate';
import { z } from 'zod';
import { agent, createAgentRunner, defineAgent, parallel, runOnce } from '../../src/agents/index.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { ask } from '../../src/tools/ask.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { modelOf, toolResults } from './agent-lives.ts';

const book = defineTool({
  name: 'book',
  description: 'Books a table.',
  capability: 'read',
  input: z.object({}),
  run: (_, { resumed }) => (resumed ? `at ${resumed.answer}` : ask({ kind: 'question', question: 'When?' })),
});
const clerk = agent({
  name: 'clerk',
  description: 'Books tables in restaurants.',
  tools: [book],
  model: modelOf((request) => {
    const [result] = toolResults(request);
    return result === undefined ? { calls: [{ name: 'book', input: {} }] } : { text: result };
  }),
});

const statuses = (log: readonly { type: string; data: object }[]) =>
  log.flatMap(({ type, data }) => (type === 'status.changed' && 'status' in data ? [data.status] : []));

describe('a stored run of an agent', () => {
  it('is found by its session, with its question, and waits while a person is asked', async () => {
    const store = memoryStore();
    const runner = createAgentRunner({ agents: [clerk], store });
    const options = { id: 'r', sessionId: 'chat 1', metadata: { ticket: 42 } };
    await runner.invoke(clerk, 'A table, please.', options);
    const [summary] = await store.runs({ session: 'chat 1', status: 'waiting' });
    expect(summary).toMatchObject({ run: 'r', question: 'A table, please.', metadata: { ticket: 42 } });
    const { runs } = await createAgentRunner({ agents: [clerk], store }).recover();
    await runs[0]?.answer(runs[0].waiting[0]?.id ?? '', '18:00');
    await runs[0]?.result;
    expect(statuses(await store.read('r'))).toEqual(['executing', 'waiting', 'executing', 'completed']);
    expect(await runner.replay('r')).toMatchObject({ equal: true });
  });

  it('does not wait as long as somebody in it works', async () => {
    const { promise: work, resolve } = Promise.withResolvers<string>();
    const slow = defineAgent({ name: 'slow', description: 'Counts all the chairs.', run: () => work });
    const both = parallel({ name: 'both', description: 'Books and counts chairs.', agents: [clerk, slow] });
    const run = createAgentRunner({ agents: [both] }).run(both, 'A table, please.');
    for await (const { action } of run) if (action?.type === 'interrupted') break;
    expect(statuses(run.log)).toEqual(['executing']);
    resolve('12 chairs');
    expect((await run.settled()).status).toBe('waiting');
    expect(statuses(run.log)).toEqual(['executing', 'waiting']);
    await run.cancel();
    expect(statuses(run.log)).toEqual(['executing', 'waiting', 'cancelled']);
  });

  it.each([
    [{ sessionId: 'two\nlines' }, 'sessionId'],
    [{ metadata: { deep: {} as never } }, 'metadata.deep'],
  ])('is not started with labels by which it could not be found: %j', (options, field) => {
    expect(() => createAgentRunner({ agents: [clerk] }).run(clerk, 'Hello', options)).toThrow(field);
  });
});

it('an agent that is a machine may emit events of its own', async () => {
  const machine = setup({ types: { emitted: {} as { type: 'told' } } }).createMachine({
    initial: 'done',
    states: { done: { type: 'final', entry: emit({ type: 'told' }) } },
    output: 'Done.',
  });
  const teller = defineAgent({ name: 'teller', description: 'Tells what it does.', machine });
  const { message } = await createAgentRunner({ agents: [teller] }).invoke(teller, 'Hello');
  expect(message?.content).toBe('Done.');
});

it('a run whose agent has no answer is a failed one, in the list of runs as well', async () => {
  const store = memoryStore();
  const broken = defineAgent({
    name: 'broken',
    description: 'Breaks whatever it gets.',
    run: () => Promise.reject(new Error('It broke.')),
  });
  const runner = createAgentRunner({ agents: [broken], store, shadow: true });
  const { status, error } = await runner.invoke(broken, 'Hello', { id: 'r' });
  expect([status, error?.message]).toEqual(['failed', 'It broke.']);
  expect((await store.runs())[0]?.status).toBe('failed');
  expect(await runner.replay('r')).toMatchObject({ equal: true });
  expect(await runOnce(runner, broken, 'Hello', { id: 'r' })).toMatchObject({
    status,
    error: { message: 'It broke.' },
  });
});
