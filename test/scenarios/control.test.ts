import {
  createOrchestrator,
  defineSpecialist,
  defineTool,
  type Entry,
  ModelError,
  type ModelRequest,
  memoryStore,
  type Store,
} from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, followed, of, planText, stage, types, worker } from './scenario.ts';

/** A promise and how to settle it. */
const held = <T>() => Promise.withResolvers<T>();

describe('a pause', () => {
  it('lets what is under way finish, begins nothing new, and goes on where it was', async () => {
    const first = held<string>();
    const asked = held<void>();
    const { start, model } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
      {
        purpose: 'work',
        step: 'a',
        reply: () => {
          asked.resolve();
          return first.promise;
        },
      },
      { purpose: 'work', step: 'b', reply: 'second' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    const run = start();
    await asked.promise;
    run.pause();
    expect(run.actor.getSnapshot().hasTag('paused')).toBe(true);
    const finished = new Promise<void>((resolve) => {
      run.subscribe((event) => event.type === 'step.completed' && resolve());
    });
    first.resolve('first');
    await finished;
    expect(model.calls).toHaveLength(3);
    expect(of(run.log, 'step.started')).toHaveLength(2);
    expect(of(run.log, 'effect.started').at(-1)?.data.key).toBe('sa#1/ask#1.1');
    run.resume();
    expect((await run.result).status).toBe('completed');
    const order = types(run.log).filter((type) => type === 'run.paused' || type === 'run.resumed');
    expect(order).toEqual(['run.paused', 'run.resumed']);
  });
});

it('whoever asks how a run that waits stands is told whether it is paused by now', async () => {
  const { start } = stage([{ purpose: 'think', reply: thinking({ question: 'Which?' }) }]);
  const run = start();
  expect(await run.settled()).toMatchObject({ status: 'waiting', isPaused: false });
  run.pause();
  expect(await run.settled()).toMatchObject({ status: 'waiting', isPaused: true });
  run.resume();
  expect(await run.settled()).toMatchObject({ status: 'waiting', isPaused: false });
  run.cancel();
  expect((await run.result).status).toBe('cancelled');
});

describe('a cancel', () => {
  it('of a run that has ended changes nothing', async () => {
    const { start } = stage([{ purpose: 'think', reply: thinking({ answer: 'ok' }) }]);
    const run = start();
    await run.result;
    run.cancel();
    expect((await run.settled()).status).toBe('completed');
  });

  it('aborts everything under way and ends the run as cancelled, with what there is', async () => {
    const asked = held<void>();
    let aborted = 0;
    let waiting = 0;
    const hang = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => aborted++);
      if (++waiting === 3) asked.resolve();
      return new Promise<string>(() => {});
    };
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: [], c: [] }) },
      { purpose: 'work', reply: ({ signal }) => hang(signal) },
      { purpose: 'work', reply: ({ signal }) => hang(signal) },
      { purpose: 'work', reply: ({ signal }) => hang(signal) },
    ]);
    const run = start();
    await asked.promise;
    run.cancel('enough');
    const result = await run.result;
    expect(result.status).toBe('cancelled');
    expect(result.notDone).toHaveLength(3);
    expect(aborted).toBe(3);
    expect(of(run.log, 'run.cancelled')[0]?.data.reason).toBe('enough');
  });

  it('comes from an AbortSignal too, also from one that is aborted already', async () => {
    const model = scriptedModel([]);
    const troupe = createOrchestrator({ model, specialists: [worker] });
    const result = await troupe.invoke(ask('hello'), { signal: AbortSignal.abort() });
    expect(result.status).toBe('cancelled');
    model.assertUsedUp();
  });

  it('follows when nobody reads the stream any more', async () => {
    const aborted = held<void>();
    const model = scriptedModel([
      {
        purpose: 'think',
        reply: ({ signal }) => {
          signal.addEventListener('abort', () => aborted.resolve());
          return new Promise<string>(() => {});
        },
      },
    ]);
    const troupe = createOrchestrator({ model, specialists: [worker] });
    for await (const event of troupe.stream(ask('hello'))) {
      if (event.type === 'effect.started' && event.data.kind === 'think') break;
    }
    await aborted.promise;
  });
});

