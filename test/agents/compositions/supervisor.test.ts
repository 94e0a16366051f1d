import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { z } from 'zod';
import { type Agent, agent, createAgentRunner, defineAgent, supervisor } from '../../../src/agents/index.ts';
import type { ModelRequest } from '../../../src/models/model.ts';
import { ModelError } from '../../../src/models/model-error.ts';
import { memoryStore } from '../../../src/stores/memory-store.ts';
import { defineTool } from '../../../src/tools/tool.ts';
import { type Asked, modelOf, surviveEveryWrite, toolResults } from '../agent-lives.ts';
import { broken, says, watch } from './watch.ts';

type Call = { readonly name: string; readonly input: object };
const transfer = (to: string, task?: string): Call => ({
  name: 'transfer_to_agent',
  input: { agent: to, ...(task === undefined ? {} : { task }) },
});
const exit = (result?: string): Call => ({
  name: 'exit',
  input: result === undefined ? {} : { final_result: result },
});

/** Hands work on reply by reply: how often it was asked is the number of its own results in what it reads. */
const boss = (name: string, replies: readonly (readonly Call[])[], asked?: Asked) => {
  const asks = (request: ModelRequest) => request.messages.filter(({ role }) => role === 'assistant').length;
  return agent({
    name,
    description: `Decides for ${name} who works next.`,
    model: modelOf((request) => ({ calls: replies[asks(request)] ?? [exit('no more lines')] }), asked),
  });
};

const team = (asked?: Asked) =>
  supervisor({
    name: 'team',
    description: 'Finds things out and writes them down.',
    supervisor: boss(
      'boss',
      [[transfer('search', 'find the price'), transfer('math')], [transfer('writer')], [exit('It costs 5.')]],
      asked,
    ),
    agents: [says('search', 'The price is 5', asked), broken('math'), says('writer', 'A text', asked)],
  });

