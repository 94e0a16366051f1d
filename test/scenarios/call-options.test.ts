import { createOrchestrator, type Entry, memoryStore, type OrchestratorConfig } from 'troupe';
import { reflection, type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, expectReplay, planText, worker } from './scenario.ts';

const planned: readonly ScriptLine[] = [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
  { purpose: 'work', step: 'a', reply: 'first' },
  { purpose: 'work', step: 'b', reply: 'second' },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'the answer' }) },
];
const direct: readonly ScriptLine[] = [{ purpose: 'think', reply: thinking({ answer: 'hello' }) }];
const question: ScriptLine = { purpose: 'think', reply: thinking({ question: 'Which?' }) };

const orchestrate = (lines: readonly ScriptLine[], config: Partial<OrchestratorConfig> = {}) =>
  createOrchestrator({ model: scriptedModel(lines), specialists: [worker], retry: { baseMs: 1, maxMs: 2 }, ...config });

const requestIn = (log: readonly Entry[]) => {
  const [first] = log;
  if (first?.type !== 'request.received') throw new Error('the log does not begin with a request');
  return first.data;
};

describe('the limits of a call', () => {
  it('are kept over the configured ones, by this run alone, and by its log', async () => {
    const troupe = orchestrate([...planned, ...planned], { limits: { rounds: 2, modelCalls: 50 } });
    const run = troupe.start(ask('do it'), { limits: { modelCalls: 3 } });
    const result = await run.result;
    expect(result.limit).toEqual({ name: 'modelCalls', max: 3 });
    expect(requestIn(run.log).options.limits).toEqual({ rounds: 2, steps: 50, modelCalls: 3 });
    expectReplay(run.log);
    const other = troupe.start(ask('do it'));
    expect(requestIn(other.log).options.limits.modelCalls).toBe(50);
    other.cancel();
    await other.result;
  });

  it('stay with a run that continues elsewhere', async () => {
    const store = memoryStore();
    const first = orchestrate([question], { store }).start(ask('do it'), { limits: { modelCalls: 3 } });
    await first.settled();
    first.actor.stop();
    const run = await orchestrate(planned, { store }).resume(first.id);
    await run.answer('this one');
    expect((await run.result).limit).toEqual({ name: 'modelCalls', max: 3 });
  });

  it('leave a configured limit alone where they say nothing of it', () => {
    const troupe = orchestrate([], { limits: { tokens: 5000 } });
    expect(troupe.quote(ask('hi'), { limits: { rounds: 1, tokens: undefined } })).toMatchObject({
      rounds: 1,
      tokens: 5000,
    });
    expect(troupe.quote(ask('hi'))).toMatchObject({ rounds: 3, tokens: 5000 });
  });

  it.each([
    [{ rounds: 0 }, 'limits.rounds is 0: Too small: expected number to be >=1.'],
    [{ roundz: 1 }, '"roundz" in limits is not a setting: allowed are rounds, steps'],
    [7, 'limits is 7: Invalid input: expected object, received number.'],
    [{ costUsd: 1 }, 'This call: limits.costUsd needs the price of "scripted"'],
  ])('are refused like configured ones: %j', (limits, problem) => {
    expect(() => orchestrate([]).start(ask('hi'), { limits: limits as never })).toThrow(problem);
  });
});

describe('the models of a call', () => {
  it('answer in place of the configured ones, by what they are for, in this run alone', async () => {
    const [configured, own] = [scriptedModel([...direct, ...planned.slice(1)]), scriptedModel(planned.slice(0, 1))];
    const troupe = createOrchestrator({ model: configured, specialists: [worker], models: { planning: configured } });
    const run = troupe.start(ask('do it'), { models: { thinking: own } });
    expect((await run.result).message.content).toBe('the answer');
    own.assertUsedUp();
    expect((await troupe.invoke(ask('hi'))).message.content).toBe('hello');
    configured.assertUsedUp();
    expectReplay(run.log);
  });

  it('are given again to a run that continues, or the configured ones go on', async () => {
    const store = memoryStore();
    for (const isGiven of [true, false]) {
      const first = orchestrate([], { store }).start(ask('do it'), { models: { thinking: scriptedModel([question]) } });
      await first.settled();
      first.actor.stop();
      const own = scriptedModel([{ purpose: 'think', reply: 'of my own' }]);
      const troupe = orchestrate([{ purpose: 'think', reply: 'as configured' }], { store });
      const run = await troupe.resume(first.id, isGiven ? { models: { thinking: own } } : {});
      await run.answer('this one');
      expect((await run.result).message.content).toBe(isGiven ? 'of my own' : 'as configured');
    }
  });

  it('are refused when they are none, or without a price where a limit needs it', async () => {
    const troupe = orchestrate([]);
    expect(() => troupe.start(ask('hi'), { models: { thinking: 'gpt' as never } })).toThrow(
      'models.thinking is "gpt": a model has a call function',
    );
    expect(() => troupe.start(ask('hi'), { models: { thinker: scriptedModel([]) } as never })).toThrow(
      '"thinker" in models is not a setting: allowed are thinking, planning',
    );
    const priced = orchestrate([], { limits: { costUsd: 1 }, prices: { scripted: { inputUsd: 1, outputUsd: 1 } } });
    const dear = { ...scriptedModel([]), name: 'dear' };
    expect(() => priced.start(ask('hi'), { models: { answering: dear } })).toThrow(
      'This call: limits.costUsd needs the price of "dear"',
    );
  });
});