describe('the events of a stream', () => {
  const eventsOf = async (store: Store | undefined, content: string, signal?: AbortSignal) => {
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'ok' }) }]);
    const troupe = createOrchestrator({ model, specialists: [worker], ...(store ? { store } : {}) });
    const entries: Entry[] = [];
    for await (const event of troupe.stream(ask(content), signal ? { signal } : {})) {
      if ('seq' in event) entries.push(event);
    }
    return entries;
  };

  describe.each([
    ['without a store', undefined],
    ['with one', memoryStore()],
  ])('%s', (_, store) => {
    it.each([
      ['an answer', 'hello', undefined, 'run.completed'],
      ['a request that is refused at once', ' ', undefined, 'run.failed'],
      ['a run that is cancelled at once', 'hello', AbortSignal.abort(), 'run.cancelled'],
    ])('begin with the request and say how it ended: %s', async (_what, content, signal, last) => {
      const events = await eventsOf(store, content, signal);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
      expect(events[0]?.type).toBe('request.received');
      expect(events.map(({ type }) => type)).toContain(last);
    });
  });
});

describe('a question to the user', () => {
  const lines = [
    { purpose: 'think', reply: thinking({ question: 'Which year?' }) },
    {
      purpose: 'think',
      reply: (request: { messages: readonly { content: string }[] }) =>
        thinking({ answer: request.messages.at(-1)?.content ?? '' }),
    },
  ] as const;

  it('makes invoke return as waiting, with the question', async () => {
    const { troupe } = stage([lines[0]]);
    expect(await troupe.invoke(ask('the figures'))).toMatchObject({
      status: 'waiting',
      waitingFor: { kind: 'clarification', id: 'question-1', question: 'Which year?' },
      message: { content: 'Which year?' },
    });
  });

  it('is answered in the same run, which thinks again with the answer', async () => {
    const { start } = stage(lines);
    const run = start('the figures');
    expect((await run.settled()).status).toBe('waiting');
    run.answer('2025');
    const result = await run.result;
    expect(result).toMatchObject({ status: 'completed', message: { content: '2025' } });
    const answered = of(run.log, 'clarification.answered')[0];
    expect(answered?.parent).toBe(of(run.log, 'clarification.requested')[0]?.id);
  });

  it('that nobody answers in time leads to the best reading, which says so', async () => {
    const { start } = stage([lines[0], { purpose: 'finalize', reply: 'for all years' }], { timeouts: { answerMs: 1 } });
    const result = await start('the figures').result;
    expect(result.message.content).toBe('for all years');
    expect(result.notDone[0]?.what).toBe('Which year?');
  });

  it.each([
    ['no call is left', [], { limits: { modelCalls: 1 } }],
    ['the last call fails', [{ purpose: 'finalize', reply: new ModelError('auth', 'no') }], {}],
  ] as const)(
    'that nobody answers in time leads to what the thought answers already when %s',
    async (_, more, config) => {
      const unsure = {
        text: 'For all years: 7.',
        toolCalls: [{ name: 'ask_user', arguments: '{"question":"Which year?"}' }],
      };
      const { start } = stage([{ purpose: 'think', reply: unsure }, ...more], { timeouts: { answerMs: 1 }, ...config });
      const { message } = await start('the figures').result;
      expect(message.content).toMatch(
        /^(The work ended at a limit[^\n]*\n\n)?For all years: 7\.\n\nNot done:\n- Which year\?/,
      );
    },
  );

  it('takes back from the stream what was written before it', async () => {
    const asks = {
      text: 'For all years: 7.',
      toolCalls: [{ name: 'ask_user', arguments: '{"question":"Which year?"}' }],
    };
    const { start } = stage([{ purpose: 'think', reply: asks }]);
    const run = start('the figures');
    const told = followed(run);
    expect(await run.settled()).toMatchObject({ status: 'waiting', message: { content: 'Which year?' } });
    expect(told()).toBe('');
    run.actor.stop();
  });

  it('cannot be answered when there is none', async () => {
    const { start } = stage([{ purpose: 'think', reply: thinking({ answer: 'ok' }) }]);
    const run = start();
    expect(() => run.answer('2025')).toThrow('does not wait for a clarification');
    await run.result;
  });
});

