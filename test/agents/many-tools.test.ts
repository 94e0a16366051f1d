import { expect, it } from 'vitest';
import { z } from 'zod';
import { agent, asTool, createAgentRunner } from '../../src/agents/index.ts';
import type { ModelRequest } from '../../src/models/model.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { type Reply, scriptedModel } from '../../src/testing/scripted-model.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { modelOf, surviveEveryWrite, toolResults } from './agent-lives.ts';

const tool = (name: string, description: string) =>
  defineTool({ name, description, capability: 'read', input: z.object({}), run: () => `${name} was used` });
const many = [
  ...Array.from({ length: 40 }, (_, index) => tool(`thing_${index}`, `Does thing number ${index} of the catalogue.`)),
  tool('send_invoice', 'Writes an invoice and sends it to a customer.'),
  tool('weather', 'The weather of a city, for today and tomorrow.'),
];
const about = { name: 'clerk', description: 'Does the work of an office.' };
const script = (...replies: readonly (Reply | ((request: ModelRequest) => Reply))[]) =>
  scriptedModel(replies.map((reply) => ({ purpose: 'agent', reply })));
const calling = (name: string, input: object = {}): Reply => ({
  toolCalls: [{ name, arguments: JSON.stringify(input) }],
});
const offered = (request: ModelRequest | undefined) => request?.tools?.map(({ name }) => name);

it('an agent with many tools searches for them, and what it has found or used stays', async () => {
  const model = script(
    calling('find_tools', { query: 'send an invoice to the customer' }),
    calling('send_invoice'),
    calling('thing_7'),
    'Done.',
  );
  const bot = agent({ ...about, model, tools: many, alwaysShown: ['weather'] });
  const runner = createAgentRunner({ agents: [bot], store: memoryStore() });
  const { message } = await runner.run(bot, 'Send it.', { id: 'r' }).result;
  expect(message?.content).toBe('Done.');
  expect(offered(model.calls[0])).toEqual(['find_tools', 'weather']);
  expect(toolResults(model.calls[1] as ModelRequest)[0]).toContain('- send_invoice: Writes an invoice');
  expect(offered(model.calls[1])).toContain('send_invoice');
  expect(offered(model.calls[1])?.length).toBeLessThan(12);
  // A tool that was not offered may be called by its name, and is offered from then on.
  expect(toolResults(model.calls[3] as ModelRequest).at(-1)).toBe('thing_7 was used');
  expect(offered(model.calls[3])).toEqual(expect.arrayContaining(['find_tools', 'weather', 'send_invoice', 'thing_7']));
  expect(await runner.check('r')).toMatchObject({ ok: true });
});

it('finds no tool that fits much less than the best one', async () => {
  const model = script(calling('find_tools', { query: 'send an invoice of the catalogue' }), 'Done.');
  const bot = agent({ ...about, model, tools: many });
  await createAgentRunner({ agents: [bot] }).invoke(bot, 'Go.');
  expect(offered(model.calls[1])).toEqual(['find_tools', 'send_invoice']);
});

it('as many as are shown need no search, and agents count as tools', async () => {
  const helper = agent({ name: 'helper', description: 'Helps with everything else.', model: script() });
  const few = script('Done.');
  const bot = agent({ ...about, model: few, tools: [...many.slice(0, 2), asTool(helper)], toolsShown: 3 });
  await createAgentRunner({ agents: [bot] }).invoke(bot, 'Go.');
  expect(offered(few.calls[0])).toEqual(['thing_0', 'thing_1', 'helper']);
  const model = script('Done.');
  const searching = agent({ ...about, model, tools: [...many.slice(0, 2), asTool(helper)], toolsShown: 2 });
  await createAgentRunner({ agents: [searching] }).invoke(searching, 'Go.');
  expect(offered(model.calls[0])).toEqual(['find_tools']);
});

it('a search that finds nothing, and a tool that is not there, say what to do', async () => {
  const model = script(calling('find_tools', { query: 'zebra' }), calling('zebra'), 'Done.');
  const bot = agent({ ...about, model, tools: many });
  await createAgentRunner({ agents: [bot] }).invoke(bot, 'Go.');
  expect(toolResults(model.calls[2] as ModelRequest)).toEqual([
    'None of the 42 tools fits. Try other words.',
    'Error: There is no tool "zebra". Find one with find_tools.',
  ]);
});

it('what was found is there after the end of the process, wherever it comes', async () => {
  const { message } = await surviveEveryWrite({
    input: 'The weather?',
    agent: (asked) =>
      agent({
        ...about,
        tools: many,
        model: modelOf((request) => {
          const results = toolResults(request);
          if (results.length === 0) return { calls: [{ name: 'find_tools', input: { query: 'weather in a city' } }] };
          if (results.length === 1) {
            return offered(request)?.includes('weather')
              ? { calls: [{ name: 'weather', input: {} }] }
              : { text: 'lost' };
          }
          return { text: results.at(-1) ?? '' };
        }, asked),
      }),
  });
  expect(message?.content).toBe('weather was used');
});

it('a tool with the name of the search is refused', () => {
  expect(() => agent({ ...about, model: script(), tools: [tool('find_tools', 'Finds other tools here.')] })).toThrow(
    'The agent "clerk" has a tool named "find_tools"',
  );
});
