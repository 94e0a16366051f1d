/** Tools of your own: one that reads, one that writes, one whose arguments are described as JSON Schema. */
import { createOrchestrator, defineSpecialist, defineTool } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';

const stock = new Map([['desk lamp', 12]]);

const stockLevel = defineTool({
  name: 'stock_level',
  description: 'How many pieces of a product are in stock.',
  capability: 'read',
  input: z.object({ product: z.string() }),
  run({ product }) {
    const pieces = stock.get(product);
    if (pieces === undefined)
      throw new Error(`There is no product "${product}". Known: ${[...stock.keys()].join(', ')}.`);
    return { text: `${product}: ${pieces} pieces`, data: { product, pieces } };
  },
});

const order = defineTool({
  name: 'order',
  description: 'Orders pieces of a product.',
  capability: 'write',
  input: z.object({ product: z.string(), pieces: z.int().min(1).max(100) }),
  async run({ product, pieces }, { signal, key }) {
    // The key is the same when the call is made again after a crash: a shop that knows it orders once.
    await Promise.resolve({ product, pieces, idempotencyKey: key, signal });
    return `Ordered ${pieces} × ${product}.`;
  },
});

const exchangeRate = defineTool({
  name: 'exchange_rate',
  description: 'What one euro is worth in another currency.',
  capability: 'network',
  parameters: { type: 'object', properties: { currency: { type: 'string' } }, required: ['currency'] },
  run: (input) => `1 euro: 1.1 ${(input as { currency?: string }).currency ?? 'US dollars'}`, // nothing has checked it
});

const buyer = defineSpecialist({
  name: 'buyer',
  description: 'Looks after the stock.',
  tools: [stockLevel, order, exchangeRate],
});
const call = (name: string, input: unknown) => ({ toolCalls: [{ name, arguments: JSON.stringify(input) }] });
const model = scriptedModel([
  {
    purpose: 'think',
    reply: thinking({ steps: [{ id: '1', task: 'fill up', specialist: 'buyer' }], answerFrom: '1' }),
  },
  { purpose: 'work', reply: call('stock_level', { product: 'lamp' }) },
  { purpose: 'work', reply: call('stock_level', { product: 'desk lamp' }) },
  { purpose: 'work', reply: call('order', { product: 'desk lamp', pieces: 38 }) },
  { purpose: 'work', reply: 'There are 50 desk lamps now.' },
]);

const troupe = createOrchestrator({ model, specialists: [buyer] });
const run = troupe.start([{ role: 'user', content: 'Fill up the desk lamps to 50.' }]);
run.subscribe((event) => {
  if (event.type === 'effect.completed' && event.data.kind === 'useTool') console.log(event.data.output.text);
});
const { waiting } = await run.settled();
for (const { id, tool, arguments: input, capability } of waiting) {
  console.log(`may it ${capability}? ${tool} ${input}`);
  run.approve(id);
}
console.log((await run.result).message.content);
