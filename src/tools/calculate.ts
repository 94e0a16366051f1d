import { z } from 'zod';
import { evaluate } from './expression.ts';
import { defineTool, type Tool } from './tool.ts';

/** A tool that computes an arithmetic expression. */
export function calculate(): Tool {
  return defineTool({
    name: 'calculate',
    description:
      'Computes arithmetic: + - * / ^ % parentheses, percentages ("12% of 250"), sqrt abs round floor ceil ln log exp sin cos tan min max sum avg, pi, e.',
    input: z.object({ expression: z.string().max(1000) }),
    run: ({ expression }) => {
      const value = evaluate(expression);
      return { text: `${expression.trim()} = ${value}`, data: { kind: 'value', expression: expression.trim(), value } };
    },
  });
}