describe('the metadata and the session of a call', () => {
  it('are in its log, its result and its line in the list of runs', async () => {
    const store = memoryStore();
    const troupe = orchestrate([...direct, ...direct], { store, metadata: { app: 'desk', version: 2 } });
    const run = troupe.start(ask('hi'), { sessionId: 'talk 7', metadata: { version: 3, isUrgent: true } });
    const labels = { session: 'talk 7', metadata: { app: 'desk', version: 3, isUrgent: true } };
    expect(await run.result).toMatchObject(labels);
    expect(requestIn(run.log)).toMatchObject(labels);
    expect(await store.runs({ session: 'talk 7' })).toMatchObject([{ run: run.id, ...labels }]);
    expect(await troupe.read(run.id)).toMatchObject(labels);
    expectReplay(run.log);
    const other = await troupe.invoke(ask('hi'));
    expect(other).toMatchObject({ metadata: { app: 'desk', version: 2 } });
    expect('session' in other).toBe(false);
  });

  it('go along into a fork and a run that continues', async () => {
    const store = memoryStore();
    const labels = { session: 'talk', metadata: { ticket: 7 } };
    const first = orchestrate([question], { store }).start(ask('hi'), { sessionId: 'talk', metadata: { ticket: 7 } });
    await first.settled();
    first.actor.stop();
    const { run } = await orchestrate(direct, { store }).fork(first.id, { at: first.log.length });
    await run.answer('this one');
    expect(await run.result).toMatchObject(labels);
    expectReplay(run.log);
    const resumed = await orchestrate(direct, { store }).resume(first.id);
    await resumed.answer('this one');
    expect(await resumed.result).toMatchObject(labels);
    expect((await store.runs({ session: 'talk' })).length).toBe(2);
  });

  it('bring no history: a run of a session sees the messages that it is given', async () => {
    const model = scriptedModel([...direct, ...direct, ...direct]);
    const troupe = orchestrate([], { model, store: memoryStore() });
    const { message } = await troupe.invoke(ask('My budget is 300.'), { sessionId: 'talk' });
    await troupe.invoke(ask('Is it enough?'), { sessionId: 'talk' });
    await troupe.invoke([...ask('My budget is 300.'), message, ...ask('Is it enough?')], { sessionId: 'talk' });
    expect(model.calls.map(({ brief }) => brief.messages.length)).toEqual([1, 1, 3]);
  });

  it('are absent from the log of a run that has none', async () => {
    const run = orchestrate(direct).start(ask('hi'), { context: { tenant: 'north' } });
    await run.result;
    expect(Object.keys(requestIn(run.log))).toEqual(['run', 'messages', 'options', 'machine']);
  });

  it.each([
    [{ metadata: { nested: { deep: 1 } } }, 'metadata.nested is an object: metadata is flat'],
    [{ metadata: { list: [1] } }, 'metadata.list is a list of 1: metadata is flat'],
    [{ metadata: { not: Number.NaN } }, 'metadata.not is NaN: metadata is flat'],
    [{ metadata: 'text' }, 'metadata is "text": Invalid input: expected record'],
    [{ sessionId: '' }, 'sessionId is "": give at least one character'],
    [{ sessionId: 'a\nb' }, 'give a text without control characters'],
    [{ sessionId: 'x'.repeat(201) }, 'give at most 200 characters'],
    [{ sessionId: 7 }, 'sessionId is 7: Invalid input: expected string'],
  ])('are refused when they cannot be kept: %j', (options, problem) => {
    expect(() => orchestrate([]).start(ask('hi'), options as never)).toThrow(problem);
  });
});

it.each([
  ['start', { limit: { modelCalls: 1 } }, '"limit" is no option of a run that begins. Did you mean "limits"?'],
  ['invoke', { sessionID: 'S' }, 'Did you mean "sessionId"?'],
  ['stream', { runid: 'r' }, 'Did you mean "runId"?'],
  ['restore', { limits: {} }, '"limits" is no option of a run that continues.'],
  ['resume', { sessionId: 'S' }, '"sessionId" is no option of a run that continues.'],
  ['fork', { at: 3, edit: [] }, '"edit" is no option of a fork. Did you mean "edits"?'],
] as const)('an option that %s does not have is refused: %j', async (call, options, problem) => {
  const troupe = orchestrate([], { store: memoryStore() });
  const calls = {
    start: () => troupe.start(ask('hi'), options as never),
    invoke: () => troupe.invoke(ask('hi'), options as never),
    stream: () => troupe.stream(ask('hi'), options as never).next(),
    restore: () => troupe.restore({} as never, options as never),
    resume: () => troupe.resume('r', options as never),
    fork: () => troupe.fork('r', options as never),
  };
  const refused = expect.objectContaining({ code: 'bad-config', message: expect.stringContaining(problem) });
  await expect((async () => calls[call]())()).rejects.toThrow(refused);
});
