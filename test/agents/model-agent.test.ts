import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { z } from 'zod';
import {
  type Agent,
  agent,
  asTool,
  createAgentRunner,
  defineAgent,
  graph,
  parallel,
  sequence,
  sessionValue,
} from '../../src/agents/index.ts';
import type { Model } from '../../src/models/model.ts';
import { ModelError } from '../../src/models/model-error.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { type Reply, scriptedModel } from '../../src/testing/scripted-model.ts';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { modelOf, surviveEveryWrite, toolResults } from './agent-lives.ts';

const script = (...replies: readonly Reply[]) => scriptedModel(replies.map((reply) => ({ purpose: 'agent', reply })));
const calling = (name: string, input: object): Reply => ({ toolCalls: [{ name, arguments: JSON.stringify(input) }] });
const lookUp = defineTool({
  name: 'look_up',
  description: 'Looks something up.',
  capability: 'read',
  input: z.object({ what: z.string() }),
  run: ({ what }) => `about ${what}`,
});
const about = { name: 'helper', description: 'Looks things up for people.' };

describe('an agent with an output schema', () => {
  const outputSchema = z.object({ city: z.string(), people: z.int() });

  it('gives its answer as data, after it has used its tools', async () => {
    const model = script(
      calling('look_up', { what: 'Porto' }),
      calling('final_answer', { city: 'Porto', people: 231_800 }),
    );
    const bot = agent({ ...about, model, tools: [lookUp], outputSchema });
    const { status, output, message } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'How large is Porto?');
    expect({ status, people: output?.people }).toEqual({ status: 'completed', people: 231_800 });
    expect(message?.content).toBe('{"city":"Porto","people":231800}');
    expect(model.calls[0]?.tools?.map(({ name }) => name)).toEqual(['look_up', 'final_answer']);
    model.assertUsedUp();
  });

  it('is told once what does not fit', async () => {
    const model = script(
      calling('final_answer', { city: 'Porto', people: 'many' }),
      calling('final_answer', { city: 'Porto', people: 1 }),
    );
    const bot = agent({ ...about, model, outputSchema });
    const { output } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'How large is Porto?');
    expect(output).toEqual({ city: 'Porto', people: 1 });
    const [given, problem] = model.calls[1]?.messages.slice(-2) ?? [];
    expect(given?.toolCalls?.[0]).toMatchObject({
      name: 'final_answer',
      arguments: '{"city":"Porto","people":"many"}',
    });
    expect(problem).toMatchObject({ role: 'tool', toolCallId: given?.toolCalls?.[0]?.id });
    expect(problem?.content).toContain('expected number, received string');
    expect(model.calls[1]?.tools?.[0]?.parameters).toMatchObject({ properties: { people: { type: 'integer' } } });
    expect(JSON.stringify(model.calls[1]?.tools)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it('that writes nothing is told so, and no empty message is sent', async () => {
    const model = script('', calling('final_answer', { city: 'Porto', people: 1 }));
    const bot = agent({ ...about, model, outputSchema });
    const { status, history } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'How large is Porto?');
    expect(status).toBe('completed');
    expect(model.calls[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
    expect(history).toHaveLength(1);
  });

  it('shows its model the words beside an answer that does not fit, once', async () => {
    const good = calling('final_answer', { city: 'Porto', people: 1 });
    const both = { ...(calling('final_answer', { city: 'Porto' }) as object), text: 'Here it is.' } as Reply; // with words
    for (const wrong of [both, 'Here it is.']) {
      const model = script(wrong, good);
      const bot = agent({ ...about, model, outputSchema });
      const { history } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'How large is Porto?');
      const said = model.calls[1]?.messages.filter(({ role }) => role === 'assistant') ?? [];
      expect(said.map(({ content, toolCalls = [] }) => [content, toolCalls.length])).toEqual([
        ['Here it is.', wrong === both ? 1 : 0],
      ]);
      expect(history.map(({ message }) => message.content)).toEqual(['Here it is.', '{"city":"Porto","people":1}']);
    }
  });

  it('takes a schema of any library that writes JSON Schema, and what is no object', async () => {
    const place = type({ city: 'string' });
    const bot = agent({ ...about, model: script(calling('final_answer', { city: 'Porto' })), outputSchema: place });
    const { output } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'Where?');
    expect(output?.city.length).toBe(5);
    const counter = agent({ ...about, model: script(calling('final_answer', { answer: 7 })), outputSchema: z.int() });
    expect((await createAgentRunner({ agents: [counter] }).invoke(counter, 'How many?')).output).toBe(7);
    const outputSchema = v.object({ city: v.string() });
    expect(() => agent({ ...about, model: script(), outputSchema })).toThrow(
      'outputSchema of the agent "helper" cannot be used: valibot has no conversion to JSON Schema of its own.',
    );
  });

  it('fails with the reason when it does not fit twice', async () => {
    const wrong = calling('final_answer', { city: 'Porto' });
    const bot = agent({ ...about, model: script(wrong, wrong), outputSchema });
    const { status, error } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'How large is Porto?');
    expect({ status, code: error?.code }).toEqual({ status: 'failed', code: 'bad-output' });
    expect(error?.message).toContain('people');
  });
});