describe('a plan under review', () => {
  it('waits for approval, is drafted again with the remark, and then runs', async () => {
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText({ a: [] }) },
        {
          purpose: 'plan',
          reply: (request) =>
            request.messages.some((message) => message.content.includes('two steps, please'))
              ? planText({ a: [], b: [] })
              : '',
        },
        { purpose: 'work', step: 'a', reply: 'A' },
        { purpose: 'work', step: 'b', reply: 'B' },
        { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
      ],
      { reviewPlan: true },
    );
    const run = start();
    expect((await run.settled()).waitingFor?.kind).toBe('plan-review');
    run.revise('two steps, please');
    expect((await run.settled()).plan?.steps).toHaveLength(2);
    run.approve();
    expect(await run.result).toMatchObject({ status: 'completed', plan: { version: 2 } });
  });
});

describe('specialists', () => {
  it('may be functions, whose errors are tried again', async () => {
    let calls = 0;
    const flaky = defineSpecialist({
      name: 'flaky',
      description: 'fails once',
      run: ({ step }) => {
        if (++calls === 1) throw new Error('not yet');
        return { text: `did ${step.id}`, data: { calls } };
      },
    });
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText({ a: [] }, 'flaky') },
      ],
      { specialists: [flaky] },
    );
    const result = await start().result;
    expect(result.plan?.steps[0]).toMatchObject({ status: 'completed', result: 'did a', retryCount: 1 });
  });

  it('that take too long are stopped at their deadline and tried again', async () => {
    let aborted = 0;
    let calls = 0;
    const slow = defineSpecialist({
      name: 'slow',
      description: 'hangs once',
      run: ({ signal }) => {
        if (++calls > 1) return 'in time';
        signal.addEventListener('abort', () => aborted++);
        return new Promise<string>(() => {});
      },
    });
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText({ a: [] }, 'slow') },
      ],
      { specialists: [slow], timeouts: { callMs: 50 } },
    );
    const run = start();
    expect((await run.result).plan?.steps[0]?.result).toBe('in time');
    expect(aborted).toBe(1);
    expect(of(run.log, 'effect.failed')[0]?.data.error).toMatchObject({ code: 'timeout' });
  });
});

describe('a store', () => {
  it('holds the whole log of each run, from which its result can be read again', async () => {
    const store = memoryStore();
    const { troupe } = stage([{ purpose: 'think', reply: thinking({ answer: 'ok' }) }], {
      store,
    });
    const result = await troupe.invoke(ask('hello'));
    expect((await store.runs()).map((each) => each.run)).toEqual([result.runId]);
    expect(await troupe.read(result.runId)).toEqual(result);
  });

  it('that can no longer be written ends the run, aborts its work and says so', async () => {
    const store = memoryStore();
    let writes = 0;
    const broken = {
      ...store,
      append: (...args: Parameters<typeof store.append>) => {
        if (++writes === 3) throw new Error('disk full');
        return store.append(...args);
      },
    };
    const model = scriptedModel([{ purpose: 'think', reply: thinking() }]);
    const troupe = createOrchestrator({ model, specialists: [worker], store: broken });
    const run = troupe.start(ask('hello'));
    await expect(run.result).rejects.toThrow('disk full');
    expect(run.actor.getSnapshot().status).toBe('done');
    expect(writes).toBe(3);
    expect((await store.read(run.id)).at(-1)?.type).toBe('effect.started');
  });

  it('that writes asynchronously has every entry before the effect that it starts begins', async () => {
    const store = memoryStore();
    const seen: number[] = [];
    const slow = {
      ...store,
      append: async (...[run, after, entries]: Parameters<typeof store.append>) => {
        await new Promise((resolve) => setImmediate(resolve));
        store.append(run, after, entries);
      },
    };
    const { start } = stage(
      [
        {
          purpose: 'think',
          reply: async () => {
            const [{ run } = { run: '' }] = await store.runs();
            seen.push((await store.read(run)).length);
            return thinking({ answer: 'ok' });
          },
        },
      ],
      { store: slow },
    );
    const run = start();
    await run.result;
    expect(seen).toEqual([7]);
    expect(await store.read(run.id)).toEqual(run.log);
  });
});

