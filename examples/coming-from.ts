/**
 * The program of docs/coming-from.md: an assistant with a tool, a hand-over to a second agent, and an approval that survives the end of the process.
 *
 *   coming-from.ts orders.db            asks, and ends while it waits
 *   coming-from.ts orders.db approve    approves, in another process
 */
import { defineTool } from 'troupe';
import { agent, createAgentRunner, supervisor } from 'troupe/agents';
import { sqliteStore } from 'troupe/sqlite';
import { type Reply, scriptedModel } from 'troupe/testing';
import { z } from 'zod';

const [file = ':memory:', approve] = process.argv.slice(2);
const call = (name: string, input: object): Reply => ({ toolCalls: [{ name, arguments: JSON.stringify(input) }] });
const lines = (who: string, ...replies: readonly Reply[]) =>
  replies.map((reply) => ({ purpose: 'agent', agent: who, reply }) as const);
const asked = [
  call('order_status', { order: 7 }),
  call('transfer_to_agent', { agent: 'refunds', task: 'It is broken.' }),
];

// In the place of a real model, such as openaiModel({ model: 'gpt-5-mini' }).
const model = scriptedModel([
  ...lines(
    'desk',
    ...asked,
    'Send it back, and you get your money.',
    ...(approve ? [] : asked),
    'You get 20 euros back.',
  ),
  ...lines('refunds', 'Send it back.', ...(approve ? [] : [call('pay_back', { order: 7, euros: 20 })]), 'It is paid.'),
]);

const orderStatus = defineTool({
  name: 'order_status',
  description: 'Says where an order is.',
  capability: 'read',
  input: z.object({ order: z.number() }),
  run: ({ order }) => `Order ${order} was delivered yesterday.`,
});
const desk = agent({
  name: 'desk',
  description: 'Helps customers with their orders.',
  instructions: 'You help with orders. Refunds are for the refunds agent.',
  model,
  tools: [orderStatus],
});
const refunds = agent({ name: 'refunds', description: 'Pays money back for broken orders.', model });
const shop = supervisor({
  name: 'shop',
  description: 'Answers what customers of a shop want to know.',
  supervisor: desk,
  agents: [refunds],
});

const answered = await createAgentRunner({ agents: [shop] }).invoke(shop, 'Order 7 is broken.');
console.log(answered.message?.content);

// The same, with an approval.

const payBack = defineTool({
  name: 'pay_back',
  description: 'Pays money back.',
  capability: 'write', // so a person is asked before it runs
  input: z.object({ order: z.number(), euros: z.number() }),
  run: ({ order, euros }) => `Paid back ${euros} euros for order ${order}.`,
});
const cashier = agent({ name: 'refunds', description: 'Pays money back for broken orders.', model, tools: [payBack] });
const counter = supervisor({
  name: 'counter',
  description: 'Answers what customers of a shop want to know.',
  supervisor: desk,
  agents: [cashier],
});
const runner = createAgentRunner({ agents: [counter], store: sqliteStore(file) });

if (!approve) {
  const { waiting } = await runner.invoke(counter, 'Order 7 is broken.', { id: 'order-7' });
  for (const { tool, arguments: input } of waiting) console.log(`waiting: ${tool} ${input}`);
} else {
  const run = await runner.resume('order-7');
  for (const { id } of run.waiting) await run.approve(id);
  const { message } = await run.result;
  console.log(message?.content);
}
