/** An image in a request, and one that a tool gives. */
import { createOrchestrator, defineSpecialist, defineTool, type Part } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';

/** One red pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const image: Part = { type: 'image', mediaType: 'image/png', data: pixel };

const photograph = defineTool({
  name: 'photograph',
  description: 'Takes a picture of the shelf.',
  capability: 'read',
  input: z.object({ shelf: z.string() }),
  run: ({ shelf }) => ({ text: `Shelf ${shelf}.`, parts: [image] }),
});
const keeper = defineSpecialist({ name: 'keeper', description: 'Looks after the shelves.', tools: [photograph] });

// In place of a language model that sees: it says how many images each call shows.
const model = scriptedModel([
  { purpose: 'think', reply: { toolCalls: [{ name: 'photograph', arguments: '{"shelf":"B"}' }] } },
  {
    purpose: 'think',
    reply: ({ messages }) => {
      const shown = messages.flatMap(({ parts = [] }) => parts);
      return thinking({ answer: `I see ${shown.length} images, both ${shown[0]?.mediaType}.` });
    },
  },
]);

const troupe = createOrchestrator({ model, specialists: [keeper] });
const { message } = await troupe.invoke([{ role: 'user', content: 'Is this lamp still on shelf B?', parts: [image] }]);
console.log(message.content);
