import { calculate } from '../tools/calculator/calculate.ts';
import { defineSpecialist, type Specialist } from './specialist.ts';

/** A specialist that makes one text of what the other steps found. */
export function writerSpecialist(): Specialist {
  return defineSpecialist({
    name: 'writer',
    description:
      'Writes one text from the results of earlier steps: a report, a summary, a letter, a comparison, recommendations that rest on their figures. ' +
      'It looks nothing up: whatever it needs has to come from steps before it. A short answer needs no writer.',
    capabilities: ['report', 'summary', 'letter', 'recommendations'],
    systemPrompt:
      'You write from the results you are given: what matters most first, no facts or figures of your own. Recommendations are welcome; each names the figures it rests on. ' +
      'New sums, shares and differences come from calculate. Your reply is the text itself, nothing around it.',
    tools: [calculate()],
  });
}
