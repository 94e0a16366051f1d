import {
  type CallbackName,
  type Callbacks,
  createOrchestrator,
  defineSpecialist,
  type Milestone,
  ModelError,
  memoryStore,
  type OrchestratorConfig,
  type Run,
  type Store,
} from 'troupe';
import { reflection, type ScriptLine, scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { ask, planText, stage, worker } from './scenario.ts';
import { slowStore } from './slow-store.ts';
import { twoRounds } from './two-rounds.ts';

const other = defineSpecialist({ name: 'other', description: 'does other things' });
const names = [
  'onThinkingStart',
  'onThinkingComplete',
  'onPlanCreated',
  'onPlanUpdated',
  'onSpecialistInvoke',
  'onSpecialistComplete',
  'onFeedbackGenerated',
  'onTaskComplete',
] as const satisfies readonly CallbackName[];

/** All eight callbacks as one function. */
const all = (hear: (name: CallbackName, milestone: Milestone) => unknown): Callbacks =>
  Object.fromEntries(names.map((name) => [name, (milestone: Milestone) => hear(name, milestone)]));

/** Callbacks that write down what they hear. */
function recorder() {
  const heard: CallbackName[] = [];
  const milestones: Milestone[] = [];
  const callbacks = all((name, milestone) => {
    heard.push(name);
    milestones.push(milestone);
  });
  return { heard, milestones, callbacks };
}

async function gather(run: Run): Promise<Milestone[]> {
  const milestones: Milestone[] = [];
  for await (const milestone of run.milestones()) milestones.push(milestone);
  return milestones;
}

/** A run of two rounds on a clock and with an id that are always the same. */
async function runTwoRounds(config: Partial<OrchestratorConfig> = {}, lines: readonly ScriptLine[] = twoRounds) {
  const model = scriptedModel(lines);
  const clock = simulatedClock();
  const troupe = createOrchestrator({ model, specialists: [worker, other], clock, ...config });
  const run = troupe.start(ask('do it'), { runId: 'run-1' });
  const result = await clock.run(run.result);
  model.assertUsedUp();
  return { run, result, log: JSON.stringify(run.log) };
}

describe('callbacks', () => {
  it('hear all eight kinds of milestones, in order', async () => {
    const { heard, callbacks } = recorder();
    await runTwoRounds({ callbacks });
    expect(heard).toEqual([
      'onThinkingStart',
      'onThinkingComplete',
      'onSpecialistInvoke',
      'onSpecialistInvoke',
      'onSpecialistInvoke',
      'onPlanCreated',
      'onSpecialistComplete',
      'onSpecialistComplete',
      'onSpecialistComplete',
      'onFeedbackGenerated',
      'onPlanUpdated',
      'onSpecialistInvoke',
      'onSpecialistComplete',
      'onSpecialistInvoke',
      'onSpecialistComplete',
      'onFeedbackGenerated',
      'onTaskComplete',
    ]);
    expect(new Set(heard)).toEqual(new Set(names));
  });

  it('get data whose type is known', async () => {
    const lines: string[] = [];
    await runTwoRounds({
      callbacks: {
        onThinkingStart: ({ messages, context }) => lines.push(`${messages[0]?.content} ${context.turnCount}`),
        onThinkingComplete: ({ thought, branch }) => lines.push(`${thought.complexity} ${branch}`),
        onPlanCreated: ({ plan }) => lines.push(`${plan.version} ${plan.steps.length}`),
        onPlanUpdated: ({ plan, previousVersion, updates }) =>
          lines.push(`${previousVersion} ${plan.version} ${updates[0]?.updateType}`),
        onSpecialistInvoke: ({ step, specialist, start }) => lines.push(`${step.id} ${specialist} ${start}`),
        onSpecialistComplete: ({ step, result, text }) => lines.push(`${step.id} ${result.status} ${text ?? '-'}`),
        onFeedbackGenerated: ({ feedback, round, branch }) => lines.push(`${feedback.feedback} ${round} ${branch}`),
        onTaskComplete: ({ result }) => lines.push(`${result.status} ${result.message.content}`),
      },
    });
    expect(lines).toEqual([
      'do it 1',
      'complex plan',
      '1 worker 1',
      '1 other 1',
      '2 worker 1',
      '1 3',
      '1 success seen',
      '1 success seen too',
      '2 failed -',
      'another way 1 update',
      '1 2 add_step',
      '4 worker 1',
      '4 success mended',
      '3 worker 1',
      '3 success joined',
      ' 2 done',
      'completed all is well',
    ]);
  });

  it('hear of an entry only when it is durable', async () => {
    const store = slowStore();
    const early: Milestone[] = [];
    const stored: Promise<void>[] = [];
    const check = async (milestone: Milestone) => {
      if ((await store.read('run-1')).length < milestone.seq) early.push(milestone);
    };
    const { heard, callbacks } = recorder();
    await runTwoRounds({ store, callbacks: [callbacks, all((_, milestone) => stored.push(check(milestone)))] });
    await Promise.all(stored);
    expect(stored).toHaveLength(heard.length);
    expect(early).toEqual([]);
  });

  it('of the orchestrator come before those of the call, and both before the result', async () => {
    const order: string[] = [];
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: '4' }) }]);
    const troupe = createOrchestrator({
      model,
      specialists: [worker],
      callbacks: [{ onTaskComplete: () => order.push('first') }, { onTaskComplete: () => order.push('second') }],
    });
    await troupe.invoke(ask('2 + 2'), { callbacks: { onTaskComplete: () => order.push('of the call') } });
    order.push('result');
    expect(order).toEqual(['first', 'second', 'of the call', 'result']);
  });

  it('may be methods of an object that has a state', async () => {
    class Counter {
      #count = 0;
      onSpecialistInvoke() {
        this.#count++;
      }
      get count() {
        return this.#count;
      }
    }
    const counter = new Counter();
    await runTwoRounds({ callbacks: counter });
    expect(counter.count).toBe(5);
  });

  it('hear of a machine that is started as a plain actor', async () => {
    const { heard, callbacks } = recorder();
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: '4' }) }]);
    const { machine } = createOrchestrator({ model, specialists: [worker], callbacks });
    const actor = createActor(machine, { input: { messages: ask('2 + 2') } });
    await new Promise<void>((resolve) => {
      actor.subscribe({ complete: resolve });
      actor.start();
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toEqual(['onThinkingStart', 'onThinkingComplete', 'onTaskComplete']);
  });

  it('may say something to the run', async () => {
    const model = scriptedModel([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
      { purpose: 'work', step: 'a', reply: 'done' },
    ]);
    const troupe = createOrchestrator({ model, specialists: [worker] });
    const run: Run = troupe.start(ask('do it'), { callbacks: { onSpecialistComplete: () => run.cancel('enough') } });
    expect((await run.result).status).toBe('cancelled');
    model.assertUsedUp();
  });
});