describe('a supervisor', () => {
  it('hands work to three agents, goes on when one fails, and ends by exit; every event has its run path', async () => {
    const { result, events } = await watch(team());
    expect(events).toEqual([
      'team/boss assistant:  transfer_to_agent transfer_to_agent',
      'team/boss tool: Transferred to search.',
      'team/boss tool: Transferred to math.',
      'team/boss -> team/search',
      'team/boss -> team/math',
      expect.stringMatching(/^team\/(?:math failed: .*the key is wrong.*|search assistant: The price is 5)$/),
      expect.stringMatching(/^team\/(?:math failed: .*the key is wrong.*|search assistant: The price is 5)$/),
      'team/boss assistant:  transfer_to_agent',
      'team/boss tool: Transferred to writer.',
      'team/boss -> team/writer',
      'team/writer assistant: A text',
      'team/boss assistant:  exit',
      'team/boss tool: The work has ended.',
      'team/boss exit',
      'team assistant: It costs 5.',
    ]);
    expect(result).toMatchObject({ status: 'completed', message: { role: 'assistant', content: 'It costs 5.' } });
    expect(result.history.filter(({ failed }) => failed).map(({ agent: name }) => name)).toEqual(['math']);
  });

  it('comes to the same wherever its process dies, and nothing recorded is done again', async () => {
    const result = await surviveEveryWrite({ agent: team, input: 'Go.' });
    expect(result.message?.content).toBe('It costs 5.');
  });

  it('lets its agents read their task and what was said, and the supervisor what they said and why one failed', async () => {
    const read: Record<string, readonly string[]> = {};
    const note =
      (calls: (request: ModelRequest) => { text?: string; calls?: readonly Call[] }) =>
      (request: ModelRequest, name: string) => {
        read[`${name}${request.messages.filter(({ role }) => role === 'assistant').length}`] = request.messages
          .slice(1)
          .map(({ role, content }) => `${role}: ${content}`);
        return calls(request);
      };
    const members = [
      agent({ name: 'a', description: 'Does what a does.', model: modelOf(note(() => ({ text: 'done' }))) }),
      broken('b'),
    ];
    const lead = agent({
      name: 'lead',
      description: 'Decides who works next.',
      model: modelOf(
        note((request) =>
          toolResults(request).length > 0 ? { text: 'over' } : { calls: [transfer('a', 'count to 3'), transfer('b')] },
        ),
      ),
    });
    await watch(supervisor({ name: 't', description: 'Does what it is told.', supervisor: lead, agents: members }));
    expect(read.a0).toEqual(['user: Go.', 'user: Your task, from [lead], and only this: count to 3']);
    expect(read.lead1).toEqual([
      'user: Go.',
      'assistant: ',
      'tool: Transferred to a.',
      'tool: Transferred to b.',
      expect.stringMatching(
        /^user: <conversation>\nFor context: \[a\] said: done\.\nFor context: \[b\] failed: the key is wrong/,
      ),
    ]);
  });

  it('tells the model that hands work to nobody, which then goes on', async () => {
    const lead = agent({
      name: 'lead',
      description: 'Decides who works next.',
      model: modelOf((request) => {
        const results = toolResults(request);
        return results.length === 0 ? { calls: [transfer('nobody')] } : { text: results.join() };
      }),
    });
    const { result, events } = await watch(
      supervisor({ name: 't', description: 'Does what it is told.', supervisor: lead, agents: [says('a', 'x')] }),
    );
    expect(result.message?.content).toBe('Error: There is no agent "nobody". It is one of: a.');
    expect(events.filter((event) => event.includes('->'))).toEqual([]);
  });

  it('hands on what can be handed on of a reply, and tells the model what cannot', async () => {
    const { result, events } = await watch(
      supervisor({
        name: 't',
        description: 'Does what it is told.',
        supervisor: boss('lead', [[transfer('nobody'), transfer('a')], [exit('over')]]),
        agents: [says('a', 'x')],
      }),
    );
    expect(events.filter((event) => event.includes('->'))).toEqual(['t/lead -> t/a']);
    expect(events).toContain('t/lead tool: Error: There is no agent "nobody". It is one of: a.');
    expect(result.message?.content).toBe('over');
  });

  it('ends when it exits and hands on in one reply', async () => {
    const { result, events } = await watch(
      supervisor({
        name: 't',
        description: 'Does what it is told.',
        supervisor: boss('lead', [[transfer('a'), exit('over')]]),
        agents: [says('a', 'x')],
      }),
    );
    expect(result.message?.content).toBe('over');
    expect(events).not.toContain('t/a assistant: x');
  });

  it('lets one agent work twice at once, each time on its own task', async () => {
    const echo = says('a', ({ messages }) => messages.at(-1)?.content ?? '');
    const { events } = await watch(
      supervisor({
        name: 't',
        description: 'Does what it is told.',
        supervisor: boss('lead', [[transfer('a', 'first'), transfer('a', 'second')], [exit('over')]]),
        agents: [echo],
      }),
    );
    expect(events.filter((event) => event.startsWith('t/a ')).sort()).toEqual([
      't/a assistant: Your task, from [lead], and only this: first',
      't/a assistant: Your task, from [lead], and only this: second',
    ]);
  });

  it('tells whoever supervises without a model the same, as an error and in the history', async () => {
    const machine = setup({
      types: { input: {} as { history: readonly { failed?: boolean; message: { content: string } }[] } },
    }).createMachine({
      initial: 'done',
      context: ({ input }) => ({ told: input.history.find(({ failed }) => failed)?.message.content }),
      states: { done: { type: 'final' } },
      output: ({ context }) => context.told ?? '',
    });
    // An agent of the user's own that makes a move, whatever it is offered.
    const inner = defineAgent({ name: 'own', description: 'Hands work to somebody unknown.', machine });
    const moving: Agent = { ...inner, machine: movesOnce(inner) };
    const { result, events } = await watch(
      supervisor({ name: 't', description: 'Does what it is told.', supervisor: moving, agents: [says('a', 'x')] }),
    );
    expect(events).toContain('t/own failed: "t" has no agent "ghost". Its agents are: a.');
    expect(result.message?.content).toBe('"t" has no agent "ghost". Its agents are: a.');
  });

  it('takes words without a move for the answer', async () => {
    const { result } = await watch(
      supervisor({
        name: 't',
        description: 'Does what it is told.',
        supervisor: says('lead', 'I know that myself.'),
        agents: [says('a', 'x')],
      }),
    );
    expect(result).toMatchObject({ status: 'completed', message: { content: 'I know that myself.' } });
  });

  it('fails with the name of the supervisor when that fails', async () => {
    const { result } = await watch(
      supervisor({
        name: 't',
        description: 'Does what it is told.',
        supervisor: broken('lead'),
        agents: [says('a', 'x')],
      }),
    );
    expect(result).toMatchObject({ status: 'failed', error: { code: 'auth' } });
    expect(result.error?.message).toContain('[lead] failed: the key is wrong');
  });

  it('is asked for its answer when the rounds are spent, and cannot hand on any more', async () => {
    const offered: (readonly string[])[] = [];
    const lead = agent({
      name: 'lead',
      description: 'Always wants more.',
      model: modelOf(({ tools = [] }) => {
        const names = tools.map(({ name }) => name);
        offered.push(names);
        return names.includes('transfer_to_agent') ? { calls: [transfer('a')] } : { text: 'That is all.' };
      }),
    });
    const { result, events } = await watch(
      supervisor({
        name: 't',
        description: 'Does what it is told.',
        supervisor: lead,
        agents: [says('a', 'x')],
        max: 2,
      }),
    );
    expect(offered.map((names) => names.length)).toEqual([2, 2, 2, 1]);
    expect(result).toMatchObject({
      status: 'completed',
      message: { content: 'That is all.' },
      limit: { name: 'rounds', max: 2 },
    });
    expect(events).toContain('t limit');
    expect(events.filter((event) => event === 't/a assistant: x')).toHaveLength(2);
  });

  it('ends with what its agents said when the run may use no more', async () => {
    const t = supervisor({
      name: 't',
      description: 'Does what it is told.',
      supervisor: boss('lead', [[transfer('a')]]),
      agents: [says('a', 'found it')],
    });
    const runner = createAgentRunner({ agents: [t], limits: { modelCalls: 2 } });
    const result = await runner.invoke(t, 'Go.');
    expect(result).toMatchObject({
      status: 'completed',
      message: { content: 'found it' },
      limit: { name: 'modelCalls', max: 2 },
    });
  });

  it('lets its agents hand work to each other when transfers are free', async () => {
    const first = agent({
      name: 'first',
      description: 'Begins the work.',
      model: modelOf(() => ({ text: 'half of it', calls: [transfer('second', 'the other half')] })),
    });
    const { result, events } = await watch(
      supervisor({
        name: 't',
        description: 'Does what it is told.',
        supervisor: boss('lead', [[transfer('first')], [exit()]]),
        agents: [first, says('second', ({ messages }) => messages.at(-1)?.content ?? '')],
        transfers: 'free',
      }),
    );
    expect(events.filter((event) => event.includes('->'))).toEqual(['t/lead -> t/first', 't/first -> t/second']);
    expect(result.message?.content).toBe('Your task, from [first], and only this: the other half');
  });
});

