// @mastra/core 1.71.0, @mastra/libsql 1.23.1
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { LibSQLStore } from '@mastra/libsql';
import { z } from 'zod';

const url = process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1';
const model = { id: 'openai/gpt-5-mini', url, apiKey: process.env.OPENAI_API_KEY ?? '' } as const;

const orderStatus = createTool({
  id: 'order_status',
  description: 'Says where an order is.',
  inputSchema: z.object({ order: z.number() }),
  outputSchema: z.string(),
  execute: async ({ order }) => `Order ${order} was delivered yesterday.`,
});
const refunds = new Agent({
  id: 'refunds',
  name: 'refunds',
  description: 'Pays money back for broken orders.',
  instructions: 'You handle refunds.',
  model,
});
const desk = new Agent({
  id: 'desk',
  name: 'desk',
  instructions: 'You help with orders. Refunds are for the refunds agent.',
  model,
  tools: { orderStatus },
  agents: { refunds },
});

const { text } = await desk.generate('Order 7 is broken.');
console.log(text);

// The same, with an approval.

const payBack = createTool({
  id: 'pay_back',
  description: 'Pays money back.',
  inputSchema: z.object({ order: z.number(), euros: z.number() }),
  outputSchema: z.string(),
  requireApproval: true,
  execute: async ({ order, euros }) => `Paid back ${euros} euros for order ${order}.`,
});
const cashier = new Agent({
  id: 'cashier',
  name: 'cashier',
  description: 'Pays money back for broken orders.',
  instructions: 'You handle refunds.',
  model,
  tools: { payBack },
});
const counter = new Agent({
  id: 'counter',
  name: 'counter',
  instructions: 'You help with orders. Refunds are for the refunds agent.',
  model,
  tools: { orderStatus },
  agents: { refunds: cashier },
});
const storage = new LibSQLStore({ id: 'orders', url: 'file:orders.db' });
const mastra = new Mastra({ agents: { counter, cashier }, storage });

const file = 'order-7.json';
if (!existsSync(file)) {
  const waiting = await mastra.getAgent('counter').generate('Order 7 is broken.');
  console.log('waiting:', waiting.suspendPayload);
  writeFileSync(file, JSON.stringify({ runId: waiting.runId, toolCallId: waiting.suspendPayload?.toolCallId }));
} else {
  const suspended = JSON.parse(readFileSync(file, 'utf8'));
  const approved = await mastra.getAgent('counter').approveToolCallGenerate(suspended);
  console.log(approved.text);
}