describe('the input of an agent', () => {
  const waits = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

  it.each(['instructions', 'genInput'] as const)('has to be made in time: %s', async (what) => {
    const clock = simulatedClock();
    const signals: AbortSignal[] = [];
    const hangs = ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<never>(() => {});
    };
    const bot = agent({ ...about, model: script(), toolMs: 500, [what]: hangs });
    const run = createAgentRunner({ agents: [bot], clock }).run(bot, 'Hello.');
    const { error } = await clock.run(run.result);
    expect(error).toEqual({ code: 'timeout', message: 'Its input took longer than 500 ms to make.' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('is not waited for any more when the run is cancelled', async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const instructions = ({ signal }: { signal: AbortSignal }) => {
      begun.resolve(signal);
      return waits(signal);
    };
    const bot = agent({ ...about, model: script(), instructions });
    const run = createAgentRunner({ agents: [bot] }).run(bot, 'Hello.');
    const signal = await begun.promise;
    await run.cancel();
    expect((await run.result).status).toBe('cancelled');
    expect(signal.aborted).toBe(true);
  });
});

describe('a model that fails', () => {
  it('is asked again after a while', async () => {
    const clock = simulatedClock();
    const bot = agent({
      ...about,
      model: script(new ModelError('server', 'down'), new ModelError('server', 'down'), 'here'),
    });
    const store = memoryStore();
    const runner = createAgentRunner({ agents: [bot], clock, store });
    const run = runner.run(bot, 'Hello.', { id: 'r' });
    const { message, usage } = await clock.run(run.result);
    expect(message?.content).toBe('here');
    expect(usage.modelCalls).toBe(3);
    expect(clock.now()).toBeGreaterThan(Date.UTC(2026, 0));
    expect(await runner.replay('r')).toMatchObject({ equal: true });
  });

  it('hands over to the next one, and the log has the reason', async () => {
    const first = { ...script(new ModelError('auth', 'The key is not valid.')), name: 'first' };
    const second = { ...script('here'), name: 'second' };
    const bot = agent({ ...about, model: [first, second] });
    const run = createAgentRunner({ agents: [bot] }).run(bot, 'Hello.');
    const actions = [];
    for await (const { action } of run) if (action) actions.push(action);
    expect(actions).toEqual([{ type: 'failover', from: 'first', to: 'second', reason: 'The key is not valid.' }]);
    expect((await run.result).message?.content).toBe('here');
  });

  it('counts a call that took too long', async () => {
    const clock = simulatedClock();
    const bot = agent({
      ...about,
      callMs: 100,
      attempts: 2,
      model: { name: 'silent', call: () => new Promise(() => {}) },
    });
    const run = createAgentRunner({ agents: [bot], clock }).run(bot, 'Hello.');
    const { status, usage } = await clock.run(run.result);
    expect({ status, calls: usage.modelCalls }).toEqual({ status: 'failed', calls: 2 });
  });

  it('fails the agent, with its reason, when nobody is left', async () => {
    const bot = agent({ ...about, model: script(new ModelError('auth', 'The key is not valid.')) });
    const { status, error } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'Hello.');
    expect({ status, error }).toEqual({ status: 'failed', error: { code: 'auth', message: 'The key is not valid.' } });
  });
});

describe('a limit', () => {
  it('ends an agent with what it has, and no call is made beyond it', async () => {
    const model = modelOf(() => ({ text: 'I go on.', calls: [{ name: 'look_up', input: { what: 'more' } }] }));
    const bot = agent({ ...about, model, tools: [lookUp] });
    const runner = createAgentRunner({ agents: [bot], limits: { modelCalls: 3 } });
    const { status, message, limit, usage } = await runner.invoke(bot, 'Hello.');
    expect({ status, limit, calls: usage.modelCalls }).toEqual({
      status: 'completed',
      limit: { name: 'modelCalls', max: 3 },
      calls: 3,
    });
    expect(message?.content).toBe('I go on.\n\n[The limit of 3 calls of a model ended the work here.]');
  });

  it('of money is not ignored when a model has no price: it is not asked', async () => {
    const bot = agent({
      ...about,
      model: [
        { ...script('dear'), name: 'dear' },
        { ...script('cheap'), name: 'cheap' },
      ],
    });
    const limits = { costUsd: 1 };
    const priced = createAgentRunner({ agents: [bot], limits, prices: { cheap: { inputUsd: 1, outputUsd: 1 } } });
    expect((await priced.invoke(bot, 'Hello.')).message?.content).toBe('cheap');
    const { error, usage } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'Hello.', { limits });
    expect(error).toEqual({
      code: 'bad-config',
      message: 'The model "cheap" has no price, so a limit of 1 US dollars cannot be kept. Give it in prices.',
    });
    expect(usage.modelCalls).toBe(0);
  });

  it('that cannot be one is refused, with what to do', () => {
    const bot = agent({ ...about, model: script() });
    const runner = createAgentRunner({ agents: [bot] });
    expect(() => runner.run(bot, 'Hello.', { limits: { modelCalls: 0 } })).toThrow('limits: modelCalls is 0');
    expect(() => runner.run(bot, 'Hello.', { limits: { rounds: 3 } as never })).toThrow(
      'limits: "rounds" is not a setting: allowed are modelCalls, tokens, costUsd, wallMs',
    );
    expect(() => createAgentRunner({ agents: [bot], limits: { wallMs: -1 } })).toThrow('limits: wallMs is -1');
  });

  it('of turns is the last call, in which no tool is offered', async () => {
    const bot = agent({
      ...about,
      turns: 3,
      tools: [lookUp],
      model: modelOf(({ toolChoice }) =>
        toolChoice === 'none' ? { text: 'That is all.' } : { calls: [{ name: 'look_up', input: { what: 'more' } }] },
      ),
    });
    const { message, usage } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'Hello.');
    expect({ text: message?.content, calls: usage.modelCalls }).toEqual({ text: 'That is all.', calls: 3 });
  });

  /** Says something and uses a tool, then is never heard of again. */
  const stuck = (name: string, said: string) => {
    const begins = modelOf(() => ({ text: said, calls: [{ name: 'look_up', input: { what: 'more' } }] }));
    const call: Model['call'] = (request) =>
      request.messages.at(-1)?.role === 'tool' ? new Promise(() => {}) : begins.call(request);
    return agent({ name, description: 'Never comes to its end.', model: { name: 'stuck', call }, tools: [lookUp] });
  };
  const says = (name: string, text: string) =>
    agent({ name, description: 'Says one thing and no more.', model: script(text) });
  const team = { name: 'team', description: 'Works on a text together.' };
  const over = '[The limit of 1000 milliseconds ended the work here.]';

  it.each<[string, () => Agent, string, number]>([
    ['one that has said something', () => stuck('a', 'I look.'), 'I look.', 3],
    [
      'a sequence',
      () => sequence({ ...team, agents: [says('a', 'It rains.'), stuck('b', 'I look.')] }),
      'It rains.',
      4,
    ],
    [
      'agents side by side',
      () => parallel({ ...team, agents: [stuck('b', 'I look.'), says('a', 'It rains.')] }),
      'It rains.',
      4,
    ],
    [
      'one that is called as a tool',
      () => {
        const model = script(calling('a', { task: 'Look.' }));
        return agent({ ...about, model, tools: [asTool(stuck('a', 'I look.'))] });
      },
      'I look.',
      4,
    ],
    [
      'a graph',
      () =>
        graph({ ...team })
          .agent('one', says('a', 'It rains.'))
          .agent('two', stuck('b', ''))
          .edge('start', 'one')
          .edge('one', 'two')
          .edge('two', 'end')
          .build(),
      'It rains.',
      4,
    ],
  ])('of time ends a run with what was said so far: %s', async (_, make, words, said) => {
    const clock = simulatedClock();
    const bot = make();
    const runner = createAgentRunner({ agents: [bot], clock, store: memoryStore(), limits: { wallMs: 1000 } });
    const run = runner.run(bot, 'Hello.', { id: 'r' });
    const { message, limit, history } = await clock.run(run.result);
    expect(message?.content).toBe(`${words}\n\n${over}`);
    expect(limit).toEqual({ name: 'wallMs', max: 1000 });
    expect(history).toHaveLength(said);
    const told = [];
    for await (const { output } of run) if (output && 'message' in output) told.push(output.message.content);
    expect(told.at(-1)).toBe(message?.content);
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('of time ends a run whose agent is still at work', async () => {
    const clock = simulatedClock();
    const bot = agent({ ...about, model: { name: 'silent', call: () => new Promise(() => {}) } });
    const run = createAgentRunner({ agents: [bot], clock, limits: { wallMs: 1000 } }).run(bot, 'Hello.');
    const { limit, status } = await clock.run(run.result);
    expect({ status, limit }).toEqual({ status: 'completed', limit: { name: 'wallMs', max: 1000 } });
  });
});

describe('a session', () => {
  const user = sessionValue('user', z.string());
  const tools = [
    defineTool({
      name: 'remember',
      description: 'Remembers a name.',
      capability: 'read',
      input: z.object({ name: z.string() }),
      run: ({ name }, { session }) => {
        user.set(session, name);
        return 'remembered';
      },
    }),
    defineTool({
      name: 'greet',
      description: 'Greets the user.',
      capability: 'read',
      input: z.object({}),
      run: (_, { session }) => `Hello, ${user.get(session)}!`,
    }),
  ];

  it('carries what one tool sets to another one, wherever the process dies', async () => {
    const result = await surviveEveryWrite({
      agent: (asked) =>
        agent({
          ...about,
          tools,
          model: modelOf((request) => {
            const results = toolResults(request);
            if (results.length === 0) return { calls: [{ name: 'remember', input: { name: 'Ada' } }] };
            if (results.length === 1) return { calls: [{ name: 'greet', input: {} }] };
            return { text: results.at(-1) ?? '' };
          }, asked),
        }),
      input: 'I am Ada.',
    });
    expect(result.message?.content).toBe('Hello, Ada!');
  });

  it('begins with the values of the call', async () => {
    const bot = agent({ ...about, tools, model: script(calling('greet', {}), 'done') });
    const { history } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'Hello.', { values: { user: 'Ben' } });
    expect(history.map(({ message }) => message.content)).toEqual(['', 'Hello, Ben!', 'done']);
  });
});