/** A chart that ends with a transfer to nobody the first time, and then as the agent does. */
function movesOnce({ machine }: Agent): Agent['machine'] {
  return setup({
    types: {
      input: {} as { history: readonly unknown[] },
      context: {} as { history: readonly unknown[] },
    },
    actors: { inner: machine },
  }).createMachine({
    context: ({ input }) => input,
    initial: 'choosing',
    states: {
      choosing: {
        always: [{ guard: ({ context }) => context.history.length === 0, target: 'moving' }, 'asking'],
      },
      asking: {
        // Any machine may stand there, so its input is not typed.
        invoke: { src: 'inner', input: (({ context }: { context: object }) => context) as never, onDone: 'asked' },
      },
      asked: { type: 'final', output: ({ event }) => (event as { output?: unknown }).output },
      moving: {
        type: 'final',
        output: {
          status: 'completed',
          history: [],
          moves: [{ name: 'transfer_to_agent', arguments: { agent: 'ghost' } }],
        },
      },
    },
    output: ({ event }) => event.output,
  });
}

const deep = (asked?: Asked, tool = reader(asked)) =>
  supervisor({
    name: 'top',
    description: 'Leads two levels of teams.',
    supervisor: boss('chief', [[transfer('middle')], [exit('the end')]], asked),
    agents: [
      says('aside', 'never asked', asked),
      supervisor({
        name: 'middle',
        description: 'Leads one level of teams.',
        supervisor: boss('lead', [[transfer('bottom'), transfer('poor')], [exit('middle is done')]], asked),
        agents: [
          broken('poor'),
          supervisor({
            name: 'bottom',
            description: 'Does the work itself.',
            supervisor: boss('head', [[transfer('hand')], [exit('bottom is done')]], asked),
            agents: [
              agent({
                name: 'hand',
                description: 'Uses the tool.',
                tools: [tool],
                model: modelOf((request) => {
                  const [found] = toolResults(request);
                  return found === undefined ? { calls: [{ name: tool.name, input: {} }] } : { text: found };
                }, asked),
              }),
            ],
          }),
        ],
      }),
    ],
  });

