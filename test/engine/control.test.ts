import { getEventListeners } from 'node:events';
import { type ModelRequest, TroupeError } from 'troupe';
import { reflection, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import type { ConversationEngine } from '../../src/engine/conversation-engine.ts';
import type { EngineEvent } from '../../src/machines/engine-event.ts';
import {
  expectLegal,
  heldSpecialist,
  isState,
  lineOf,
  planOf,
  readAll,
  readingOf,
  readTo,
  stage,
  unplanned,
} from './engine-stage.ts';

const twoTasks = [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: planOf({ a: {}, b: { after: ['a'] } }) },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
] as const;
const [think, plan] = twoTasks;
const direct = { purpose: 'think', reply: thinking({ answer: 'ok' }) } as const;

/** An engine whose two tasks are held. */
function held(lines: Parameters<typeof stage>[0] = twoTasks) {
  const { specialist, ...control } = heldSpecialist();
  return { ...stage(lines, { specialists: [specialist] }), ...control };
}

describe('pause and resume', () => {
  it('say whether they did: pause only when scheduling or executing, resume only when paused', async () => {
    const { engine, finish } = held([...twoTasks, direct]);
    const tried: string[] = [];
    const tryBoth = (when: string) => {
      const resumed = engine.resume();
      const paused = engine.pause();
      if (paused) {
        tried.push(`paused: pause ${engine.pause()}`);
        engine.resume();
      }
      tried.push(`${when}: pause ${paused}, resume ${resumed}`);
    };
    tryBoth(engine.state);
    const events = engine.run('do it');
    for (const state of ['receiving', 'context_fetching', 'decomposing'] as const) await readTo(events, isState(state));
    finish('a');
    finish('b');
    const { lines } = await readAll(events, (event) => {
      if (event.type === 'task_scheduled' && event.data.taskId === 'b') tryBoth(engine.state);
      if (event.type === 'task_started' && event.data.taskId === 'b') tryBoth(engine.state);
    });
    tryBoth(engine.state);
    engine.reset();
    await readAll(engine.run(''));
    tryBoth(engine.state);
    engine.reset();
    await readAll(engine.run('hello'));
    expect(tried).toEqual([
      'idle: pause false, resume false',
      'paused: pause false',
      'scheduling: pause true, resume false',
      'paused: pause false',
      'executing: pause true, resume false',
      'completed: pause false, resume false',
      'error: pause false, resume false',
    ]);
    expect(lines).toContain('engine_completed 2 2');
  });

  it('change nothing in receiving, context_fetching and decomposing', async () => {
    const seen: string[] = [];
    const look = () => {
      const before = engine.state;
      seen.push(`${before}: pause ${engine.pause()}, resume ${engine.resume()}, then ${engine.state}`);
    };
    const { engine }: { engine: ConversationEngine } = stage(
      [
        {
          purpose: 'think',
          reply: () => {
            look();
            return thinking({ answer: 'ok' });
          },
        },
      ],
      {
        coordinator: {
          getContext: () => {
            look();
            return { rules: [], knowledge: [], tools: [] };
          },
        },
      },
    );
    const message = {
      role: 'user',
      // Looked at when the input is checked, which is all that happens while receiving.
      get content() {
        if (engine.state === 'receiving') look();
        return 'hello';
      },
    } as const;
    const { lines } = await readAll(engine.run([message]));
    expect([...new Set(seen)]).toEqual(
      ['receiving', 'context_fetching', 'decomposing'].map(
        (state) => `${state}: pause false, resume false, then ${state}`,
      ),
    );
    expect(lines.at(-1)).toBe('engine_completed 1 1');
  });

  it('in scheduling hold the plan back and go on with scheduling', async () => {
    const { engine, began, finish } = held();
    const events = engine.run('do it');
    const before = await readTo(events, (event) => event.type === 'task_scheduled');
    expect(engine.pause()).toBe(true);
    before.push(...(await readTo(events, (event) => event.type === 'engine_paused')));
    await turns();
    expect(readingOf(engine)).toMatchObject({ state: 'paused', currentProgress: 0, totalTasks: 2 });
    expect(began).toEqual([]);
    finish('a');
    finish('b');
    expect(engine.resume()).toBe(true);
    const { events: after, lines } = await readAll(events);
    expectLegal([...before, ...after]);
    expect(before.slice(-3).map(lineOf)).toEqual(['task_scheduled b 0', 'scheduling > paused', 'engine_paused 0']);
    expect(lines.slice(0, 3)).toEqual(['paused > scheduling', 'engine_resumed 0', 'scheduling > executing']);
    expect(lines.at(-1)).toBe('engine_completed 2 2');
  });

  it('in executing keep the progress, begin nothing new, and tell afterwards what ended meanwhile', async () => {
    const { engine, began, finish, hasBegun } = held();
    const events = engine.run('do it');
    await readTo(events, (event) => event.type === 'task_started');
    await hasBegun('a');
    expect(engine.pause()).toBe(true);
    finish('a');
    await turns();
    expect(readingOf(engine)).toMatchObject({
      state: 'paused',
      currentProgress: 0,
      tasks: ['a executing', 'b pending'],
    });
    expect(began).toEqual(['a']);
    expect(engine.resume()).toBe(true);
    finish('b');
    const { lines } = await readAll(events);
    expect(lines).toEqual([
      'executing > paused',
      'engine_paused 0',
      'paused > executing',
      'engine_resumed 0',
      'task_completed a result of a 0.5',
      'task_started b',
      'task_completed b result of b 1',
      'executing > completed',
      'engine_completed 2 2',
    ]);
  });

  it('hold an answer without a plan, too', async () => {
    const reply = Promise.withResolvers<string>();
    const { engine } = stage([...unplanned, { purpose: 'answer', reply: () => reply.promise }]);
    const events = engine.run('hello');
    await readTo(events, (event) => event.type === 'task_started');
    engine.pause();
    reply.resolve('Hello.');
    await turns();
    expect(engine.currentProgress).toBe(0);
    engine.resume();
    const { lines } = await readAll(events);
    expect(lines.slice(-3)).toEqual([
      'task_completed answer Hello. 1',
      'executing > completed',
      'engine_completed 1 1',
    ]);
  });
});