describe('tools', () => {
  const touch = (capability: 'read' | 'write') =>
    defineTool({
      name: 'touch',
      description: 'touches',
      capability,
      input: z.object({ path: z.string() }),
      run: ({ path }) => `${'x'.repeat(30_000)}\u001b[31m${path}`,
    });
  const lines = (seen: (text: string) => void) =>
    [
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [] }, 'toucher') },
      { purpose: 'work', reply: { toolCalls: [{ name: 'touch', arguments: '{"path":"p"}' }] } },
      {
        purpose: 'work',
        reply: (request: ModelRequest) => {
          seen(request.messages.at(-1)?.content ?? '');
          return 'done';
        },
      },
    ] as const;
  const toucher = (capability: 'read' | 'write') =>
    defineSpecialist({ name: 'toucher', description: 'touches things', tools: [touch(capability)] });

  it('that write are not there when the policy refuses them: a call of one is refused, by name', async () => {
    let seen = '';
    const judged = { purpose: 'reflect', reply: 'ok' } as const;
    const refused = stage(
      [
        ...lines((text) => {
          seen = text;
        }),
        judged,
      ],
      { specialists: [toucher('write')], policy: { default: 'refuse' } },
    );
    const result = await refused.start().result;
    expect(seen).toContain('there is no tool "touch"');
    const offered = refused.model.calls.flatMap(({ tools = [] }) => tools.map(({ name }) => name));
    expect(offered).not.toContain('touch');
    expect(result.plan?.steps[0]?.status).toBe('completed');
    const allowed = stage(
      lines((text) => {
        seen = text;
      }),
      { specialists: [toucher('write')], allow: ['write'] },
    );
    await allowed.start().result;
    expect(seen).toMatch(/^x+/);
  });

  it('give texts that are cut to a size, without control characters', async () => {
    let seen = '';
    const { start } = stage(
      lines((text) => {
        seen = text;
      }),
      { specialists: [toucher('read')] },
    );
    await start().result;
    expect(seen).toContain('[cut: 10');
    expect(seen).not.toContain('\u001b');
    expect(seen.length).toBeLessThan(21_000);
  });

  it('and calls get keys that no other run has', async () => {
    const keys: string[] = [];
    const keyed = defineSpecialist({
      name: 'toucher',
      description: 'x',
      run: ({ key }) => {
        keys.push(key);
        return 'ok';
      },
    });
    for (let count = 0; count < 2; count++) {
      const { start } = stage(
        [
          { purpose: 'think', reply: thinking() },
          { purpose: 'plan', reply: planText({ a: [] }, 'toucher') },
        ],
        { specialists: [keyed] },
      );
      const run = start();
      await run.result;
      expect(keys.at(-1)).toContain(`${run.id}/`);
    }
    expect(new Set(keys).size).toBe(2);
  });
});

describe('a listener', () => {
  it('that speaks up sees the entries in their order all the same', async () => {
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: [] }) },
      { purpose: 'work', reply: 'A' },
      { purpose: 'work', reply: 'B' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    const run = start();
    const seen: number[] = [];
    run.subscribe((event) => {
      if (event.type !== 'delta') seen.push(event.seq);
      if (event.type === 'plan.created') run.pause();
      if (event.type === 'run.paused') run.resume();
    });
    await run.result;
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });
});