describe('a callback that misbehaves', () => {
  /** Every one of the eight does it. */
  const misbehaviours: Record<string, Callbacks> = {
    throws: all(() => {
      throw new Error('mine');
    }),
    rejects: all(() => Promise.reject(new Error('mine'))),
    hangs: all(() => new Promise(() => {})),
    'changes what it is given': all((_, milestone) => spoil(milestone)),
  };
  const spoil = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const inner of Object.values(value)) spoil(inner);
    for (const key of Object.keys(value)) Reflect.set(value, key, 'spoiled');
  };

  it.each(Object.keys(misbehaviours))('and %s changes nothing in the run, to the byte', async (what) => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
    const plain = await runTwoRounds();
    const { heard, callbacks } = recorder();
    const { log, result } = await runTwoRounds({ callbacks: [misbehaviours[what] ?? {}, callbacks] });
    expect(log).toBe(plain.log);
    expect(result).toEqual(plain.result);
    expect(heard).toHaveLength(17);
    silence.mockRestore();
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
    ['rejects', () => Promise.reject(new Error('mine'))],
  ])('and %s is reported once, by name, to the object that it belongs to', async (_, onPlanCreated) => {
    const console_ = vi.spyOn(console, 'error').mockImplementation(() => {});
    const reports: string[] = [];
    const onCallbackError = (error: unknown, name: CallbackName) =>
      reports.push(`${name}: ${error instanceof Error ? error.message : error}`);
    await runTwoRounds({
      callbacks: [{ onPlanCreated, onCallbackError }, { onCallbackError: () => reports.push('?') }],
    });
    expect(reports).toEqual(['onPlanCreated: mine']);
    expect(console_).not.toHaveBeenCalled();
    console_.mockRestore();
  });

  it('because it cannot be looked up is reported, and changes nothing in the run', async () => {
    const console_ = vi.spyOn(console, 'error').mockImplementation(() => {});
    const plain = await runTwoRounds();
    let isBroken = false;
    const reports: string[] = [];
    const callbacks: Callbacks = {
      onThinkingStart() {
        isBroken = true;
      },
      get onPlanCreated() {
        if (isBroken) throw new Error('not there');
        return undefined;
      },
      onCallbackError: (error, name) => reports.push(`${name}: ${error}`),
    };
    const { log } = await runTwoRounds({ callbacks });
    expect(log).toBe(plain.log);
    expect(reports).toEqual(['onPlanCreated: Error: not there']);
    expect(console_).not.toHaveBeenCalled();
    console_.mockRestore();
  });

  it('goes to console.error when nobody listens, or the listener fails too', async () => {
    const console_ = vi.spyOn(console, 'error').mockImplementation(() => {});
    const fail = (text: string) => () => {
      throw new Error(text);
    };
    await runTwoRounds({
      callbacks: [
        { onPlanCreated: fail('first') },
        { onPlanUpdated: fail('second'), onCallbackError: fail('third') },
        { onTaskComplete: fail('fourth'), onCallbackError: () => Promise.reject(new Error('fifth')) },
      ],
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(console_.mock.calls.map(([text, error]) => `${text} ${error.message}`)).toEqual([
      'The callback onPlanCreated failed; the run continues. first',
      'The callback onPlanUpdated failed; the run continues. third',
      'The callback onTaskComplete failed; the run continues. fifth',
    ]);
    console_.mockRestore();
  });
});

