// ai 7.0.170, @ai-sdk/openai-compatible 3.0.90
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type ModelMessage, ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';

const baseURL = process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1';
const model = createOpenAICompatible({ name: 'openai', baseURL, apiKey: process.env.OPENAI_API_KEY ?? '' })(
  'gpt-5-mini',
);

const order_status = tool({
  description: 'Says where an order is.',
  inputSchema: z.object({ order: z.number() }),
  execute: ({ order }) => `Order ${order} was delivered yesterday.`,
});
const hand_to_refunds = tool({
  description: 'Hands the conversation to those who handle refunds.',
  inputSchema: z.object({ task: z.string() }),
  execute: ({ task }) => `Handed over: ${task}`,
});
const wasHandedOver = (messages: readonly ModelMessage[]) => JSON.stringify(messages).includes('Handed over');

const desk = new ToolLoopAgent({
  model,
  instructions: 'You help with orders. Refunds are for the refunds agent.',
  tools: { order_status, hand_to_refunds },
  prepareStep: ({ messages }) =>
    wasHandedOver(messages) ? { instructions: 'You handle refunds.', activeTools: [] } : undefined,
});

const { text } = await desk.generate({ prompt: 'Order 7 is broken.' });
console.log(text);

// The same, with an approval.

const pay_back = tool({
  description: 'Pays money back.',
  inputSchema: z.object({ order: z.number(), euros: z.number() }),
  execute: ({ order, euros }) => `Paid back ${euros} euros for order ${order}.`,
});
const counter = new ToolLoopAgent({
  model,
  instructions: 'You help with orders. Refunds are for the refunds agent.',
  tools: { order_status, hand_to_refunds, pay_back },
  toolApproval: { pay_back: 'user-approval' },
  prepareStep: ({ messages }) =>
    wasHandedOver(messages)
      ? { instructions: 'You handle refunds.', activeTools: ['pay_back'] }
      : { activeTools: ['order_status', 'hand_to_refunds'] },
});

const file = 'order-7.json';
if (!existsSync(file)) {
  const messages: ModelMessage[] = [{ role: 'user', content: 'Order 7 is broken.' }];
  const { content, responseMessages } = await counter.generate({ messages });
  const asked = content.flatMap((part) => (part.type === 'tool-approval-request' ? [part] : []));
  for (const { toolCall } of asked) console.log(`waiting: ${toolCall.toolName} ${JSON.stringify(toolCall.input)}`);
  const approvals = asked.map(({ approvalId }) => approvalId);
  writeFileSync(file, JSON.stringify({ messages: [...messages, ...responseMessages], approvals }));
} else {
  const { messages, approvals } = JSON.parse(readFileSync(file, 'utf8'));
  const content = approvals.map((approvalId: string) => ({
    type: 'tool-approval-response',
    approvalId,
    approved: true,
  }));
  const { text } = await counter.generate({ messages: [...messages, { role: 'tool', content }] });
  console.log(text);
}
