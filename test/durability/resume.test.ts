import { createOrchestrator, type Entry, memoryStore, type OrchestratorConfig, replay, type Store } from 'troupe';
import { toRunState } from 'troupe/log';
import { reflection, type ScriptLine, scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, expectReplay, of, planText, worker } from '../scenarios/scenario.ts';
import { untilFree } from './until-free.ts';

const plan = planText({ a: [], b: ['a'] });
const lines: readonly ScriptLine[] = [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: plan },
  { purpose: 'work', step: 'a', reply: 'first' },
  { purpose: 'work', step: 'b', reply: 'second' },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'the answer' }) },
];
const orchestrate = (script: readonly ScriptLine[], store: Store, config: Partial<OrchestratorConfig> = {}) => {
  const model = scriptedModel(script);
  return { model, troupe: createOrchestrator({ model, specialists: [worker], store, ...config }) };
};

/** Runs until a call for step b is under way, then drops the process: nothing is released, nothing is flushed. */
async function dieInStepB(store: Store): Promise<string> {
  const reached = Promise.withResolvers<void>();
  const script: ScriptLine[] = [
    ...lines.slice(0, 3),
    {
      purpose: 'work',
      step: 'b',
      reply: () => {
        reached.resolve();
        return new Promise(() => {});
      },
    },
  ];
  // A process that is dead keeps no lease: its time has run out.
  const run = orchestrate(script, store, { leaseMs: 1 }).troupe.start(ask('do it'));
  await reached.promise;
  return run.id;
}

