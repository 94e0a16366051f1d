/** A specialist may be a function, or a model with a prompt and tools. Here both work on one plan. */
import { createOrchestrator, defineSpecialist, defineTool } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';

const stock = defineTool({
  name: 'stock_level',
  description: 'How many pieces of a product are in stock.',
  capability: 'read',
  input: z.object({ product: z.string() }),
  run: ({ product }) => ({ text: `${product}: 12 pieces`, data: { product, pieces: 12 } }),
});
const warehouse = defineSpecialist({
  name: 'warehouse',
  description: 'Knows what is in stock.',
  capabilities: ['stock', 'inventory'],
  systemPrompt: 'You look up stock levels with your tool.',
  tools: [stock],
});
const buyer = defineSpecialist({
  name: 'buyer',
  description: 'Decides how much to order.',
  run: ({ inputs }) => {
    const [level] = inputs.flatMap((input) => input.data) as { pieces: number }[]; // what stock_level gave
    return `Order ${50 - (level?.pieces ?? 0)} pieces.`;
  },
});

// With a key this would be openaiModel({ model: '…' }); a script makes the example run anywhere.
const model = scriptedModel([
  { purpose: 'think', reply: thinking() },
  {
    purpose: 'plan',
    reply: `# Plan: order lamps

- [ ] 1: look up how many lamps are in stock
  - specialist: warehouse
- [ ] 2: decide how many to order
  - specialist: buyer
  - after: 1
`,
  },
  { purpose: 'work', step: '1', reply: { toolCalls: [{ name: 'stock_level', arguments: '{"product":"desk lamp"}' }] } },
  { purpose: 'work', step: '1', reply: 'There are 12 lamps.' },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'There are 12 desk lamps; order 38 more.' }) },
]);

const troupe = createOrchestrator({ model, specialists: [warehouse, buyer] });
const { message, plan } = await troupe.invoke([{ role: 'user', content: 'Order desk lamps until we have 50.' }]);
console.log(message.content);
for (const step of plan?.steps ?? []) console.log(`${step.id}. ${step.assignedTo}: ${step.result}`);
