import { defineSpecialist, defineTool, ModelError, type ModelRequest, memoryStore, TroupeError } from 'troupe';
import { reflection, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createConversationEngine } from '../../src/engine/conversation-engine.ts';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';
import { coordinator, planOf, readAll, readingOf, stage, unplanned, worker } from './engine-stage.ts';

const opening = [
  'idle > receiving',
  'receiving > context_fetching',
  'context_received 1 1 2',
  'context_fetching > decomposing',
];

describe('a plan', () => {
  it('is told task by task, scheduled by priority, with progress and the answer at the end', async () => {
    const { engine } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planOf({ a: {}, b: { priority: 5 }, c: { after: ['a', 'b'], priority: 5 } }) },
      { purpose: 'work', step: 'a', reply: 'A' },
      { purpose: 'work', step: 'b', reply: 'B' },
      { purpose: 'work', step: 'c', reply: 'C' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'all done' }) },
    ]);
    const { events, lines, result } = await readAll(engine.run('do it'));
    const third = 1 / 3;
    expect(lines).toEqual([
      ...opening,
      'task_decomposed 3',
      'decomposing > scheduling',
      'task_scheduled b -5',
      'task_scheduled c -5',
      'task_scheduled a 0',
      'scheduling > executing',
      'task_started b',
      'task_started a',
      expect.stringMatching(`^task_completed (a A|b B) ${third}`),
      expect.stringMatching(`^task_completed (a A|b B) ${2 * third}`),
      'task_started c',
      'task_completed c C 1',
      'executing > completed',
      'engine_completed 3 3',
    ]);
    expect(events.find((event) => event.type === 'task_decomposed')?.data).toEqual({
      taskCount: 3,
      tasks: ['a', 'b', 'c'].map((id) => ({ id, description: `work on ${id}` })),
    });
    expect(events.at(-1)?.data).toMatchObject({ message: { role: 'assistant', content: 'all done' } });
    expect(result).toMatchObject({ status: 'completed', message: { content: 'all done' } });
    expect(readingOf(engine)).toEqual({
      state: 'completed',
      currentProgress: 1,
      completedTasks: 3,
      totalTasks: 3,
      tasks: ['a completed', 'b completed', 'c completed'],
    });
  });

  it('of tasks with the same priority is scheduled in its order', async () => {
    const ids = ['d', 'b', 'a', 'c'];
    const { engine } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planOf(Object.fromEntries(ids.map((id) => [id, {}]))) },
      ...ids.map((step) => ({ purpose: 'work', step, reply: step }) as const),
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    const { events } = await readAll(engine.run('do it'));
    expect(events.flatMap((event) => (event.type === 'task_scheduled' ? event.data.taskId : []))).toEqual(ids);
  });

  it.each([1, 2, 16])('is done in the order in which it is scheduled, %d at a time', async (concurrency) => {
    // By its longest path `far` would go first, although others are more urgent.
    const steps = {
      far: { priority: 0 },
      further: { after: ['far'], priority: 9 },
      furthest: { after: ['further'], priority: 0 },
      low: { priority: -1 },
      high: { priority: 5 },
      urgent: { priority: 7 },
    };
    const quick = defineSpecialist({ name: 'worker', description: 'works', run: ({ step }) => step.id });
    const { engine } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planOf(steps) },
        { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
      ],
      { specialists: [quick], concurrency },
    );
    const { events } = await readAll(engine.run('do it'));
    const ids = (type: 'task_scheduled' | 'task_started') =>
      events.flatMap((event) => (event.type === type ? event.data.taskId : []));
    expect(ids('task_scheduled')).toEqual(['further', 'urgent', 'high', 'far', 'furthest', 'low']);
    const started = ids('task_started');
    // What has to wait for another task starts as soon as it can.
    expect(started.filter((id) => !id.startsWith('furth'))).toEqual(['urgent', 'high', 'far', 'low']);
    if (concurrency === 1) expect(started).toEqual(['urgent', 'high', 'far', 'further', 'furthest', 'low']);
  });

  it('with a step that fails goes on without it: the reason is told, and it is counted', async () => {
    const flaky = defineSpecialist({
      name: 'worker',
      description: 'cannot do b',
      run: ({ step }) => {
        if (step.id === 'b') throw new Error('no');
        return `result of ${step.id}`;
      },
    });
    const { engine } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planOf({ a: {}, b: { after: ['a'] }, c: { after: ['b'] } }) },
        { purpose: 'reflect', reply: reflection({ finalAnswer: 'the first part' }) },
      ],
      { specialists: [flaky], correctAfter: 0 },
    );
    const { events, lines, result } = await readAll(engine.run('do it'));
    expect(lines.slice(lines.indexOf('scheduling > executing'))).toEqual([
      'scheduling > executing',
      'task_started a',
      `task_completed a result of a ${1 / 3}`,
      'task_started b',
      'task_failed b no',
      'executing > completed',
      'engine_completed 3 1',
    ]);
    expect(events.find((event) => event.type === 'task_failed')?.data).toEqual({ taskId: 'b', reason: 'no' });
    expect(engine.tasks.map(({ status }) => status)).toEqual(['completed', 'failed', 'blocked']);
    expect(result.notDone).toHaveLength(2);
  });

  it('whose steps are done again starts and completes them again, and the progress is that of the round', async () => {
    let isBroken = true;
    const flaky = defineSpecialist({
      name: 'worker',
      description: 'cannot do c at first',
      run: ({ step }) => {
        if (step.id === 'c' && isBroken) throw new Error('no');
        return `result of ${step.id}`;
      },
    });
    const again = reflection({ verdict: 'continue', retries: [{ step: 'a', why: 'it is wrong' }] });
    const { engine } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planOf({ a: {}, b: { after: ['a'] }, c: { after: ['b'] }, d: { after: ['c'] } }) },
        {
          purpose: 'reflect',
          reply: () => {
            isBroken = false;
            return again;
          },
        },
        { purpose: 'reflect', reply: reflection({ finalAnswer: 'all of it' }) },
      ],
      { specialists: [flaky], correctAfter: 0 },
    );
    const { lines, result } = await readAll(engine.run('do it'));
    expect(lines.slice(lines.indexOf('scheduling > executing'))).toEqual([
      'scheduling > executing',
      'task_started a',
      'task_completed a result of a 0.25',
      'task_started b',
      'task_completed b result of b 0.5',
      'task_started c',
      'task_failed c no',
      // What was built on the first step is to be done again, and is not counted any more.
      'task_started a',
      'task_completed a result of a 0.25',
      'task_started b',
      'task_completed b result of b 0.5',
      'task_started c',
      'task_completed c result of c 0.75',
      'task_started d',
      'task_completed d result of d 1',
      'executing > completed',
      'engine_completed 4 4',
    ]);
    expect(engine.tasks.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'completed']);
    expect(result).toMatchObject({ status: 'completed', rounds: 2, notDone: [] });
  });

  it('that changes is told again, with what is new scheduled', async () => {
    const { engine } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planOf({ a: {}, b: {} }) },
      { purpose: 'work', step: 'a', reply: 'A' },
      { purpose: 'work', step: 'b', reply: 'B' },
      { purpose: 'reflect', reply: reflection({ verdict: 'update', planUpdateSuggestion: 'c too' }) },
      { purpose: 'plan', reply: planOf({ a: {}, b: {}, c: { priority: 2 } }).replaceAll(/\[ \] (?=[ab])/g, '[x] ') },
      { purpose: 'work', step: 'c', reply: 'C' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    const { lines } = await readAll(engine.run('do it'));
    expect(lines.slice(lines.indexOf('scheduling > executing'))).toEqual([
      'scheduling > executing',
      'task_started a',
      'task_started b',
      'task_completed a A 0.5',
      'task_completed b B 1',
      'task_decomposed 3',
      'task_scheduled c -2',
      'task_started c',
      'task_completed c C 1',
      'executing > completed',
      'engine_completed 3 3',
    ]);
  });
});

