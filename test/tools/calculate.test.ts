import { describe, expect, it } from 'vitest';
import { calculate } from '../../src/tools/calculator/calculate.ts';
import { toToolSpec } from '../../src/tools/tool.ts';

const context = { signal: new AbortController().signal, key: 'k', context: {} };
const run = async (input: unknown) => (await calculate().run(input, context)).text;

describe('calculate', () => {
  it('answers several expressions in one call, each on a line', async () => {
    expect(await run({ expressions: ['1310.77 * 2', '15% of 240'] })).toBe('1310.77 * 2 = 2621.54\n15% of 240 = 36');
  });

  it.each([{ expression: '3 + 4' }, { expressions: '3 + 4' }, '3 + 4', { expressions: ['3 + 4 ='] }])(
    'takes one expression alone: %j',
    async (input) => {
      expect(await run(input)).toBe('3 + 4 = 7');
    },
  );

  it('keeps a named result for the expressions after it, whatever the case of its name', async () => {
    expect(await run({ expressions: ['Net = 3 * 19.90', 'net + 19%', '总额 = 2 * net', '总额 / 3'] })).toBe(
      'Net = 3 * 19.90 = 59.7\nnet + 19% = 71.043\n总额 = 2 * net = 119.4\n总额 / 3 = 39.8',
    );
  });

  it('shows the decimals that a value was rounded to, and no more once something is computed with it', async () => {
    const rounded = await run({
      expressions: [
        'r = round(25, 1)',
        'r',
        '-round(2.5, 2)',
        'r * 2',
        'round(pi, 3)',
        'round(7, 0)',
        'round(1250, -2)',
      ],
    });
    expect(rounded.split('\n').map((line) => line.split(' = ').at(-1))).toEqual([
      '25.0',
      '25.0',
      '-2.50',
      '50',
      '3.142',
      '7',
      '1300',
    ]);
  });

  it('says what is wrong with one expression and answers the others', async () => {
    const lines = (await run({ expressions: ['1 / 0', 'loss * 2', '2 + 2'] })).split('\n');
    expect(lines).toEqual([
      expect.stringContaining('Cannot compute "1 / 0": division by zero has no result'),
      expect.stringContaining('"loss" is not known'),
      '2 + 2 = 4',
    ]);
  });

  it('fails when no expression can be computed', async () => {
    await expect(run({ expressions: ['1 / 0', '2 +'] })).rejects.toThrow(/division by zero.*\n.*missing at the end/);
  });

  it('asks a model for a list of expressions and nothing else', () => {
    expect(toToolSpec(calculate()).parameters).toMatchObject({
      properties: { expressions: { type: 'array', items: { type: 'string' } } },
      required: ['expressions'],
    });
  });
});