describe('the context of a request', () => {
  const whose = defineTool({
    name: 'whose',
    description: 'Whose request it is.',
    capability: 'read',
    input: z.object({}),
    run: (_, { context }) => JSON.stringify(context),
  });
  const bot = () => agent({ ...about, tools: [whose], model: script(calling('whose', {}), 'done') });

  it('reaches tools and instructions, and is not in the log but for the fields that may be', async () => {
    const store = memoryStore();
    const model = script(calling('whose', {}), 'done');
    const one = agent({
      ...about,
      model,
      tools: [{ ...whose, run: async (_input, { context }) => ({ text: Object.keys(context).join() }) }],
      instructions: ({ context }) => `You work for ${context.tenant}.`,
    });
    const runner = createAgentRunner({ agents: [one], store, logged: ['tenant'] });
    const { runId, history } = await runner.invoke(one, 'Hello.', { context: { tenant: 'acme', token: 's3cret' } });
    expect(history[1]?.message.content).toBe('tenant,token');
    expect(model.calls[0]?.messages[0]?.content).toContain('You work for acme.');
    const log = JSON.stringify(await store.read(runId));
    expect(log).not.toContain('s3cret');
    expect(log).toContain('acme');
  });

  it('is that of the caller whose run it is, when two continue it at once', async () => {
    const store = memoryStore();
    const ask = defineTool({
      ...whose,
      name: 'ask',
      capability: 'write',
      run: async (_, { context }) => JSON.stringify(context),
    });
    const one = agent({ ...about, tools: [ask], model: script(calling('ask', {}), 'done') });
    const { runId } = await createAgentRunner({ agents: [one], store }).invoke(one, 'Hello.', {
      context: { user: 'A' },
    });
    const runner = createAgentRunner({ agents: [one], store });
    const [first, second] = await Promise.allSettled(
      ['A', 'B'].map((user) => runner.resume(runId, { context: { user } })),
    );
    expect(second?.status).toBe('rejected');
    if (first?.status !== 'fulfilled') throw new Error('The first one has the run.');
    const run = first.value;
    await run.approve(run.waiting[0]?.id ?? '');
    expect((await run.result).history[1]?.message.content).toBe('{"user":"A"}');
  });

  it('is each run its own', async () => {
    const agents = [bot(), bot()] as const;
    const [one, other] = await Promise.all(
      agents.map((each, index) =>
        createAgentRunner({ agents: [each] }).invoke(each, 'Hello.', { context: { tenant: index } }),
      ),
    );
    expect([one, other].map((result) => result?.history[1]?.message.content)).toEqual(['{"tenant":0}', '{"tenant":1}']);
  });
});

