import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AgentDefinition, agent, asTool, branch, createAgentRunner, graph } from '../../src/agents/index.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { modelOf, toolResults } from './agent-lives.ts';
import { says } from './compositions/watch.ts';

const about = { name: 'clerk', description: 'Does what has to be done.', model: modelOf(() => ({ text: 'done' })) };
const helper = says('helper', 'x');
const named = (name: string) =>
  defineTool({ name, description: 'Does something.', capability: 'read', input: z.object({}), run: () => 'x' });

describe('an agent is refused', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['without turns', { turns: 0 }, 'The agent "clerk": turns is 0'],
    ['with turns that are no number', { turns: Number.NaN }, 'The agent "clerk": turns is NaN'],
    ['without attempts', { attempts: 0 }, 'The agent "clerk": attempts is 0'],
    ['with a time that is none', { toolMs: 'long' }, 'The agent "clerk": toolMs is "long"'],
    ['with a time that is over', { approvalMs: -1 }, 'The agent "clerk": approvalMs is -1'],
    ['with a window that is too small', { windowTokens: 10 }, 'The agent "clerk": windowTokens is 10'],
    ['with what is no setting', { systemPrompt: 'Be kind.' }, '"systemPrompt" is not a setting'],
    ['without a model', { model: [] }, 'The agent "clerk" needs a model'],
    ['with tools that are no list', { tools: {} }, 'The agent "clerk": tools is an object: pass a list of tools'],
    ['with a tool that is none', { tools: [{ name: 'x' }] }, 'has a tool "x" that cannot be run'],
    [
      'with an agent among its tools',
      { tools: [helper] },
      'has the agent "helper" among its tools. Pass asTool(agent)',
    ],
    ['with a tool that models cannot name', { tools: [asTool(helper, { name: 'a b' })] }, 'has a tool named "a b"'],
    ['with a tool named like a move', { tools: [named('exit')] }, 'has a tool named "exit", under which'],
    ['with a tool named like its answer', { tools: [named('final_answer')] }, 'has a tool named "final_answer"'],
    ['with an agent named like its reader', { tools: [asTool(helper, { name: 'read_result' })] }, '"read_result"'],
    ['with two tools of one name', { tools: [named('x'), named('x')] }, 'has two tools named "x"'],
    ['with a name that objects have', { name: '__proto__' }, 'The agent name "__proto__" is not allowed'],
  ])('%s', (_, more, words) => {
    expect(() => agent({ ...about, ...more } as unknown as AgentDefinition)).toThrow(words);
  });

  it.each([
    ['model', 'The agent "clerk" needs a model, such as openaiModel({ model }).'],
    ['description', 'The agent "clerk" needs a description'],
    ['name', 'The agent name "undefined" is not allowed'],
  ])('where its %s is left out', (field, words) => {
    const rest = Object.fromEntries(Object.entries(about).filter(([name]) => name !== field));
    expect(() => agent(rest as unknown as AgentDefinition)).toThrow(words);
  });
});

describe('a name that objects have', () => {
  it('is no node of a graph and no branch', () => {
    const built = graph({ name: 'g', description: about.description })
      .node('__proto__', (text: string) => text)
      .edge('start', '__proto__')
      .edge('__proto__', 'end');
    expect(() => built.build()).toThrow('the node name "__proto__" is not allowed');
    const agents = Object.fromEntries([['__proto__', helper]]);
    expect(() => branch({ name: 'b', description: about.description, agents, decide: () => '__proto__' })).toThrow(
      '"__proto__" cannot be a branch',
    );
  });
});

describe('a runner of agents', () => {
  it.each([undefined, {}, { agents: [{}] }])('is refused without agents: %o', (config) => {
    expect(() => createAgentRunner(config as never)).toThrow('createAgentRunner: agents has to be a list');
  });
});

describe('a tool that returns no text', () => {
  it.each([undefined, 7, { celsius: 5 }, { text: 5 }])('is told to the model as an error: %o', async (given) => {
    const tool = defineTool({
      name: 'measure',
      description: 'Measures.',
      capability: 'read',
      input: z.object({}),
      run: () => given as never,
    });
    const model = modelOf((request) =>
      toolResults(request).length > 0
        ? { text: toolResults(request).join() }
        : { calls: [{ name: 'measure', input: {} }] },
    );
    const bot = agent({ ...about, model, tools: [tool] });
    const { message } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'Measure.');
    expect(message?.content).toBe('Error: measure returned no text. Its run has to return a text, or { text, data }.');
  });
});