describe('an answer without a plan', () => {
  it.each([
    ['that thinking holds', [{ purpose: 'think', reply: thinking({ answer: '4' }) }]],
    ['that takes a call of its own', [...unplanned, { purpose: 'answer', reply: '4' }]],
  ] as const)('%s is one task', async (_, script) => {
    const { engine } = stage(script);
    const { events, lines, result } = await readAll(engine.run('2 + 2?'));
    expect(lines).toEqual([
      ...opening,
      'task_decomposed 1',
      'decomposing > scheduling',
      'task_scheduled answer 0',
      'scheduling > executing',
      'task_started answer',
      'task_completed answer 4 1',
      'executing > completed',
      'engine_completed 1 1',
    ]);
    expect(events.find((event) => event.type === 'task_decomposed')?.data).toMatchObject({
      tasks: [{ id: 'answer', description: '2 + 2?' }],
    });
    expect(result.message.content).toBe('4');
  });
});

it('what is looked up before an answer is part of finding out what to do', async () => {
  const read = defineTool({
    name: 'read',
    description: 'reads',
    capability: 'read',
    input: z.object({}),
    run: () => 'four',
  });
  const { engine } = stage(
    [
      { purpose: 'think', reply: { toolCalls: [{ name: 'read', arguments: '{}' }] } },
      { purpose: 'think', reply: '4' },
    ],
    { specialists: [defineSpecialist({ name: 'worker', description: 'reads', tools: [read] })] },
  );
  const { lines } = await readAll(engine.run('2 + 2?'));
  expect(lines).toEqual(expect.arrayContaining([...opening, 'task_decomposed 1', 'task_completed answer 4 1']));
});

