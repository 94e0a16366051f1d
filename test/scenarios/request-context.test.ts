import {
  type Callbacks,
  createConversationEngine,
  createOrchestrator,
  defineSpecialist,
  defineTool,
  memoryStore,
  type RequestContext,
  type Run,
  type Store,
  type ToolContext,
  type WorkInput,
} from 'troupe';
import { defaultPrompts } from 'troupe/prompts';
import { reflection, type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { z } from 'zod';
import { ask, expectReplay, of, worker } from './scenario.ts';

const schema = z.object({ tenant: z.string(), user: z.object({ name: z.string() }), locale: z.string().default('en') });
const given = { tenant: 'north', user: { name: 'Ada' } };

/** Specialists of every kind that write down whose work they did, by the function that was called. */
function recordingCast() {
  const seen: Record<string, RequestContext> = {};
  const note = (where: string, context: RequestContext) => {
    seen[where] = context;
  };
  const whoAmI = defineTool({
    name: 'who_am_i',
    description: 'says for whom',
    capability: 'read',
    input: z.object({}),
    run(_, { context }) {
      note('tool', context);
      return 'you';
    },
  });
  const specialists = [
    defineSpecialist({
      name: 'runs',
      description: 'runs',
      run({ context }) {
        note('run', context);
        return 'ran';
      },
    }),
    defineSpecialist({
      name: 'streams',
      description: 'streams',
      async *stream({ context }) {
        note('stream', context);
        yield 'streamed';
      },
    }),
    defineSpecialist({
      name: 'asks',
      description: 'asks',
      tools: [whoAmI],
      async resources(_, context) {
        note('resources', context);
        return [];
      },
      processInput({ step, context }) {
        note('processInput', context);
        return [{ role: 'user', content: step.description }];
      },
      processOutput(output, { context }) {
        note('processOutput', context);
        return output;
      },
      check(_, { context }) {
        note('check', context);
        return true;
      },
    }),
  ];
  return { seen, note, specialists };
}

const script: readonly ScriptLine[] = [
  {
    purpose: 'think',
    reply: thinking({
      steps: [
        { id: 'a', task: 'run', specialist: 'runs' },
        { id: 'b', task: 'stream', specialist: 'streams' },
        { id: 'c', task: 'ask', specialist: 'asks' },
      ],
    }),
  },
  { purpose: 'work', step: 'c', reply: { toolCalls: [{ name: 'who_am_i', arguments: '{}' }] } },
  { purpose: 'work', step: 'c', reply: 'asked' },
  { purpose: 'reflect', reply: reflection() },
];

describe('what the caller knows about a request', () => {
  it('reaches tools, every function of a specialist, prompts and callbacks, as the schema gives it, and frozen', async () => {
    const { seen, note, specialists } = recordingCast();
    const model = scriptedModel(script);
    const troupe = createOrchestrator({
      model,
      specialists,
      context: schema,
      prompts: {
        think(brief, context) {
          note('prompt', context);
          return defaultPrompts.think(brief);
        },
      },
      callbacks: { onTaskComplete: (_, context) => note('callback', context) },
    });
    const own: Callbacks = {
      onPlanCreated(_, context) {
        note('own callback', context);
        throw new Error('no');
      },
      onCallbackError: (_error, _name, context) => note('error of a callback', context),
    };
    const run = troupe.start(ask('do it'), { context: given, callbacks: own });
    expect(await run.result).toMatchObject({ status: 'completed' });
    const whole = { tenant: 'north', user: { name: 'Ada' }, locale: 'en' };
    expect(seen).toEqual({
      prompt: whole,
      run: whole,
      stream: whole,
      resources: whole,
      processInput: whole,
      processOutput: whole,
      check: whole,
      tool: whole,
      callback: whole,
      'own callback': whole,
      'error of a callback': whole,
    });
    for (const context of Object.values(seen)) {
      expect(Object.isFrozen(context) && Object.isFrozen(context.user)).toBe(true);
    }
    model.assertUsedUp();
    expectReplay(run.log);
  });

  it('is an empty object for a request without one', async () => {
    const { seen, specialists } = recordingCast();
    const troupe = createOrchestrator({ model: scriptedModel(script), specialists });
    await troupe.invoke(ask('do it'));
    expect(seen.tool).toEqual({});
  });

  it('stays as it was given: data is copied, and what is no data is handed on as it is', async () => {
    const { seen, specialists } = recordingCast();
    const connection = new Map([['host', 'db']]);
    const mine = { user: { name: 'Ada' }, list: [{ id: 1 }], connection, now: () => 7 };
    const troupe = createOrchestrator({ model: scriptedModel(script), specialists });
    const run = troupe.start(ask('do it'), { context: mine });
    mine.user.name = 'Eve';
    mine.list.push({ id: 2 });
    await run.result;
    expect(seen.tool).toEqual({ user: { name: 'Ada' }, list: [{ id: 1 }], connection, now: mine.now });
    expect(seen.tool?.connection).toBe(connection);
    expect([Object.isFrozen(connection), Object.isFrozen(mine), Object.isFrozen(mine.user)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('reaches the function of a policy, which decides by who asks', async () => {
    const sends = defineTool({
      name: 'sends',
      description: 'sends',
      capability: 'network',
      input: z.object({}),
      run: () => 'sent',
    });
    const lines: readonly ScriptLine[] = [
      { purpose: 'think', reply: thinking({ steps: [{ id: 'a', task: 'send', specialist: 'sender' }] }) },
      { purpose: 'work', reply: { toolCalls: [{ name: 'sends', arguments: '{"answer_with_this":true}' }] } },
    ];
    const troupe = createOrchestrator({
      model: scriptedModel([...lines, ...lines]),
      specialists: [defineSpecialist({ name: 'sender', description: 'sends', tools: [sends] })],
      policy: { decide: (_, { context }) => (context.isAdmin === true ? 'allow' : 'ask') },
    });
    const [admin, guest] = [{ isAdmin: true }, { isAdmin: false }];
    expect((await troupe.invoke(ask('send'), { context: admin })).message.content).toBe('sent');
    expect((await troupe.invoke(ask('send'), { context: guest })).waitingFor).toMatchObject({ tool: 'sends' });
  });

  it('reaches the code behind a conversation engine', async () => {
    const { seen, specialists } = recordingCast();
    const store = memoryStore();
    const engine = createConversationEngine({
      model: scriptedModel(script),
      specialists,
      store,
      context: schema,
      coordinator: { getContext: async () => ({ rules: [], tools: [], knowledge: [] }) },
    });
    for await (const _ of engine.run('do it', { context: given, sessionId: 'talk', metadata: { ticket: 7 } }));
    expect(seen.tool).toMatchObject(given);
    expect(await store.runs({ session: 'talk' })).toMatchObject([{ session: 'talk', metadata: { ticket: 7 } }]);
  });

  it('is typed by its schema, for callers and for the code that gets it', () => {
    const tool = defineTool({
      name: 'mine',
      description: 'mine',
      capability: 'read',
      input: z.object({}),
      run: (_, { context }: ToolContext<{ tenant: string }>) => context.tenant,
    });
    const specialist = defineSpecialist({ name: 'mine', description: 'mine', tools: [tool] });
    const troupe = createOrchestrator({
      model: scriptedModel([]),
      context: schema,
      logged: ['tenant'],
      specialists: [specialist, worker],
      callbacks: { onTaskComplete: (_, { user }) => expectTypeOf(user.name).toBeString() },
    });
    expectTypeOf(troupe.invoke).parameter(1).extract<object>().toHaveProperty('context');
    type Given = NonNullable<NonNullable<Parameters<typeof troupe.invoke>[1]>['context']>;
    expectTypeOf<Given>().toEqualTypeOf<{ tenant: string; user: { name: string }; locale?: string | undefined }>();
    expectTypeOf<WorkInput['context']>().toEqualTypeOf<RequestContext>();
    const [model, number] = [scriptedModel([]), z.object({ tenant: z.number() })];
    // @ts-expect-error -- the tool wants a tenant that is a text
    createOrchestrator({ model, context: number, specialists: [specialist] });
    // @ts-expect-error -- nobody promises a tenant
    createOrchestrator({ model, specialists: [specialist] });
    // @ts-expect-error -- there is no such field
    expect(() => createOrchestrator({ model, context: schema, logged: ['tenat'], specialists: [worker] })).toThrow(
      'createOrchestrator: logged has "tenat", which is no field of the context: it has tenant, user, locale.',
    );
  });
});

describe('a context that does not fit', () => {
  const troupe = () => createOrchestrator({ model: scriptedModel([]), specialists: [worker], context: schema });

  it('is refused before anything begins, with the field and without its value', async () => {
    const bad = { tenant: 'north', user: { name: 4711 } } as unknown as typeof given;
    const refused =
      'The context of the request does not fit. user: Invalid input: expected string, received number. Give it with the call: { context: { … } }.';
    await expect(troupe().invoke(ask('hi'), { context: bad })).rejects.toMatchObject({
      code: 'bad-request',
      message: refused,
    });
    expect(() => troupe().start(ask('hi'), { context: bad })).toThrow(refused);
    await expect(troupe().stream(ask('hi'), { context: bad }).next()).rejects.toThrow(refused);
    await expect(troupe().invoke(ask('hi'))).rejects.toThrow('tenant: Invalid input: expected string');
  });

  it.each([
    ['a list', ['north']],
    ['a text', 'north'],
    ['null', null],
  ])('is refused when it is %s', (_, context) => {
    const open = createOrchestrator({ model: scriptedModel([]), specialists: [worker] });
    expect(() => open.start(ask('hi'), { context: context as never })).toThrow('The context of a request is an object');
  });

  it('is refused without its value also where the library behind the schema quotes it', () => {
    const quoting = {
      '~standard': {
        version: 1,
        vendor: 'own',
        validate: (value: unknown) => {
          const { tenant } = value as { tenant?: unknown };
          return tenant === 'north'
            ? { value: { tenant: 'north' } }
            : { issues: [{ message: `expected north, not "${tenant}"`, path: [{ key: 'tenant' }] }] };
        },
      },
    } as const;
    const own = createOrchestrator({ model: scriptedModel([]), specialists: [worker], context: quoting });
    expect(() => own.start(ask('hi'), { context: { tenant: 'hush-hush' } })).toThrow(
      /^(?!.*hush).*tenant: does not fit/,
    );
  });

  it('is refused when its schema takes its time, or makes no object of it', () => {
    const slow = createOrchestrator({
      model: scriptedModel([]),
      specialists: [worker],
      context: z.object({}).refine(async () => true),
    });
    expect(() => slow.start(ask('hi'))).toThrow('The schema of the context checks it asynchronously');
    const text = createOrchestrator({
      model: scriptedModel([]),
      specialists: [worker],
      context: z.object({}).transform(() => 'text') as never,
    });
    expect(() => text.start(ask('hi'))).toThrow('The schema of the context gives no object: use an object schema.');
  });

  it('is refused when a field that is logged is not JSON', () => {
    const open = createOrchestrator({ model: scriptedModel([]), specialists: [worker], logged: ['when'] });
    expect(() => open.start(ask('hi'), { context: { when: new Date(0) } })).toThrow(
      'context.when is logged and is not JSON. Give it as JSON, or take it out of "logged".',
    );
  });

  it('ends a bare machine, which nobody can give one', async () => {
    const actor = createActor(troupe().machine, { input: { messages: ask('hi') } });
    actor.start();
    expect((await toPromise(actor)).error?.message).toContain('The context of the request does not fit. tenant');
  });

  it('is refused as a schema when it is none', () => {
    expect(() =>
      createOrchestrator({ model: scriptedModel([]), specialists: [worker], context: { tenant: 'text' } as never }),
    ).toThrow('context is an object: pass an object schema, such as z.object({ tenant: z.string() })');
  });
});

describe('a run that continues', () => {
  const question: ScriptLine = { purpose: 'think', reply: thinking({ question: 'Which?' }) };
  const cast = (lines: readonly ScriptLine[], store?: Store) => {
    const recorded = recordingCast();
    const troupe = createOrchestrator({
      model: scriptedModel(lines),
      specialists: recorded.specialists,
      ...(store ? { store } : {}),
      context: schema,
      logged: ['tenant', 'locale'],
    });
    return { ...recorded, troupe };
  };
  /** A run that waits for an answer, its snapshot and its store. */
  async function waiting() {
    const store = memoryStore();
    const { troupe } = cast([question], store);
    const run = troupe.start(ask('do it'), { context: { ...given, locale: 'fr' } });
    await run.settled();
    const snapshot = run.snapshot();
    run.actor.stop();
    return { store, id: run.id, snapshot };
  }
  const whole = { tenant: 'north', user: { name: 'Bob' }, locale: 'fr' };
  const again = { user: { name: 'Bob' } };

  it('has the marked fields from its log, and gets the others again', async () => {
    const { store, id, snapshot } = await waiting();
    const [first] = await store.read(id);
    expect(first?.data).toMatchObject({ context: { tenant: 'north', locale: 'fr' } });
    const at = (await store.read(id)).length;
    const ways: Record<string, (troupe: ReturnType<typeof cast>['troupe']) => Run | Promise<Run>> = {
      fork: async (troupe) => (await troupe.fork(id, { at, context: again })).run,
      resume: (troupe) => troupe.resume(id, { context: again }),
      restore: (troupe) => troupe.restore(snapshot, { context: again }),
    };
    for (const [way, go] of Object.entries(ways)) {
      const { troupe, seen } = cast(script, way === 'restore' ? undefined : store);
      const run = await go(troupe);
      await run.answer('this one');
      expect((await run.result).status).toBe('completed');
      expect(seen.tool).toEqual(whole);
      expect(of(run.log, 'request.received')[0]?.data.context).toEqual({ tenant: 'north', locale: 'fr' });
      expectReplay(run.log);
    }
  });

  it('is refused without what its log does not have, and can be continued with it afterwards', async () => {
    const { store, id, snapshot } = await waiting();
    const { troupe } = cast(script, store);
    const refused = `The context of the request does not fit. user: Invalid input: expected object, received undefined. Its log has tenant, locale: give the others again with { context: { … } }, as when run ${id} was started.`;
    await expect(troupe.resume(id)).rejects.toMatchObject({ code: 'bad-request', message: refused });
    const at = (await store.read(id)).length;
    await expect(troupe.fork(id, { at, newRunId: 'fork' })).rejects.toThrow(refused);
    expect(() => troupe.restore(snapshot)).toThrow(refused);
    expect((await store.runs()).map(({ run }) => run)).toEqual([id]);
    expect(await store.read(id)).toHaveLength(at);
    const run = await troupe.resume(id, { context: again });
    run.cancel();
    await run.result;
  });

  it('is refused with another value of a field that its log has', async () => {
    const { store, id } = await waiting();
    const { troupe } = cast(script, store);
    await expect(troupe.resume(id, { context: { ...again, tenant: 'south' } })).rejects.toThrow(
      `Run ${id} was asked for with another value of context.tenant, which is in its log. Leave the field out`,
    );
  });
});