function reader(asked: Asked = () => {}, capability: 'read' | 'write' = 'read') {
  return defineTool({
    name: 'look',
    description: 'Looks something up.',
    capability,
    input: z.object({}),
    run: (_, { key }) => {
      asked(key);
      return 'seen';
    },
  });
}

describe('supervisors three levels deep', () => {
  it('have the whole run path on every event', async () => {
    const { result, events } = await watch(deep());
    const paths = new Set(events.map((event) => event.split(' ')[0]));
    expect([...paths].sort()).toEqual([
      'top',
      'top/chief',
      'top/middle',
      'top/middle/bottom',
      'top/middle/bottom/hand',
      'top/middle/bottom/head',
      'top/middle/lead',
      'top/middle/poor',
    ]);
    expect(events.filter((event) => event.includes('->'))).toEqual([
      'top/chief -> top/middle',
      'top/middle/lead -> top/middle/bottom',
      'top/middle/lead -> top/middle/poor',
      'top/middle/bottom/head -> top/middle/bottom/hand',
    ]);
    expect(result.message?.content).toBe('the end');
  });

  it('come to the same wherever their process dies', async () => {
    const result = await surviveEveryWrite({ agent: (asked) => deep(asked), input: 'Go.' });
    expect(result.message?.content).toBe('the end');
  }, 120_000);

  it('wait for a person who is asked at the bottom, and the answer reaches the one who asked, in another process', async () => {
    const uses: string[] = [];
    const make = () =>
      deep(
        undefined,
        reader((key) => uses.push(key), 'write'),
      );
    const store = memoryStore();
    const before = make();
    const waiting = await createAgentRunner({ agents: [before], store }).invoke(before, 'Go.', { id: 'r' });
    expect(waiting).toMatchObject({
      status: 'waiting',
      waiting: [{ kind: 'approval', tool: 'look', runPath: ['top', 'middle', 'bottom', 'hand'] }],
    });
    expect(uses).toEqual([]);
    const after = make();
    const runner = createAgentRunner({ agents: [after], store });
    const run = await runner.resume('r');
    await run.approve(run.waiting[0]?.id ?? '');
    expect(await run.result).toMatchObject({ status: 'completed', message: { content: 'the end' } });
    expect(uses).toHaveLength(1);
    expect(await runner.replay('r')).toMatchObject({ equal: true });
  });

  it('stop all that is under way when the run is cancelled', async () => {
    const aborted: string[] = [];
    const begun = Promise.withResolvers<void>();
    const slow = (name: string, last: boolean) =>
      agent({
        name,
        description: `Takes its time for ${name}.`,
        model: {
          name: 'slow',
          call: ({ signal }) =>
            new Promise((_, reject) => {
              signal.addEventListener('abort', () => {
                aborted.push(name);
                reject(new ModelError('aborted', 'The call was aborted.'));
              });
              if (last) begun.resolve();
            }),
        },
      });
    const top = supervisor({
      name: 'top',
      description: 'Has two that work side by side.',
      supervisor: boss('chief', [[transfer('left'), transfer('right')]]),
      agents: [slow('left', false), slow('right', true)],
    });
    const runner = createAgentRunner({ agents: [top] });
    const run = runner.run(top, 'Go.');
    await begun.promise;
    await run.cancel('enough');
    expect(await run.result).toMatchObject({ status: 'cancelled' });
    expect(aborted).toEqual(['left', 'right']);
  });
});
