// @openai/agents 0.20.0
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, RunState, run, setOpenAIAPI, tool } from '@openai/agents';
import { z } from 'zod';

setOpenAIAPI('chat_completions'); // for an endpoint that is not OpenAI's

const orderStatus = tool({
  name: 'order_status',
  description: 'Says where an order is.',
  parameters: z.object({ order: z.number() }),
  execute: ({ order }) => `Order ${order} was delivered yesterday.`,
});
const refunds = new Agent({ name: 'refunds', instructions: 'You handle refunds.', model: 'gpt-5-mini' });
const desk = new Agent({
  name: 'desk',
  instructions: 'You help with orders. Refunds are for the refunds agent.',
  model: 'gpt-5-mini',
  tools: [orderStatus],
  handoffs: [refunds],
});

const answered = await run(desk, 'Order 7 is broken.');
console.log(`${answered.lastAgent?.name}: ${answered.finalOutput}`);

// The same, with an approval.

const payBack = tool({
  name: 'pay_back',
  description: 'Pays money back.',
  parameters: z.object({ order: z.number(), euros: z.number() }),
  needsApproval: true,
  execute: ({ order, euros }) => `Paid back ${euros} euros for order ${order}.`,
});
const cashier = refunds.clone({ tools: [payBack] });
const counter = desk.clone({ handoffs: [cashier] });

const file = 'order-7.json';
if (!existsSync(file)) {
  const { state } = await run(counter, 'Order 7 is broken.');
  for (const { name, arguments: input } of state.getInterruptions()) console.log(`waiting: ${name} ${input}`);
  writeFileSync(file, state.toString());
} else {
  const state = await RunState.fromString(counter, readFileSync(file, 'utf8'));
  for (const interruption of state.getInterruptions()) state.approve(interruption);
  const { finalOutput } = await run(counter, state);
  console.log(finalOutput);
}
