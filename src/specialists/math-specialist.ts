import { calculate } from '../tools/calculator/calculate.ts';
import { defineSpecialist, type Specialist } from './specialist.ts';

/** A specialist for arithmetic. */
export function mathSpecialist(): Specialist {
  return defineSpecialist({
    name: 'math',
    description:
      'Computes exactly with numbers that the task or an earlier step gives: arithmetic, percentages, rounding, sums, averages, days between dates, dates plus days or months. ' +
      'It reads no tables and no documents.',
    capabilities: ['arithmetic', 'percentages', 'dates'],
    systemPrompt:
      'You compute with calculate, all expressions in one call, never in your head. Give the results with their units.',
    tools: [calculate()],
  });
}
