/** The answer as text, and as an object of a shape that is checked. */
import { createOrchestrator, defineSpecialist } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';

const clerk = defineSpecialist({ name: 'clerk', description: 'Knows the orders.', run: () => 'two lamps' });

// In place of a language model: the second line does not fit the shape, the third mends it.
const model = scriptedModel([
  { purpose: 'think', reply: thinking({ answer: 'Ms Berg ordered two desk lamps for 59.80 in total.' }) },
  { purpose: 'structure', reply: '{"customer":"Ms Berg","pieces":"two","totalEur":59.8}' },
  { purpose: 'structure', reply: '{"customer":"Ms Berg","pieces":2,"totalEur":59.8}' },
]);

const troupe = createOrchestrator({ model, specialists: [clerk] });
const order = z.object({ customer: z.string(), pieces: z.number(), totalEur: z.number() });

const { message, output, notDone } = await troupe.invoke([{ role: 'user', content: 'What did Ms Berg order?' }], {
  outputSchema: order,
  outputName: 'order',
});
console.log(message.content);
if (output) console.log(`${output.customer}: ${output.pieces} pieces, ${output.totalEur.toFixed(2)} euros`);
else console.log(notDone);
