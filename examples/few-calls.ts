/** A plan that costs few calls: it comes with the first one, the output of a tool is a result, and a result is the answer. */
import { createOrchestrator, defineSpecialist, defineTool } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';

const send = defineTool({
  name: 'send_order',
  description: 'Orders pieces of a product.',
  input: z.object({ product: z.string(), pieces: z.number() }),
  capability: 'write',
  run: ({ product, pieces }) => ({ text: `Ordered: ${pieces} × ${product}.` }),
});
const buyer = defineSpecialist({ name: 'buyer', description: 'Orders what is missing.', tools: [send] });
const writer = defineSpecialist({ name: 'writer', description: 'Writes letters.', systemPrompt: 'You write letters.' });

const model = scriptedModel([
  {
    purpose: 'think',
    reply: thinking({
      steps: [
        { id: 'order', task: 'order 38 desk lamps', specialist: 'buyer' },
        { id: 'tell', task: 'tell the office what was ordered', specialist: 'writer', after: ['order'] },
      ],
      answerFrom: 'tell',
    }),
  },
  {
    purpose: 'work',
    step: 'order',
    reply: {
      toolCalls: [{ name: 'send_order', arguments: '{"product":"desk lamp","pieces":38,"answer_with_this":true}' }],
    },
  },
  { purpose: 'work', step: 'tell', reply: 'Dear office, 38 desk lamps are on their way.' },
]);

const troupe = createOrchestrator({ model, specialists: [buyer, writer], allow: ['write'] });
const { message, plan, usage } = await troupe.invoke([
  { role: 'user', content: 'Order 38 desk lamps, tell the office.' },
]);
for (const step of plan?.steps ?? []) console.log(`${step.id}: ${step.result}`);
console.log(`the answer: ${message.content}`);
console.log(`${usage.modelCalls} calls of the model`);