describe('an endpoint that asks for too long a wait', () => {
  it('is not waited for', async () => {
    const { start } = stage([
      { purpose: 'think', reply: new ModelError('rate-limit', 'Later.', { retryAfterMs: 3_600_000 }) },
    ]);
    expect(await start().result).toMatchObject({ status: 'failed', error: { code: 'rate-limit' } });
  });
});

describe('a mistake in the program', () => {
  it('ends the run as failed at once, aborts its work and is told', async () => {
    const aborted = held<void>();
    const began = held<void>();
    const hang = defineSpecialist({
      name: 'hang',
      description: 'hangs',
      run: ({ signal }) => {
        signal.addEventListener('abort', () => aborted.resolve());
        began.resolve();
        return new Promise<string>(() => {});
      },
    });
    const model = scriptedModel([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [] }, 'hang') },
    ]);
    const troupe = createOrchestrator({ model, specialists: [hang] });
    const run = troupe.start(ask('hello'));
    await began.promise;
    // No event of ours has such a message list: the guard that reads it throws.
    run.actor.send({
      type: 'plan.reviewed',
      get verdict(): never {
        throw new Error('a bug');
      },
    });
    run.actor.send({
      type: 'run.cancelled',
      get reason(): never {
        throw new Error('a bug');
      },
    });
    const error = { code: 'bug', message: expect.stringContaining('a bug') };
    expect(await run.result).toMatchObject({ status: 'failed', error });
    await aborted.promise;
  });
});

describe('the next rest of a run', () => {
  const unclear = {
    purpose: 'think',
    reply: thinking({ question: 'Which?' }),
  } as const;
  const clear = { purpose: 'think', reply: thinking({ answer: 'that' }) } as const;

  it('is heard by whoever waits for it, also when a listener answers at once', async () => {
    const { start } = stage([unclear, clear]);
    const run = start();
    const rest = run.settled();
    run.subscribe((event) => {
      if (event.type === 'clarification.requested') run.answer('A');
    });
    expect((await rest).status).toBe('waiting');
    expect((await run.settled()).status).toBe('completed');
  });

  it('is the end when nobody answers', async () => {
    const { start } = stage([unclear, { purpose: 'finalize', reply: 'best reading' }], { timeouts: { answerMs: 1 } });
    const run = start();
    await run.result;
    expect((await run.settled()).status).toBe('completed');
  });

  it('is not waited for when the run was stopped', async () => {
    const { start } = stage([unclear]);
    const run = start();
    await run.settled();
    run.actor.stop();
    expect(() => run.answer('A')).toThrow('does not wait');
  });
});

describe('data that cannot be stored', () => {
  it('fails its step, and nothing else', async () => {
    const odd = defineSpecialist({
      name: 'odd',
      description: 'gives odd data',
      // A caller in JavaScript can do this; the type says that it should not.
      run: () => ({ text: 'fine', data: { big: 1n } as unknown as null }),
    });
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText({ a: [] }, 'odd') },
        { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
      ],
      { specialists: [odd] },
    );
    const result = await start().result;
    expect(result.plan?.steps[0]).toMatchObject({ status: 'failed', reason: expect.stringContaining('not JSON') });
  });
});

describe('a stream that nobody reads any more', () => {
  it('ends its run as cancelled in a store that writes slowly', async () => {
    const store = memoryStore();
    const slow = {
      ...store,
      append: async (...args: Parameters<typeof store.append>) => {
        await new Promise((resolve) => setImmediate(resolve));
        store.append(...args);
      },
    };
    const model = scriptedModel([{ purpose: 'think', reply: () => new Promise(() => {}) }]);
    const troupe = createOrchestrator({ model, specialists: [worker], store: slow });
    let runId = '';
    for await (const event of troupe.stream(ask('hello'))) {
      runId = event.run;
      if (event.type === 'effect.started') break;
    }
    let status: string;
    do {
      await new Promise((resolve) => setImmediate(resolve));
      status = (await troupe.read(runId)).status;
    } while (status === 'running');
    expect(status).toBe('cancelled');
  });
});