describe('the end of a run', () => {
  it('is told once and last when it is cancelled', async () => {
    const { heard, milestones, callbacks } = recorder();
    const asked = Promise.withResolvers<void>();
    const hang = () => {
      asked.resolve();
      return new Promise<string>(() => {});
    };
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText({ a: [] }) },
        { purpose: 'work', reply: hang },
      ],
      { callbacks },
    );
    const run = start();
    await asked.promise;
    run.cancel();
    await run.result;
    expect(heard.filter((name) => name === 'onTaskComplete')).toHaveLength(1);
    expect(milestones.at(-1)).toMatchObject({ type: 'task.completed', result: { status: 'cancelled' } });
    // Who was stopped has no result.
    expect(heard).not.toContain('onSpecialistComplete');
    expect(await gather(run)).toEqual(milestones);
  });

  it('is told once and last when it fails', async () => {
    const { heard, milestones, callbacks } = recorder();
    const { start } = stage([{ purpose: 'think', reply: new ModelError('auth', 'no') }], { callbacks });
    const run = start();
    expect((await run.result).status).toBe('failed');
    expect(heard).toEqual(['onThinkingStart', 'onTaskComplete']);
    expect(milestones.at(-1)).toMatchObject({ result: { status: 'failed', error: { code: 'auth' } } });
  });

  it('is told when a request cannot be worked on at all', async () => {
    const { heard, callbacks } = recorder();
    const { start } = stage([], { callbacks });
    await start('   ').result;
    expect(heard).toEqual(['onTaskComplete']);
  });
});