describe('a run whose process died', () => {
  it('goes on from its log; what was done is not repeated', async () => {
    const store = memoryStore();
    const id = await dieInStepB(store);
    const { troupe, model } = orchestrate(lines.slice(3), store);
    const run = await untilFree(() => troupe.resume(id));
    const result = await run.result;
    expect(result).toMatchObject({ status: 'completed', message: { content: 'the answer' } });
    expect(result.plan?.steps.map((step) => step.result)).toEqual(['first', 'second']);
    model.assertUsedUp();
    expect(model.calls[0]?.key).toBe(`${id}/sb#1/ask#1.1`);
    expect(await store.read(id)).toEqual(run.log);
    expectReplay(run.log);
  });

  it('while it was paused says that it is paused, and goes on when it is told to', async () => {
    const store = memoryStore();
    const id = await dieInStepB(store);
    const first = await untilFree(() => orchestrate([], store, { leaseMs: 1 }).troupe.resume(id));
    first.pause();
    expect([first.isPaused, toRunState(first.log).isPaused]).toEqual([true, true]);
    expect((await store.runs())[0]).toMatchObject({ status: 'executing', isPaused: true });
    first.actor.stop();

    const { troupe } = orchestrate(lines.slice(3), store);
    expect(await troupe.read(id)).toMatchObject({ status: 'running', isPaused: true });
    const run = await untilFree(() => troupe.resume(id));
    expect(run.isPaused).toBe(true);
    run.resume();
    expect(run.isPaused).toBe(false);
    expect(await run.result).toMatchObject({ status: 'completed', isPaused: false });
    expect((await store.runs())[0]).toMatchObject({ status: 'completed', isPaused: false });
    expectReplay(run.log);
  });

  it('that waits for a person still waits, and takes the answer', async () => {
    const store = memoryStore();
    const unclear = {
      purpose: 'think',
      reply: thinking({ question: 'Which?' }),
    } as const;
    const { runId } = await orchestrate([unclear], store).troupe.invoke(ask('it'));
    const direct = { purpose: 'think', reply: thinking({ answer: 'that one' }) } as const;
    const { troupe } = orchestrate([direct], store);
    const run = await troupe.resume(runId);
    expect((await run.settled()).waitingFor?.question).toBe('Which?');
    run.answer('that');
    expect((await run.result).message.content).toBe('that one');
    expectReplay(run.log);
  });

  it('keeps the options with which it began', async () => {
    const store = memoryStore();
    const id = await dieInStepB(store);
    const more = reflection({ verdict: 'update', planUpdateSuggestion: 'more' });
    const script: ScriptLine[] = [
      { purpose: 'work', step: 'b', reply: 'second' },
      { purpose: 'reflect', reply: more },
      { purpose: 'plan', reply: planText({ c: [] }) },
      { purpose: 'work', step: 'c', reply: 'third' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ];
    const { troupe } = orchestrate(script, store, { limits: { rounds: 1 } });
    const run = await untilFree(() => troupe.resume(id));
    expect(await run.result).toMatchObject({ status: 'completed', rounds: 2 });
  });
});

describe('two processes', () => {
  it('never drive one run: the second gets a clear error', async () => {
    const store = memoryStore();
    const script: ScriptLine[] = [{ purpose: 'think', reply: () => new Promise(() => {}) }];
    const first = orchestrate(script, store).troupe.start(ask('do it'));
    await Promise.resolve();
    const second = orchestrate([], store).troupe;
    await expect(second.resume(first.id)).rejects.toMatchObject({ code: 'lease' });
    first.cancel();
    await first.result;
    await expect(second.resume(first.id)).rejects.toMatchObject({ code: 'usage' });
  });

  it('one that has lost its lease stops at its next write and leaves the log to the other', async () => {
    const store = memoryStore();
    const id = await dieInStepB(store);
    const stale = await untilFree(() =>
      orchestrate([{ purpose: 'work', step: 'b', reply: () => new Promise(() => {}) }], store, {
        leaseMs: 1,
      }).troupe.resume(id),
    );
    const { troupe } = orchestrate(lines.slice(3), store);
    const run = await untilFree(() => troupe.resume(id));
    stale.cancel();
    await expect(stale.result).rejects.toMatchObject({ code: 'lease' });
    expect((await run.result).status).toBe('completed');
    expectReplay(await store.read(id));
  });
});

describe('a run whose actor was stopped', () => {
  const later = () => new Promise((resolve) => setTimeout(resolve, 5));

  it('can be resumed at once in the same process, also while its last entries are being written', async () => {
    const store = memoryStore();
    const slow: Store = {
      ...store,
      append: async (...args) => {
        await later();
        await store.append(...args);
      },
      release: async (lease) => {
        await later();
        await store.release(lease);
      },
    };
    const script: ScriptLine[] = [{ purpose: 'think', reply: () => new Promise(() => {}) }];
    const { troupe } = orchestrate([...script, ...script, ...lines], slow);
    const first = troupe.start(ask('do it'));
    first.actor.stop();
    const second = await troupe.resume(first.id);
    await later();
    await later();
    second.actor.stop();
    const third = await troupe.resume(first.id);
    await expect(troupe.resume(first.id)).rejects.toMatchObject({ code: 'lease' });
    third.cancel();
    await third.result;
    expectReplay(await store.read(first.id));
  });

  it('is reported as driven by another process when its store does not take the lease back', async () => {
    const clock = simulatedClock();
    const store: Store = { ...memoryStore(), release: () => new Promise(() => {}) };
    const script: ScriptLine[] = [{ purpose: 'think', reply: () => new Promise(() => {}) }];
    const { troupe } = orchestrate(script, store, { clock });
    const run = troupe.start(ask('do it'));
    run.actor.stop();
    await expect(clock.run(troupe.resume(run.id))).rejects.toMatchObject({ code: 'lease' });
  });
});

describe('what cannot be gone on with', () => {
  it('is said clearly', async () => {
    const store = memoryStore();
    const { troupe } = orchestrate([], store);
    await expect(troupe.resume('nothing')).rejects.toThrow('There is no run "nothing"');
    const id = await dieInStepB(store);
    const entries = (await store.read(id)).map((entry) =>
      entry.type === 'request.received'
        ? { ...entry, run: 'old', data: { ...entry.data, run: 'old', machine: 'host@0' } }
        : { ...entry, run: 'old' },
    );
    store.append('old', 0, entries);
    await expect(troupe.resume('old')).rejects.toThrow('made by the charts host@0');
  });

  it('a log with one changed fact, one removed entry or two swapped ones is reported at that entry', async () => {
    const { troupe } = orchestrate(lines, memoryStore());
    const run = troupe.start(ask('do it'));
    await run.result;
    const log = run.log;
    const at = log.findIndex((entry) => entry.type === 'effect.completed' && entry.data.kind === 'draft');
    const withOutput = (place: number, output: object | string) =>
      log.map((entry, index) => (index === place ? ({ ...entry, data: { ...entry.data, output } } as Entry) : entry)); // of the kind that is there
    const changed = withOutput(at, planText({ a: [] }));
    expect(replay(changed)).toMatchObject({ equal: false, seq: at + 1 });
    const forged = log.findIndex((entry) => entry.type === 'effect.completed' && entry.data.kind === 'reflect');
    const judged = of(log, 'effect.completed').find(({ seq }) => seq === forged + 1)?.data.output as object; // what `reflect` gave
    const words = withOutput(forged, { ...judged, finalAnswer: 'forged' });
    expect(replay(words)).toMatchObject({ equal: false, seq: forged + 1 });
    const removed = log.filter((_, index) => index !== at);
    expect(replay(removed)).toMatchObject({ equal: false, seq: at + 1 });
    const swapped = [...log];
    [swapped[at], swapped[at + 1]] = [log[at + 1] as Entry, log[at] as Entry];
    expect(replay(swapped)).toMatchObject({ equal: false, seq: at + 1 });
  });
});

describe('the state at any entry', () => {
  it('is what the run was there', async () => {
    const { troupe } = orchestrate(lines, memoryStore());
    const run = troupe.start(ask('do it'));
    await run.result;
    for (const entry of run.log) {
      const at = replay(run.log, { until: entry.seq });
      expect(at.equal).toBe(true);
      const last = run.log.slice(0, at.state ? undefined : 0);
      expect(last.length).toBeGreaterThan(0);
    }
    const planned = run.log.find((entry) => entry.type === 'plan.created')?.seq ?? 0;
    expect(replay(run.log, { until: planned }).state.executionStatus).toBe('executing');
    expect(replay(run.log, { until: planned - 2 }).state.executionStatus).toBe('planning');
    expect(
      replay(run.log, { until: planned }).snapshot.matches({ running: { work: { executing: 'runningSteps' } } }),
    ).toBe(true);
  });
});

describe('a fork', () => {
  it('shares the first entries and goes on live, and says what is done again', async () => {
    const store = memoryStore();
    const { troupe } = orchestrate(lines, store);
    const { runId } = await troupe.invoke(ask('do it'));
    const log = await store.read(runId);
    const at = log.find((entry) => entry.type === 'step.completed' && entry.data.id === 'a')?.seq ?? 0;
    const other = orchestrate(
      [
        { purpose: 'work', step: 'b', reply: 'another second' },
        { purpose: 'reflect', reply: reflection({ finalAnswer: 'another answer' }) },
      ],
      store,
    );
    const { run, again } = await other.troupe.fork(runId, { at });
    expect(again).toEqual(['sb#1/ask#1.1', 'r1/reflect#1']);
    const result = await run.result;
    expect(result.runId).not.toBe(runId);
    expect(result.plan?.steps.map((step) => step.result)).toEqual(['first', 'another second']);
    expectReplay(await store.read(run.id));
    expect(await store.read(runId)).toEqual(log);
  });

  it('may begin with an edited context', async () => {
    const store = memoryStore();
    const { runId } = await orchestrate(lines, store).troupe.invoke(ask('do it'));
    const log = await store.read(runId);
    const at = log.find((entry) => entry.type === 'results.collected')?.seq ?? 0;
    const { troupe } = orchestrate(
      [
        { purpose: 'reflect', reply: reflection({ verdict: 'update' }) },
        { purpose: 'finalize', reply: 'no more rounds' },
      ],
      store,
    );
    const { run } = await troupe.fork(runId, { at, edits: [{ path: 'options.limits.rounds', value: 1 }] });
    expect(await run.result).toMatchObject({
      limit: { name: 'rounds', max: 1 },
      message: { content: 'no more rounds' },
    });
    expectReplay(run.log);
  });

  it('begins at an entry that is there', async () => {
    const store = memoryStore();
    const { troupe } = orchestrate(lines, store);
    const { runId } = await troupe.invoke(ask('do it'));
    await expect(troupe.fork(runId, { at: 0 })).rejects.toThrow('1 to ');
    await expect(troupe.fork(runId, { at: 9999 })).rejects.toThrow('not at 9999');
    const end = (await store.read(runId)).length;
    await expect(troupe.fork(runId, { at: end })).rejects.toThrow('has ended at entry');
  });
});

describe('a fork with several edits', () => {
  it('takes them all before anything begins again, also in a store that writes slowly', async () => {
    const store = memoryStore();
    const { runId } = await orchestrate(lines, store).troupe.invoke(ask('do it'));
    const at = (await store.read(runId)).find((entry) => entry.type === 'results.collected')?.seq ?? 0;
    const slow: Store = {
      ...store,
      append: async (...args) => {
        await new Promise((resolve) => setImmediate(resolve));
        await store.append(...args);
      },
    };
    const { troupe } = orchestrate([{ purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) }], slow);
    const edits = [
      { path: 'options.limits.rounds', value: 1 },
      { path: 'options.attempts', value: 1 },
    ];
    const { run } = await troupe.fork(runId, { at, edits });
    await run.result;
    const order = run.log
      .slice(at)
      .flatMap(({ type }) => (type === 'context.edited' || type === 'run.restored' ? [type] : []));
    expect(order).toEqual(['context.edited', 'context.edited', 'run.restored']);
    expectReplay(await store.read(run.id));
  });
});
