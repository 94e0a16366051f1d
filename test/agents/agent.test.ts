import { expect, it } from 'vitest';
import { z } from 'zod';
import { agent, createAgentRunner } from '../../src/agents/index.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { scriptedModel } from '../../src/testing/scripted-model.ts';
import { defineTool } from '../../src/tools/tool.ts';

const weather = defineTool({
  name: 'weather',
  description: 'The weather of a city.',
  capability: 'read',
  input: z.object({ city: z.string() }),
  run: ({ city }) => `It rains in ${city}.`,
});

it('uses its tools until it answers, and every event has its run path', async () => {
  const model = scriptedModel([
    { purpose: 'agent', reply: { toolCalls: [{ name: 'weather', arguments: '{"city":"Porto"}' }] } },
    { purpose: 'agent', reply: 'Take an umbrella.' },
  ]);
  const guide = agent({ name: 'guide', description: 'Tells people what to pack.', model, tools: [weather] });
  const store = memoryStore();
  const runner = createAgentRunner({ agents: [guide], store });
  const run = runner.run(guide, 'What do I need in Porto?', { id: 'r1' });
  const events = [];
  for await (const event of run) events.push(event);
  const result = await run.result;
  expect(result).toMatchObject({
    status: 'completed',
    message: { content: 'Take an umbrella.' },
    usage: { modelCalls: 2 },
  });
  expect(events.map(({ runPath }) => runPath)).toEqual(events.map(() => ['guide']));
  expect(events.flatMap(({ output }) => (output && 'message' in output ? [output.message.role] : []))).toEqual([
    'assistant',
    'tool',
    'assistant',
  ]);
  model.assertUsedUp();
  expect(await runner.replay('r1')).toMatchObject({ equal: true });
});