describe('reset', () => {
  it('makes a completed engine idle, with nothing left, and it runs again', async () => {
    const { engine } = stage([direct, direct]);
    await readAll(engine.run('hello'));
    await expect(engine.run('hello again').next()).rejects.toThrow('The engine is completed, not idle');
    engine.reset();
    expect(readingOf(engine)).toEqual({
      state: 'idle',
      currentProgress: 0,
      completedTasks: 0,
      totalTasks: 0,
      tasks: [],
    });
    const { lines } = await readAll(engine.run('hello again'));
    expect(lines.at(-1)).toBe('engine_completed 1 1');
  });

  it.each(['executing', 'paused'] as const)('cancels a run that is %s, whose reader is told why', async (state) => {
    const { engine, aborted, hasBegun } = held([think, plan, direct]);
    const events = engine.run('do it');
    const seen = await readTo(events, (event) => event.type === 'task_started');
    await hasBegun('a');
    if (state === 'paused') engine.pause();
    engine.reset();
    expect(engine.state).toBe('idle');
    expect(aborted).toEqual(['a']);
    const next = readAll(engine.run('hello'));
    const rest = await readAll(events);
    expectLegal([...seen, ...rest.events]);
    expect(rest.lines).toEqual([
      ...(state === 'paused' ? ['executing > paused', 'engine_paused 0', 'paused > executing'] : []),
      'executing > error',
      'engine_error The engine was reset. executing',
      'error > idle',
    ]);
    expect(rest.result.status).toBe('cancelled');
    expect((await next).lines.at(-1)).toBe('engine_completed 1 1');
  });

  it('of an idle engine changes nothing', () => {
    const { engine } = stage([]);
    engine.reset();
    expect(engine.state).toBe('idle');
  });
});

