/** Own specialists with a tool, on a scripted model: what a user writes first. */
import { createOrchestrator, defineSpecialist, defineTool, replay, type Store } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';

const stock = defineTool({
  name: 'stock_level',
  description: 'How many pieces of a product are in stock.',
  capability: 'read',
  input: z.object({ product: z.string(), unit: z.enum(['pieces', 'boxes']).default('pieces') }),
  run: ({ product, unit }) => ({ text: `${product}: 12 ${unit}`, data: { product, pieces: 12 } }),
});
const counter = defineTool({
  name: 'count',
  description: 'Counts.',
  capability: 'read',
  parameters: { type: 'object', properties: { to: { type: 'integer' } }, required: ['to'] },
  run: (input) => JSON.stringify(input),
});
const warehouse = defineSpecialist({ name: 'warehouse', description: 'Knows the stock.', tools: [stock, counter] });
const buyer = defineSpecialist({
  name: 'buyer',
  description: 'Decides how much to order.',
  run: ({ inputs }) => `Order ${50 - inputs.length * 12} pieces.`,
});

/** One order, from the question to the answer, and the same again from its log. */
export async function order(store?: Store): Promise<string> {
  const model = scriptedModel([
    {
      purpose: 'think',
      reply: thinking({
        steps: [
          { id: '1', task: 'look up the lamps', specialist: 'warehouse' },
          { id: '2', task: 'decide', specialist: 'buyer', after: ['1'] },
        ],
      }),
    },
    {
      purpose: 'work',
      step: '1',
      reply: { toolCalls: [{ name: 'stock_level', arguments: '{"product":"desk lamp"}' }] },
    },
    { purpose: 'work', step: '1', reply: 'There are 12 lamps.' },
    { purpose: 'reflect', reply: reflection({ finalAnswer: 'Order 38 more.' }) },
  ]);
  const troupe = createOrchestrator({ model, specialists: [warehouse, buyer], ...(store ? { store } : {}) });
  const run = troupe.start([{ role: 'user', content: 'Order lamps until we have 50.' }]);
  const { message, status, plan } = await run.result;
  model.assertUsedUp();
  const again = replay(run.log).equal ? 'replays' : 'does not replay';
  const stored = store ? `, ${(await store.runs()).length} stored` : '';
  return `${status}: ${message.content} ${plan?.steps.map((step) => step.result).join(' ')} (${again}${stored})`;
}