describe('the coordinator', () => {
  const direct = [{ purpose: 'think', reply: thinking({ answer: 'ok' }) }] as const;

  it('is asked once, with the last user message; its rules stand before the conversation, its knowledge beside it', async () => {
    const asked: unknown[] = [];
    const { engine, model } = stage(direct, {
      coordinator: {
        getContext(input, { messages }) {
          asked.push([input, messages.length]);
          return {
            rules: ['Be brief.'],
            knowledge: ['The sky is blue.'],
            tools: [{ name: 'ruler', description: 'measures' }],
          };
        },
      },
    });
    await readAll(
      engine.run([
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: 'Hello.' },
        { role: 'user', content: 'and now?' },
      ]),
    );
    expect(asked).toEqual([['and now?', 3]]);
    const told = (model.calls[0] as ModelRequest).brief; // the script is used up
    expect('messages' in told && told.messages[0]).toEqual({
      role: 'system',
      content: 'Rules to follow:\n- Be brief.',
    });
    expect(told.knowledge).toEqual(['The sky is blue.']);
  });

  it('that knows nothing adds nothing', async () => {
    const { engine, model } = stage(direct, {
      coordinator: { getContext: () => ({ rules: [], knowledge: [], tools: [] }) },
    });
    const { lines } = await readAll(engine.run('hello'));
    expect(lines).toContain('context_received 0 0 0');
    const told = (model.calls[0] as ModelRequest).brief; // the script is used up
    expect('messages' in told && told.messages).toEqual([{ role: 'user', content: 'hello' }]);
  });

  const failed = (error: string) => [
    'idle > receiving',
    'receiving > context_fetching',
    'context_fetching > error',
    `engine_error ${error} context_fetching`,
  ];

  it.each([
    ['rejects', () => Promise.reject(new Error('no one there')), 'no one there'],
    [
      'throws',
      () => {
        throw new Error('no one there');
      },
      'no one there',
    ],
  ])('that %s gives one error with the phase', async (_, getContext, error) => {
    const { engine } = stage([], { coordinator: { getContext } });
    const { lines, result } = await readAll(engine.run('hello'));
    expect(lines).toEqual(failed(error));
    expect(result).toMatchObject({ status: 'failed', error: { code: 'coordinator', message: error } });
    expect(engine.state).toBe('error');
  });

  it('that hangs is not waited for past its deadline, and hears of it', async () => {
    const clock = simulatedClock();
    let isAborted = false;
    const { engine } = stage([], {
      clock,
      contextMs: 500,
      coordinator: {
        getContext: (_, { signal }) => {
          signal.addEventListener('abort', () => {
            isAborted = true;
          });
          return new Promise(() => {});
        },
      },
    });
    const { lines } = await clock.run(readAll(engine.run('hello')));
    expect(lines).toEqual(failed('The coordinator took longer than 500 ms.'));
    expect(isAborted).toBe(true);
    expect(clock.timers).toBe(0);
  });

  it('that gives something else than a context gives one error with the phase', async () => {
    const { engine } = stage([], {
      coordinator: { getContext: () => JSON.parse('{"rules":"be brief","knowledge":[],"tools":[]}') },
    });
    const { events } = await readAll(engine.run('hello'));
    expect(events.at(-1)).toMatchObject({
      type: 'engine_error',
      data: { phase: 'context_fetching', error: expect.stringContaining('rules') },
    });
  });
});

describe('an error', () => {
  it('in the input is one of receiving', async () => {
    const { engine } = stage([]);
    const { lines, result } = await readAll(engine.run('  '));
    expect(lines).toEqual([
      'idle > receiving',
      'receiving > error',
      expect.stringMatching(/^engine_error The last user message is empty.* receiving$/),
    ]);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'bad-request' } });
  });

  it.each([
    ['thinking', [{ purpose: 'think', reply: new ModelError('auth', 'The key is refused.') }]],
    [
      'planning',
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: new ModelError('auth', 'The key is refused.') },
      ],
    ],
  ] as const)('in %s is one of decomposing', async (_, script) => {
    const { engine } = stage(script);
    const { lines, result } = await readAll(engine.run('do it'));
    expect(lines).toEqual([...opening, 'decomposing > error', 'engine_error The key is refused. decomposing']);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'auth' } });
  });

  it('of the store is one of the phase in which it comes', async () => {
    const store = memoryStore();
    let isFull = false;
    const { engine } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planOf({ a: {} }) },
        {
          purpose: 'work',
          reply: () => {
            isFull = true;
            return 'A';
          },
        },
      ],
      {
        store: {
          ...store,
          append: (...args) => {
            if (isFull) throw new Error('disk full');
            return store.append(...args);
          },
        },
      },
    );
    const { lines, result } = await readAll(engine.run('do it'));
    expect(lines.slice(-3)).toEqual(['task_started a', 'executing > error', 'engine_error disk full executing']);
    expect(result).toMatchObject({ status: 'failed', message: { content: 'disk full' } });
  });
});

describe('a configuration', () => {
  const config = { model: stubModel(), specialists: [worker], coordinator };

  it.each([
    ['without a coordinator', { ...config, coordinator: JSON.parse('{}') }],
    ['with a deadline that is none', { ...config, contextMs: 0 }],
    ['that no orchestrator takes', { ...config, specialists: [] }],
  ])('%s is refused', (_, bad) => {
    expect(() => createConversationEngine(bad)).toThrow(TroupeError);
    expect(() => createConversationEngine(bad)).toThrow(/^create/);
  });
});

function stubModel() {
  return { name: 'stub', call: () => Promise.reject(new Error('not called')) };
}