describe('a reader', () => {
  it('that leaves the loop cancels the run: what is under way is aborted, and the engine is idle', async () => {
    const { engine, aborted, hasBegun } = held([think, plan, direct]);
    for await (const event of engine.run('do it')) {
      if (event.type !== 'task_started') continue;
      await hasBegun('a');
      break;
    }
    expect(aborted).toEqual(['a']);
    expect(readingOf(engine)).toMatchObject({ state: 'idle', totalTasks: 0 });
    expect((await readAll(engine.run('hello'))).lines.at(-1)).toBe('engine_completed 1 1');
  });

  it('that leaves while the coordinator works aborts it', async () => {
    const aborted = Promise.withResolvers<void>();
    const { engine } = stage([], {
      coordinator: {
        getContext: (_, { signal }) => {
          signal.addEventListener('abort', () => aborted.resolve());
          return new Promise(() => {});
        },
      },
    });
    for await (const event of engine.run('hello')) if (isState('context_fetching')(event)) break;
    await aborted.promise;
    expect(engine.state).toBe('idle');
  });

  it.each([
    ['engine_completed', [direct], 'completed'],
    ['engine_error', [], 'error'],
  ] as const)('that leaves at %s leaves the engine as it ended', async (last, lines, state) => {
    const { engine } = stage(lines);
    for await (const event of engine.run(state === 'error' ? '' : 'hello')) if (event.type === last) break;
    expect(engine.state).toBe(state);
  });

  it('that is slow holds nothing up and loses nothing, and a few events for each task wait for it', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `s${index}`);
    const ended = Promise.withResolvers<void>();
    const { engine } = stage([
      think,
      { purpose: 'plan', reply: planOf(Object.fromEntries(ids.map((id) => [id, {}]))) },
      ...ids.map((step) => ({ purpose: 'work', step, reply: step }) as const),
      {
        purpose: 'reflect',
        reply: () => {
          ended.resolve();
          return reflection({ finalAnswer: 'ok' });
        },
      },
    ]);
    const events = engine.run('do it');
    const first = await events.next();
    await ended.promise;
    await turns();
    expect(engine.state).toBe('completed');
    const { events: rest } = await readAll(events);
    const all = [first.value as EngineEvent, ...rest]; // it is not done
    expectLegal(all);
    expect(all).toHaveLength(9 + 3 * ids.length);
    for (const type of ['task_scheduled', 'task_started', 'task_completed'] as const) {
      expect(all.filter((event) => event.type === type)).toHaveLength(ids.length);
    }
  });

  it('that never begins to read starts nothing', async () => {
    const { engine } = stage([direct]);
    engine.run('never read');
    expect(engine.state).toBe('idle');
    await readAll(engine.run('hello'));
  });
});

describe('a second run', () => {
  it('is refused while one is under way, which is not disturbed', async () => {
    const { engine, finish } = held();
    const events = engine.run('do it');
    await readTo(events, (event) => event.type === 'task_started');
    await expect(engine.run('another').next()).rejects.toThrow(TroupeError);
    await expect(engine.run('another').next()).rejects.toThrow('under way');
    finish('a');
    finish('b');
    expect((await readAll(events)).lines.at(-1)).toBe('engine_completed 2 2');
  });

  it('without an input is refused when there is nothing to continue', async () => {
    const { engine } = stage([]);
    await expect(engine.run().next()).rejects.toThrow('nothing to continue');
  });
});

describe('a signal', () => {
  const aborted = 'engine_error The run was aborted by its signal.';

  it.each(['executing', 'paused'] as const)('cancels a run that is %s', async (state) => {
    const { engine, aborted: stopped, hasBegun } = held([think, plan]);
    const controller = new AbortController();
    const events = engine.run('do it', { signal: controller.signal });
    await readTo(events, (event) => event.type === 'task_started');
    await hasBegun('a');
    if (state === 'paused') engine.pause();
    controller.abort();
    const { lines, result } = await readAll(events);
    expect(lines.slice(-2)).toEqual(['executing > error', `${aborted} executing`]);
    expect(lines.filter((line) => line.startsWith('engine_error'))).toHaveLength(1);
    expect(result.status).toBe('cancelled');
    expect(stopped).toEqual(['a']);
    expect(engine.state).toBe('error');
  });

  it('that is aborted already lets nothing begin', async () => {
    const { engine } = stage([], {
      coordinator: { getContext: () => Promise.reject(new Error('not asked')) },
    });
    const { lines, result } = await readAll(engine.run('hello', { signal: AbortSignal.abort() }));
    expect(lines).toEqual(['idle > receiving', 'receiving > error', `${aborted} receiving`]);
    expect(result.status).toBe('cancelled');
  });

  it('that aborts when the run is over changes nothing', async () => {
    const { engine } = stage([direct]);
    const controller = new AbortController();
    await readAll(engine.run('hello', { signal: controller.signal }));
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    controller.abort();
    expect(engine.state).toBe('completed');
  });
});

describe('two engines', () => {
  it('at once share nothing', async () => {
    const answerOf = ({ brief }: ModelRequest) => thinking({ answer: `to ${brief.messages.at(-1)?.content}` });
    const [one, two] = [1, 2].map(() => stage([{ purpose: 'think', reply: answerOf }]).engine) as [
      ConversationEngine,
      ConversationEngine,
    ];
    const [first, second] = [one.run('one'), two.run('two')];
    await readTo(first, isState('context_fetching'));
    expect([one.state, two.state]).toEqual([expect.not.stringMatching('idle'), 'idle']);
    const results = await Promise.all([readAll(first), readAll(second)]);
    expect(results.map(({ result }) => result.message.content)).toEqual(['to one', 'to two']);
    one.reset();
    expect([one.state, two.state]).toEqual(['idle', 'completed']);
  });
});

/** Lets everything happen that can happen now. */
async function turns(): Promise<void> {
  for (let count = 0; count < 20; count++) await new Promise((resolve) => setImmediate(resolve));
}