describe('a run that waits', () => {
  const lines: readonly ScriptLine[] = [
    { purpose: 'think', reply: thinking({ question: 'Which year?' }) },
    { purpose: 'think', reply: thinking({ answer: 'that of 2025' }) },
  ];

  it('thinks once a turn, and goes on when it is answered', async () => {
    const { milestones, callbacks } = recorder();
    const { start } = stage(lines, { callbacks });
    const run = start('the figures');
    const gathered = gather(run);
    await run.settled();
    expect(milestones.map(({ type }) => type)).toEqual(['thinking.started', 'thinking.completed']);
    run.answer('2025');
    await run.result;
    expect(milestones).toMatchObject([
      { type: 'thinking.started', turn: 1 },
      { type: 'thinking.completed', turn: 1, branch: 'clarify' },
      { type: 'thinking.started', turn: 2, messages: [{}, { content: 'Which year?' }, { content: '2025' }] },
      { type: 'thinking.completed', turn: 2, branch: 'direct' },
      { type: 'task.completed' },
    ]);
    expect(await gathered).toEqual(milestones);
  });

  it('tells a run that was restored only what is new, and the iterator everything', async () => {
    const before = recorder();
    const { start } = stage(lines.slice(0, 1), { callbacks: before.callbacks });
    const first = start('the figures');
    await first.settled();
    const snapshot = JSON.parse(JSON.stringify(first.snapshot()));
    first.actor.stop();

    const after = recorder();
    const { troupe } = stage(lines.slice(1), { callbacks: after.callbacks });
    const second = recorder();
    const run = troupe.restore(snapshot, { callbacks: second.callbacks });
    const gathered = gather(run);
    await run.settled();
    run.answer('2025');
    await run.result;
    expect(before.heard).toEqual(['onThinkingStart', 'onThinkingComplete']);
    expect(after.heard).toEqual(['onThinkingStart', 'onThinkingComplete', 'onTaskComplete']);
    expect(after.milestones[0]).toMatchObject({ turn: 2 });
    expect(second.milestones).toEqual(after.milestones);
    expect(await gathered).toEqual([...before.milestones, ...after.milestones]);
  });

  it('ends the iterator when its actor is stopped', async () => {
    const { start } = stage(lines.slice(0, 1));
    const run = start('the figures');
    const gathered = gather(run);
    await run.settled();
    run.actor.stop();
    expect((await gathered).map(({ type }) => type)).toEqual(['thinking.started', 'thinking.completed']);
    expect(await gather(run)).toHaveLength(2);
  });
});

describe('a run that is resumed or forked', () => {
  it('tells only what is new, and the iterator everything', async () => {
    const store = memoryStore();
    const reached = Promise.withResolvers<void>();
    const hang = () => {
      reached.resolve();
      return new Promise<string>(() => {});
    };
    const before = recorder();
    const first = createOrchestrator({
      model: scriptedModel([
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
        { purpose: 'work', step: 'a', reply: 'done' },
        { purpose: 'work', step: 'b', reply: hang },
      ]),
      specialists: [worker],
      store,
      callbacks: before.callbacks,
    });
    const left = first.start(ask('do it'), { runId: 'job' });
    await reached.promise;
    left.actor.stop();

    const model = scriptedModel([
      { purpose: 'work', step: 'b', reply: 'done too' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok again' }) },
    ]);
    const second = createOrchestrator({ model, specialists: [worker], store });
    const after = recorder();
    const resumed = await second.resume('job', { callbacks: after.callbacks });
    await resumed.result;
    // Step b is done again, but it was not started again: its start was told before.
    expect(after.heard).toEqual(['onSpecialistComplete', 'onFeedbackGenerated', 'onTaskComplete']);
    expect(await gather(resumed)).toEqual([...before.milestones, ...after.milestones]);

    const forked = recorder();
    const at = resumed.log.findLast((entry) => entry.type === 'step.completed')?.seq ?? 0;
    const { run } = await second.fork('job', { at, callbacks: forked.callbacks, newRunId: 'job-2' });
    await run.result;
    expect(forked.heard).toEqual(['onFeedbackGenerated', 'onTaskComplete']);
    const whole = await gather(run);
    expect(whole.map(({ type }) => type)).toEqual((await gather(resumed)).map(({ type }) => type));
    expect(new Set(whole.map(({ runId }) => runId))).toEqual(new Set(['job-2']));
    model.assertUsedUp();
  });

  it('is not written when its callbacks cannot be called', async () => {
    const store = memoryStore();
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: '4' }) }]);
    const troupe = createOrchestrator({ model, specialists: [worker], store });
    await troupe.invoke(ask('2 + 2'), { runId: 'job' });
    const callbacks = { onEnd: () => {} } as Callbacks; // a mistake that the compiler would find
    await expect(troupe.fork('job', { at: 1, newRunId: 'job-2', callbacks })).rejects.toThrow('callbacks.onEnd');
    expect(await store.read('job-2')).toEqual([]);
  });
});

