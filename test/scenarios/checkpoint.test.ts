import { createOrchestrator, defineSpecialist, type Entry, memoryStore, type Store } from 'troupe';
import { parseRunState, serializeState, stateProblems, toRunState } from 'troupe/log';
import { reflection, type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, expectReplay, planText, worker } from './scenario.ts';
import { slowStore } from './slow-store.ts';

/** A run with step a finished, b and c under way and d to come; `finish` lets them go on. */
async function reachMiddle(store: Store, more: readonly ScriptLine[]) {
  const began = { b: Promise.withResolvers<void>(), c: Promise.withResolvers<void>() };
  const gate = Promise.withResolvers<string>();
  const starts: string[] = [];
  const gated = defineSpecialist({
    name: 'worker',
    description: 'does any kind of work',
    run: ({ step }) => {
      starts.push(step.id);
      if (step.id === 'b' || step.id === 'c') began[step.id].resolve();
      return step.id === 'a' ? 'result of a' : gate.promise;
    },
  });
  const model = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [], b: ['a'], c: ['a'], d: ['b', 'c'] }) },
    ...more,
  ]);
  const troupe = createOrchestrator({ model, specialists: [gated], store });
  const run = troupe.start(ask('do it'), { runId: 'job' });
  await Promise.all([began.b.promise, began.c.promise]);
  return { run, starts, model, finish: () => gate.resolve('done') };
}

describe('a checkpoint', () => {
  const done = reflection({ finalAnswer: 'ok' });

  it('in the middle of a run says how it stands, with steps under way', async () => {
    const { run, finish } = await reachMiddle(memoryStore(), [{ purpose: 'reflect', reply: done }]);
    const checkpoint = await run.checkpoint();
    expect(checkpoint).toMatchObject({ runId: 'job', seq: run.log.length, at: run.log.at(-1)?.at });
    expect(checkpoint.state).toEqual(toRunState(run.log.slice(0, checkpoint.seq)));
    expect(checkpoint.state.currentPlan?.steps.map(({ status }) => status)).toEqual([
      'completed',
      'executing',
      'executing',
      'pending',
    ]);
    expect(parseRunState(serializeState(checkpoint.state))).toEqual(checkpoint.state);
    finish();
    await run.result;
    // What it holds stays as it was.
    expect(checkpoint.state.executionStatus).toBe('executing');
  });

  it('is gone on from twice with different edits, and the first run is unharmed', async () => {
    const store = memoryStore();
    const { run, model, starts, finish } = await reachMiddle(store, [{ purpose: 'reflect', reply: done }]);
    const checkpoint = await run.checkpoint();
    const before = JSON.stringify(await store.read('job'));

    /** The run again from the checkpoint, with a limit of rounds and a step d that fails at first. */
    const goOn = async (newRunId: string, rounds: number, end: readonly ScriptLine[]) => {
      const script = scriptedModel([
        { purpose: 'work', step: 'b', reply: 'done' },
        { purpose: 'work', step: 'c', reply: 'done' },
        { purpose: 'work', step: 'd', reply: 'CANNOT: not yet' },
        { purpose: 'reflect', reply: reflection({ verdict: 'continue' }) },
        ...end,
      ]);
      const troupe = createOrchestrator({ model: script, specialists: [worker], store });
      const edits = [{ path: 'options.limits.rounds', value: rounds }];
      const fork = await troupe.fork(checkpoint.runId, { at: checkpoint.seq, newRunId, edits });
      const result = await fork.run.result;
      script.assertUsedUp();
      expectReplay(fork.run.log);
      expect(stateProblems(toRunState(fork.run.log))).toEqual([]);
      expect(toRunState(fork.run.log).maxRounds).toBe(rounds);
      expect(strip(fork.run.log.slice(0, checkpoint.seq))).toEqual(strip(run.log.slice(0, checkpoint.seq)));
      return result;
    };
    expect(await goOn('one', 1, [{ purpose: 'finalize', reply: 'at the limit' }])).toMatchObject({
      rounds: 1,
      limit: { name: 'rounds' },
      message: { content: 'at the limit' },
    });
    const again = [
      { purpose: 'work', step: 'd', reply: 'done' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'with another round' }) },
    ] as const;
    // More rounds than the run had at first.
    expect(await goOn('two', 5, again)).toMatchObject({ rounds: 2, message: { content: 'with another round' } });

    expect(JSON.stringify(await store.read('job'))).toBe(before);
    finish();
    expect(await run.result).toMatchObject({ runId: 'job', status: 'completed', message: { content: 'ok' } });
    expect(starts).toEqual(['a', 'b', 'c', 'd']);
    expectReplay(run.log);
    model.assertUsedUp();
  });

  it('waits until all of it is durable', async () => {
    const store = slowStore();
    const { troupe } = direct(store);
    const run = troupe.start(ask('2 + 2'), { runId: 'job' });
    const checkpoint = await run.checkpoint();
    expect((await store.read('job')).length).toBeGreaterThanOrEqual(checkpoint.seq);
    expect(checkpoint.state.executionStatus).toBe('analyzing');
    await run.result;
  });

  it('of a run that has ended is its last state, from which no fork goes on', async () => {
    const { troupe } = direct(memoryStore());
    const run = troupe.start(ask('2 + 2'), { runId: 'job' });
    await run.result;
    const checkpoint = await run.checkpoint();
    expect(checkpoint).toMatchObject({ seq: run.log.length, state: { executionStatus: 'completed' } });
    await expect(troupe.fork('job', { at: checkpoint.seq })).rejects.toThrow('has ended at entry');
  });

  it('fails as the log does', async () => {
    const store: Store = {
      ...memoryStore(),
      append: async () => {
        throw new Error('the disk is full');
      },
    };
    const run = direct(store).troupe.start(ask('2 + 2'));
    await expect(run.checkpoint()).rejects.toThrow('the disk is full');
  });
});

/** An orchestrator that answers at once. */
const direct = (store: Store) => {
  const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: '4' }) }]);
  return { troupe: createOrchestrator({ model, specialists: [worker], store }) };
};

/** Entries without what names their run. */
const strip = (entries: readonly Entry[]) =>
  entries.map(({ kind, type, actor, at, seq }) => ({ kind, type, actor, at, seq }));