describe('an agent as a tool', () => {
  it('begins with nothing but its task, and its answer is the result', async () => {
    const inner = script('42');
    const thinker = agent({ name: 'thinker', description: 'Thinks hard about questions.', model: inner });
    const bot = agent({
      ...about,
      tools: [asTool(thinker)],
      model: script(calling('thinker', { task: 'What is six times seven?' }), 'It is 42.'),
    });
    const run = createAgentRunner({ agents: [bot] }).run(bot, 'Ask the thinker.');
    const paths = [];
    for await (const { runPath, output } of run) if (output && 'message' in output) paths.push(runPath.join('/'));
    expect(paths).toEqual(['helper', 'helper/thinker', 'helper', 'helper']);
    expect(inner.calls[0]?.messages.at(-1)).toEqual({ role: 'user', content: 'What is six times seven?' });
    expect((await run.result).message?.content).toBe('It is 42.');
  });

  it('may have the name of a slot', async () => {
    const inner = agent({ name: 'useTool', description: 'Thinks hard about questions.', model: script('42') });
    const model = script(calling('look_up', { what: 'Porto' }), calling('useTool', { task: 'Think.' }), 'done');
    const bot = agent({ ...about, tools: [lookUp, asTool(inner)], model });
    const { history } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'Ask.');
    expect(history.map(({ message }) => message.content)).toEqual(['', 'about Porto', '', '42', 'done']);
  });

  it('that fails is a result that the model reads', async () => {
    const thinker = agent({
      name: 'thinker',
      description: 'Thinks hard about questions.',
      model: script(new ModelError('auth', 'No key.')),
    });
    const bot = agent({
      ...about,
      tools: [asTool(thinker)],
      model: script(calling('thinker', { task: 'Think.' }), 'It cannot.'),
    });
    const { history, message } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'Ask the thinker.');
    expect(history[1]?.message.content).toBe('Error: No key.');
    expect(message?.content).toBe('It cannot.');
  });
});

