/** Two specialists of your own, one with a tool, on one request. It runs as it is, and asks a model when there is a key. */
import { createOrchestrator, defineSpecialist, defineTool } from 'troupe';
import { openaiModel } from 'troupe/openai';
import { scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';

const stock = defineTool({
  name: 'stock_level',
  description: 'How many pieces of a product are in stock.',
  capability: 'read', // it changes nothing, so nobody has to be asked before it runs
  input: z.object({ product: z.string() }),
  run: ({ product }) => `${product}: 12 pieces`,
});
const warehouse = defineSpecialist({ name: 'warehouse', description: 'Knows what is in stock.', tools: [stock] });
const buyer = defineSpecialist({
  name: 'buyer',
  description: 'Orders what is missing to have 50 pieces, once the stock is known.',
  run: ({ inputs }) => `Ordered ${50 - Number(/\d+/.exec(inputs[0]?.text ?? '')?.[0])} pieces.`,
});

const steps = [
  { id: '1', task: 'how many desk lamps are there', specialist: 'warehouse' },
  { id: '2', task: 'order desk lamps', specialist: 'buyer', after: ['1'] },
];
const key = process.env.OPENAI_API_KEY;
const model = key
  ? openaiModel({ model: 'gpt-5.4-mini', apiKey: key })
  : scriptedModel([
      { purpose: 'think', reply: thinking({ steps, answerFrom: '2' }) },
      { purpose: 'work', reply: { toolCalls: [{ name: 'stock_level', arguments: '{"product":"desk lamp"}' }] } },
      { purpose: 'work', reply: 'There are 12 desk lamps.' },
    ]);

const troupe = createOrchestrator({ model, specialists: [warehouse, buyer] });
const question = 'Order desk lamps, so that we have 50 of them.';
const { message, status, plan, usage } = await troupe.invoke([{ role: 'user', content: question }]);

console.log(message.content);
for (const { id, assignedTo, result } of plan?.steps ?? []) console.log(`${id}. ${assignedTo}: ${result}`);
console.log(`${status}, ${usage.modelCalls} calls of the model`);
