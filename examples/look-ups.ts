/** The host looks things up itself: tools that only read are its own, and what it writes then is the answer. */
import { createOrchestrator, defineSpecialist, defineTool } from 'troupe';
import { scriptedModel } from 'troupe/testing';
import { z } from 'zod';

const stock = defineTool({
  name: 'stock_level',
  description: 'How many pieces of a product are in stock.',
  capability: 'read',
  input: z.object({ product: z.string() }),
  run: ({ product }) => ({ text: `${product}: ${product === 'desk lamp' ? 12 : 30} pieces` }),
});
const warehouse = defineSpecialist({ name: 'warehouse', description: 'Knows what is in stock.', tools: [stock] });

// With a key this would be openaiModel({ model: '…' }).
const levelOf = (product: string) => ({ name: 'stock_level', arguments: JSON.stringify({ product }) });
const model = scriptedModel([
  { purpose: 'think', reply: { toolCalls: [levelOf('desk lamp'), levelOf('notebook')] } },
  {
    purpose: 'think',
    reply: ({ messages }) =>
      `In stock: ${messages.flatMap((each) => (each.role === 'tool' ? each.content : [])).join(', ')}.`,
  },
]);

const troupe = createOrchestrator({ model, specialists: [warehouse] });
const run = troupe.start([{ role: 'user', content: 'How many desk lamps and notebooks do we have?' }]);
run.subscribe((event) => {
  if (event.type === 'effect.started') console.log(`begins: ${event.data.key}`);
});
const { message, usage, plan } = await run.result;
console.log(message.content);
console.log(`${usage.modelCalls} calls of the model, ${plan ? 'a plan' : 'no plan'}`);
