/** Long work in a small window: the agent plans, hands a part on, writes a file when a person approves, and reads again what was cleared. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool } from 'troupe';
import { createAgentRunner, deepAgent } from 'troupe/agents';
import { scriptedModel } from 'troupe/testing';
import { workspaceTools } from 'troupe/workspace';
import { z } from 'zod';

const call = (name: string, input: object) => ({ name, arguments: JSON.stringify(input) });
const todo = (task: string, status: string) => ({ task, status });
const plan = (reading: string, writing: string) =>
  call('write_todos', { todos: [todo('read the reports', reading), todo('write the totals down', writing)] });

// A model in your application would be openaiModel({ model }).
const model = scriptedModel([
  { purpose: 'agent', agent: 'analyst', reply: { toolCalls: [plan('doing', 'open')] } },
  ...[1, 2, 3, 4, 5, 6].map((month) => ({
    purpose: 'agent' as const,
    agent: 'analyst',
    reply: { toolCalls: [call('read_report', { month })] },
  })),
  {
    purpose: 'agent',
    agent: 'analyst',
    reply: { toolCalls: [call('read_result', { result: 'analyst/tool-2-1/useTool' })] },
  },
  {
    purpose: 'agent',
    agent: 'analyst',
    reply: { toolCalls: [call('task', { agent: 'general', task: 'Add 100 and 600.' })] },
  },
  { purpose: 'agent', agent: 'analyst-general', reply: '700' },
  {
    purpose: 'agent',
    agent: 'analyst',
    reply: { toolCalls: [call('write_file', { path: 'totals.md', content: 'January and June: 700' })] },
  },
  { purpose: 'agent', agent: 'analyst', reply: { toolCalls: [plan('done', 'done')] } },
  { purpose: 'agent', agent: 'analyst', reply: 'January and June had 700 in total; it is in totals.md.' },
]);

const readReport = defineTool({
  name: 'read_report',
  description: 'Reads the report of a month.',
  capability: 'read',
  input: z.object({ month: z.int() }),
  run: ({ month }) => `Report of month ${month}: total ${month * 100}. ${'Details of the month follow. '.repeat(80)}`,
});

const folder = mkdtempSync(join(tmpdir(), 'troupe-deep-'));
const analyst = deepAgent({
  name: 'analyst',
  description: 'Reads many reports and sums them up.',
  model,
  tools: [readReport],
  workspace: workspaceTools(folder),
  windowTokens: 5_000,
});

const runner = createAgentRunner({ agents: [analyst] });
const run = runner.run(analyst, 'What did January and June come to? Write it down.');
for await (const { agent, action } of run) {
  if (action?.type !== 'interrupted') continue;
  console.log(`${agent} asks: ${action.ask.question}`);
  await run.approve(action.ask.id);
}
const { message, usage } = await run.result;
const cleared = model.calls.filter(({ messages }) => messages.some(({ content }) => content.includes('was cleared')));
console.log(`results were cleared: ${cleared.length > 0}`);
console.log(`the plan at the end: ${model.calls.at(-1)?.messages.at(-1)?.content.split('\n').slice(1).join(', ')}`);
console.log(`totals.md: ${readFileSync(join(folder, 'totals.md'), 'utf8')}`);
console.log(`${message?.content} (${usage.modelCalls} calls)`);
rmSync(folder, { recursive: true });
