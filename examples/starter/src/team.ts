import { createOrchestrator, defineSpecialist, type Model } from 'troupe';
import { priceOrder } from './price-order.ts';

/** A specialist: a model with a prompt and tools. The description is what others choose it by. */
const seller = defineSpecialist({
  name: 'seller',
  description: 'Knows what things cost.',
  capabilities: ['prices', 'orders'],
  systemPrompt: 'You say what orders cost. Take every figure from your tool.',
  tools: [priceOrder],
});

/** Everybody who works on a question. More specialists go into the list. */
export const createTeam = (model: Model) =>
  createOrchestrator({ model, specialists: [seller], limits: { rounds: 3, modelCalls: 30 } });
