// @langchain/langgraph 1.4.18, langchain 1.5.14, @langchain/langgraph-checkpoint-sqlite 1.0.4
import { HumanMessage } from '@langchain/core/messages';
import { Command, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, humanInTheLoopMiddleware, ToolMessage, type ToolRuntime, tool } from 'langchain';
import { z } from 'zod';

const model = new ChatOpenAI({ model: 'gpt-5-mini' });

const orderStatus = tool(({ order }) => `Order ${order} was delivered yesterday.`, {
  name: 'order_status',
  description: 'Says where an order is.',
  schema: z.object({ order: z.number() }),
});
const handToRefunds = tool(
  (_, { state, toolCallId }: ToolRuntime<typeof MessagesAnnotation.State>) =>
    new Command({
      goto: 'refunds',
      graph: Command.PARENT,
      update: { messages: [...state.messages, new ToolMessage({ content: 'Handed over.', tool_call_id: toolCallId })] },
    }),
  { name: 'hand_to_refunds', description: 'Hands over to those who handle refunds.', schema: z.object({}) },
);
const desk = createAgent({
  model,
  tools: [orderStatus, handToRefunds],
  systemPrompt: 'You help with orders. Refunds are for the refunds agent.',
});
const refunds = createAgent({ model, tools: [], systemPrompt: 'You handle refunds.' });

const graph = new StateGraph(MessagesAnnotation)
  .addNode('desk', desk.graph, { ends: ['refunds'] })
  .addNode('refunds', refunds.graph)
  .addEdge(START, 'desk')
  .compile();

const { messages } = await graph.invoke({ messages: [new HumanMessage('Order 7 is broken.')] });
console.log(messages.at(-1)?.text);

// The same, with an approval.

const payBack = tool(({ order, euros }) => `Paid back ${euros} euros for order ${order}.`, {
  name: 'pay_back',
  description: 'Pays money back.',
  schema: z.object({ order: z.number(), euros: z.number() }),
});
const cashier = createAgent({
  model,
  tools: [payBack],
  systemPrompt: 'You handle refunds.',
  middleware: [humanInTheLoopMiddleware({ interruptOn: { pay_back: true } })],
});
const counter = new StateGraph(MessagesAnnotation)
  .addNode('desk', desk.graph, { ends: ['refunds'] })
  .addNode('refunds', cashier.graph)
  .addEdge(START, 'desk')
  .compile({ checkpointer: SqliteSaver.fromConnString('orders.db') });

const thread = { configurable: { thread_id: 'order-7' } };
const { tasks } = await counter.getState(thread);
if (tasks.length === 0) {
  await counter.invoke({ messages: [new HumanMessage('Order 7 is broken.')] }, thread);
  const { tasks: open } = await counter.getState(thread);
  for (const { value } of open.flatMap(({ interrupts }) => interrupts)) console.log('waiting:', value.actionRequests);
} else {
  const resume = { decisions: [{ type: 'approve' }] };
  const result = await counter.invoke(new Command({ resume }), thread);
  console.log(result.messages.at(-1)?.text);
}
