import { z } from 'zod';
import { messageOf, TroupeError } from '../../errors.ts';
import { withoutEnd } from '../../text/without-end.ts';
import { defineTool, type Tool } from '../tool.ts';
import { evaluate } from './expression.ts';
import { toText, type Value } from './expression-value.ts';

/** One expression may come alone, under the name that it has alone. */
const alone = z.union([
  z.string().transform((expression) => ({ expressions: [expression] })),
  z.object({ expression: z.string() }).transform(({ expression }) => ({ expressions: [expression] })),
  z.object({ expressions: z.string() }).transform(({ expressions }) => ({ expressions: [expressions] })),
]);

const input = z.preprocess(
  (given) => alone.safeParse(given).data ?? given,
  z.object({
    expressions: z.array(z.string()).min(1).max(50).describe('For example ["net = 3 * 19.90", "net + 19%"].'),
  }),
);

/** A tool that computes expressions, exactly where decimals can say it: one and the same for everybody. */
export const calculate = (): Tool => calculator;

const calculator = defineTool({
  name: 'calculate',
  description:
    'Computes expressions exactly: + - * / ^, percentages ("15% of 240", "200 + 10%"), round(x, decimals), min max sum avg abs floor ceil sqrt ' +
    'ln log exp sin cos tan, pi, e; dates: days("2024-03-01", "2024-04-15"), "2024-03-01" + 45, addmonths("2024-01-31", 1). ' +
    '"net = …" names a result for the expressions after it. It reads no files.',
  capability: 'read',
  input,
  run: ({ expressions }) => {
    const known = new Map<string, Value>();
    const results = expressions.map((written) => {
      const expression = withoutEnd(written.trim(), /[=\s]/);
      try {
        const { value, name } = evaluate(expression, known);
        if (name !== undefined) known.set(name, value);
        return { expression, value: toText(value), line: `${expression} = ${toText(value)}` };
      } catch (error) {
        return { expression, problem: messageOf(error), line: messageOf(error) };
      }
    });
    const text = results.map(({ line }) => line).join('\n');
    if (results.every((result) => 'problem' in result)) throw new TroupeError('tool', text);
    return { text, data: { kind: 'values', results: results.map(({ line, ...result }) => result) } };
  },
});