it('a cancel aborts the call that is under way', async () => {
  const reason = Promise.withResolvers<unknown>();
  const bot = agent({
    ...about,
    model: {
      name: 'slow',
      call: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reason.resolve(signal.aborted);
            reject(new ModelError('aborted', 'stopped'));
          });
        }),
    },
  });
  const controller = new AbortController();
  const run = createAgentRunner({ agents: [bot] }).run(bot, 'Hello.', { signal: controller.signal });
  while (!run.log.some((entry) => entry.type === 'effect.started' && entry.data.source === 'callModel')) await null;
  controller.abort('enough');
  expect((await run.result).status).toBe('cancelled');
  expect(await reason.promise).toBe(true);
});

it('any machine can be an agent', async () => {
  const machine = setup({
    types: { input: {} as { messages: readonly { content: string }[] }, output: {} as string },
  }).createMachine({
    context: ({ input }) => ({ said: input.messages[0]?.content ?? '' }),
    initial: 'done',
    states: { done: { type: 'final' } },
    output: ({ context }) => `You said: ${(context as { said: string }).said}`,
  });
  const echo = defineAgent({ name: 'echo', description: 'Repeats what the user said.', machine });
  const { message } = await createAgentRunner({ agents: [echo] }).invoke(echo, 'Hello.');
  expect(message?.content).toBe('You said: Hello.');
});

it('a machine or a function that comes to nothing has no answer', async () => {
  const machine = setup({}).createMachine({ initial: 'done', states: { done: { type: 'final' } } });
  const given = { name: 'mute', description: 'Says nothing at all.' };
  for (const mute of [defineAgent({ ...given, machine }), defineAgent({ ...given, run: () => undefined as never })]) {
    const { status, error } = await createAgentRunner({ agents: [mute] }).invoke(mute, 'Hello.');
    expect({ status, error }).toEqual({
      status: 'failed',
      error: {
        code: 'usage',
        message: 'The agent "mute" came to nothing. Give a text, a message, or { message, output }.',
      },
    });
  }
});

describe('a definition', () => {
  const model = script();
  it.each([
    [
      'a name that cannot be one',
      () => agent({ name: 'no spaces', description: 'Does this and that.', model }),
      'The agent name "no spaces" is not allowed',
    ],
    ['no description', () => agent({ name: 'a', description: ' ', model }), 'needs a description'],
    ['no model', () => agent({ ...about, model: [] }), 'needs a model'],
    ['two tools of one name', () => agent({ ...about, model, tools: [lookUp, lookUp] }), 'two tools named "look_up"'],
    [
      'itself as a tool',
      () => agent({ ...about, model, tools: [asTool(agent({ ...about, model }))] }),
      'The agent "helper" is a part of itself: helper > helper.',
    ],
  ])('with %s is refused', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
