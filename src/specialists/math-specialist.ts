import { calculate } from '../tools/calculate.ts';
import { defineSpecialist, type Specialist } from './specialist.ts';

/** A specialist for arithmetic. */
export function mathSpecialist(): Specialist {
  return defineSpecialist({
    name: 'math',
    description: 'Computes arithmetic exactly: operations, percentages, powers, roots and common functions.',
    capabilities: ['arithmetic', 'percentages'],
    systemPrompt: 'You compute. Write the expression, call calculate, and give its result. Never compute in your head.',
    tools: [calculate()],
  });
}
