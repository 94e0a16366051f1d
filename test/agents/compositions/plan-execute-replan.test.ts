import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  agent,
  createAgentRunner,
  planExecuteReplan,
  planSchema,
  sequence,
  sessionValue,
} from '../../../src/agents/index.ts';
import type { ModelRequest } from '../../../src/models/model.ts';
import { scriptedModel } from '../../../src/testing/scripted-model.ts';
import { defineTool } from '../../../src/tools/tool.ts';
import { type Asked, modelOf, surviveEveryWrite, toolResults } from '../agent-lives.ts';
import { broken, says, watch } from './watch.ts';

const description = 'Plans trips and books them.';
const call = (name: string, input: object) => ({ toolCalls: [{ name, arguments: JSON.stringify(input) }] });
const read = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? '';

describe('plan, execute, replan', () => {
  it('carries out a plan of two steps, changes it once, and answers', async () => {
    const seen: string[] = [];
    const model = scriptedModel([
      { purpose: 'agent', agent: 'planner', reply: call('final_answer', { steps: ['find flights', 'find hotels'] }) },
      {
        purpose: 'agent',
        agent: 'executor',
        reply: (request) => {
          seen.push(read(request));
          return 'no flights, but trains';
        },
      },
      { purpose: 'agent', agent: 'replanner', reply: call('plan', { steps: ['book a train'] }) },
      {
        purpose: 'agent',
        agent: 'executor',
        reply: (request) => {
          seen.push(read(request));
          return 'booked';
        },
      },
      {
        purpose: 'agent',
        agent: 'replanner',
        reply: (request) => {
          seen.push(read(request));
          return call('respond', { response: 'You go by train.' });
        },
      },
    ]);
    const { result, events } = await watch(planExecuteReplan({ name: 'trip', description, model }), 'Go to Porto.');
    model.assertUsedUp();
    expect(result).toMatchObject({ status: 'completed', message: { content: 'You go by train.' } });
    expect(seen).toEqual([
      'The request:\nGo to Porto.\n\nLater steps, which are not for you now:\n1. find hotels\n\nYour step:\nfind flights',
      'The request:\nGo to Porto.\n\nDone so far:\nStep: find flights\n<result>\nno flights, but trains\n</result>\n\nYour step:\nbook a train',
      'The request:\nGo to Porto.\n\nDone so far:\nStep: find flights\n<result>\nno flights, but trains\n</result>\nStep: book a train\n<result>\nbooked\n</result>\n\nLeft of the plan:\nNothing.',
    ]);
    expect([...new Set(events.map((event) => event.split(' ')[0]))]).toEqual([
      'trip/planner',
      'trip/executor',
      'trip/replanner',
      'trip',
    ]);
    expect(events.at(-1)).toBe('trip assistant: You go by train.');
  });

  const planner = says('p', '{"steps":["one","two"]}');
  const shaped = (asked?: Asked) =>
    agent({
      name: 'planner',
      description: 'Plans two steps.',
      model: modelOf(() => ({ calls: [{ name: 'final_answer', input: { steps: ['one', 'two'] } }] }), asked),
      outputSchema: planSchema,
    });
  /** Goes on as long as it may. */
  const restless = (name = 'replanner', asked?: Asked) =>
    agent({
      name,
      description: 'Always plans more.',
      model: modelOf(
        ({ tools = [] }) =>
          tools.some((tool) => tool.name === 'plan')
            ? { calls: [{ name: 'plan', input: { steps: ['one more'] } }] }
            : { calls: [{ name: 'respond', input: { response: 'as far as it went' } }] },
        asked,
      ),
    });

  it('asks for the answer at its maximum, and says that it was reached', async () => {
    const { result, events } = await watch(
      planExecuteReplan({
        name: 'trip',
        description,
        planner: shaped(),
        executor: says('executor', 'done'),
        replanner: restless(),
        max: 3,
      }),
    );
    expect(events.filter((event) => event === 'trip/executor assistant: done')).toHaveLength(3);
    expect(events).toContain('trip limit');
    expect(result).toMatchObject({
      status: 'completed',
      message: { content: 'as far as it went' },
      limit: { name: 'rounds', max: 3 },
    });
  });

  it('tells whoever plans which tools there are', async () => {
    const flights = defineTool({
      name: 'flights',
      description: 'Lists the flights of a day. Times are local.',
      capability: 'read',
      input: z.object({}),
      run: () => '',
    });
    const model = scriptedModel([
      { purpose: 'agent', agent: 'planner', reply: call('final_answer', { steps: ['go'] }) },
      { purpose: 'agent', agent: 'executor', reply: 'gone' },
      { purpose: 'agent', agent: 'replanner', reply: 'There.' },
    ]);
    await watch(planExecuteReplan({ name: 'trip', description, model, tools: [flights] }));
    const told = model.calls.map(({ messages }) =>
      messages[0]?.content.includes('- flights: Lists the flights of a day.'),
    );
    expect(told).toEqual([true, false, true]);
  });

  it('lets tools of the executor read the plan and what was done from the session', async () => {
    const plan = sessionValue('plan', z.array(z.string()));
    const executed = sessionValue('executedSteps', z.array(z.object({ step: z.string(), result: z.string() })));
    const peek = defineTool({
      name: 'peek',
      description: 'Looks at the plan.',
      capability: 'read',
      input: z.object({}),
      run: (_, { session }) => JSON.stringify([plan.get(session), executed.get(session)]),
    });
    const executor = agent({
      name: 'executor',
      description: 'Looks at the plan.',
      tools: [peek],
      model: modelOf((request) => {
        const [found] = toolResults(request);
        return found === undefined ? { calls: [{ name: 'peek', input: {} }] } : { text: found };
      }),
    });
    const replanner = says('replanner', (request) => (read(request).includes('two') ? 'end' : 'never'));
    const { result } = await watch(
      planExecuteReplan({ name: 'trip', description, planner: shaped(), executor, replanner }),
    );
    expect(result.message?.content).toBe('end');
    expect(result.history.find(({ agent: name }) => name === 'executor')).toBeDefined();
    const seen = result.history.filter(({ agent: name, message }) => name === 'executor' && message.role === 'tool');
    expect(seen.map(({ message }) => message.content)).toEqual(['[["one","two"],[]]']);
  });

  it('tells the replanner that a step failed, and goes on', async () => {
    const replanner = says('replanner', read);
    const { result } = await watch(
      planExecuteReplan({ name: 'trip', description, planner: shaped(), executor: broken('executor'), replanner }),
    );
    expect(result.status).toBe('completed');
    expect(result.message?.content).toContain('Step: one\n<result>\n[executor] failed: the key is wrong');
  });

  it('takes inputs of your own for the executor and the replanner', async () => {
    const { result } = await watch(
      planExecuteReplan({
        name: 'trip',
        description,
        planner: shaped(),
        executor: says('executor', read),
        replanner: says('replanner', read),
        executorInput: ({ plan }) => [{ role: 'user', content: `do ${plan[0]}` }],
        replannerInput: ({ executedSteps }) => [{ role: 'user', content: `got ${executedSteps[0]?.result}` }],
      }),
    );
    expect(result.message?.content).toBe('got do one');
  });

  it('fails with the name of whoever has no input when the function for it throws', async () => {
    const executorInput = () => {
      throw new Error('oh');
    };
    const trip = planExecuteReplan({
      name: 'trip',
      description,
      planner: shaped(),
      executor: says('executor', 'x'),
      replanner: restless(),
      executorInput,
    });
    const message = 'The function that makes the input of [executor] of "trip" threw: oh';
    expect((await watch(trip)).result).toMatchObject({ status: 'failed', error: { code: 'bad-config', message } });
    const around = sequence({ name: 'around', description, agents: [trip] });
    expect((await watch(around)).result.error?.message).toBe(`[trip] failed: ${message}`);
  });

  it('fails with the name of the planner when there is no plan', async () => {
    const { result } = await watch(
      planExecuteReplan({
        name: 'trip',
        description,
        // Without a schema there is no data: the compiler would not let it through.
        planner: planner as never,
        executor: says('executor', 'x'),
        replanner: restless(),
      }),
    );
    expect(result.error).toEqual({
      code: 'bad-output',
      message: '[p] failed: It gave no plan. Its output has to be { steps: string[] }.',
    });
  });

  it('ends with what it has when the run may use no more', async () => {
    const trip = planExecuteReplan({
      name: 'trip',
      description,
      planner: shaped(),
      executor: says('executor', 'half of it'),
      replanner: restless(),
    });
    const result = await createAgentRunner({ agents: [trip], limits: { modelCalls: 2 } }).invoke(trip, 'Go.');
    expect(result).toMatchObject({
      status: 'completed',
      message: { content: 'half of it' },
      limit: { name: 'modelCalls', max: 2 },
    });
  });

  it('comes to the same wherever its process dies', async () => {
    const result = await surviveEveryWrite({
      agent: (asked) =>
        planExecuteReplan({
          name: 'trip',
          description,
          planner: shaped(asked),
          executor: says('executor', 'done', asked),
          replanner: restless('replanner', asked),
          max: 2,
        }),
      input: 'Go.',
    });
    expect(result.message?.content).toBe('as far as it went');
  });
});