describe('the iterator', () => {
  it('gives the same as the callbacks, to several readers, early and late', async () => {
    const { milestones, callbacks } = recorder();
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
        { purpose: 'work', step: 'a', reply: 'done' },
        { purpose: 'work', step: 'b', reply: 'done' },
        { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
      ],
      { callbacks, store: slowStore() },
    );
    const run = start();
    const early = [gather(run), gather(run)];
    await run.result;
    const late = gather(run);
    expect(milestones).toHaveLength(9);
    for (const reader of [...early, late]) expect(await reader).toEqual(milestones);
  });

  it('does not hold the run when it is read slowly or not at all, and leaving it early does not cancel', async () => {
    const plain = await runTwoRounds();
    const model = scriptedModel(twoRounds);
    const clock = simulatedClock();
    const troupe = createOrchestrator({ model, specialists: [worker, other], clock });
    const run = troupe.start(ask('do it'), { runId: 'run-1' });
    const unread = run.milestones();
    const slow = run.milestones();
    const first = await slow.next();
    for await (const milestone of run.milestones()) if (milestone.type === 'plan.created') break;
    await clock.run(run.result);
    expect(JSON.stringify(run.log)).toBe(plain.log);
    expect(first.value?.type).toBe('thinking.started');
    expect((await slow.next()).value?.type).toBe('thinking.completed');
    expect((await unread.next()).value?.type).toBe('thinking.started');
  });

  it('can be left while it waits for the next one', async () => {
    const { start } = stage([{ purpose: 'think', reply: thinking({ question: 'Which year?' }) }]);
    const run = start();
    await run.settled();
    const reader = run.milestones();
    await reader.next();
    await reader.next();
    const waiting = reader.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await reader.return?.()).toEqual({ done: true, value: undefined });
    expect(await waiting).toEqual({ done: true, value: undefined });
    run.actor.stop();
  });

  it('answers several calls of next in their order', async () => {
    const { start } = stage([{ purpose: 'think', reply: thinking({ answer: '4' }) }]);
    const reader = start().milestones();
    const results = await Promise.all([reader.next(), reader.next(), reader.next(), reader.next()]);
    expect(results.map(({ value }) => value?.type)).toEqual([
      'thinking.started',
      'thinking.completed',
      'task.completed',
      undefined,
    ]);
  });

  it('throws what the store threw when the log can no longer be written, after what was durable', async () => {
    const store = memoryStore();
    let writes = 0;
    const failing: Store = {
      ...store,
      append(...args) {
        if (++writes > 2) throw new Error('the disk is full');
        return store.append(...args);
      },
    };
    const { callbacks, heard } = recorder();
    const model = scriptedModel([{ purpose: 'think', reply: thinking() }]);
    const troupe = createOrchestrator({ model, specialists: [worker], store: failing, callbacks });
    const run = troupe.start(ask('do it'));
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { type } of run.milestones()) seen.push(type);
    })();
    await expect(reading).rejects.toThrow('the disk is full');
    await expect(run.result).rejects.toThrow('the disk is full');
    expect(seen).toEqual(['thinking.started']);
    expect(heard).toEqual(['onThinkingStart']);
  });
});

describe('callbacks that cannot be called', () => {
  const allowed = `${names.join(', ')}, onCallbackError`;
  const refusal = (callbacks: unknown) => {
    try {
      createOrchestrator({
        model: scriptedModel([]),
        specialists: [worker],
        callbacks: callbacks as Callbacks, // what a caller without types may give
      });
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
    return undefined;
  };

  it.each([
    [
      { onPlanCreate: () => {} },
      `callbacks.onPlanCreate is a function: there is no such callback; allowed are ${allowed}.`,
    ],
    [{ onPlanCreated: 'yes' }, 'callbacks.onPlanCreated is "yes": a callback is a function or is left out.'],
    [[{}, { onTaskComplete: 7 }], 'callbacks.1.onTaskComplete is 7: a callback is a function or is left out.'],
    [null, `callbacks is null: callbacks are an object with one or more of ${allowed}.`],
    [['x'], `callbacks.0 is "x": callbacks are an object with one or more of ${allowed}.`],
  ])('are refused at construction: %j', (callbacks, words) => {
    expect(refusal(callbacks)).toBe(`createOrchestrator: ${words}`);
  });

  it('are refused by a call, before it begins', async () => {
    const { troupe } = stage([]);
    const callbacks = { onEnd: () => {} } as Callbacks; // a mistake that the compiler would find
    expect(() => troupe.start(ask('hello'), { callbacks })).toThrow(
      'callbacks.onEnd is a function: there is no such callback',
    );
    await expect(troupe.invoke(ask('hello'), { callbacks })).rejects.toMatchObject({ code: 'bad-config' });
  });

  it('may be left out', () => {
    expect(refusal([])).toBeUndefined();
    expect(refusal(undefined)).toBeUndefined();
    expect(refusal({ onTaskComplete: undefined })).toBeUndefined();
  });
});
