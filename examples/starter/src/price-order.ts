import { defineTool } from 'troupe';
import { z } from 'zod';

/** What one piece costs, in euros. */
const prices: Readonly<Record<string, number>> = { lamp: 24.5, chair: 89, desk: 240 };

/** A tool: what a model may call, with arguments that were checked. Its capability says what it may do; one that only reads asks nobody. */
export const priceOrder = defineTool({
  name: 'price_order',
  description: `What an order costs, in euros. Products: ${Object.keys(prices).join(', ')}.`,
  capability: 'read',
  input: z.object({
    items: z.array(z.object({ product: z.string(), pieces: z.int().positive() })).min(1),
  }),
  run({ items }) {
    const lines = items.map(({ product, pieces }) => {
      const price = prices[product];
      // A model reads this and may try again with other words.
      if (price === undefined)
        throw new Error(`There is no "${product}". There are: ${Object.keys(prices).join(', ')}.`);
      return { product, pieces, euros: price * pieces };
    });
    const total = lines.reduce((sum, { euros }) => sum + euros, 0);
    const text = lines.map(({ product, pieces, euros }) => `${pieces} × ${product}: ${euros.toFixed(2)} €`).join('\n');
    return { text: `${text}\ntotal: ${total.toFixed(2)} €`, data: { lines, total } };
  },
});
