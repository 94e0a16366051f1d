import fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimateTokens } from '../../src/text/estimate-tokens.ts';

const ascii = fc.string({ unit: 'binary-ascii', maxLength: 60 });

it('counts a text in ASCII as it counts one with other characters in it', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(ascii, fc.constantFrom('\n', '  ', ' \n\t', 'word', '12345', '...'))), (parts) => {
      const text = parts.join('');
      // A Han character at the end counts 0.7 and makes the whole text go the way of all scripts; sums may be rounded once more.
      const more = estimateTokens(`${text}${'字'.repeat(10)}`) - 7;
      expect([0, 1]).toContain(Math.abs(more - estimateTokens(text)));
      // Twenty times the text: a difference in any of its runs would show.
      const long = Array.from({ length: 20 }, () => `${text}\n`).join('');
      expect(Math.abs(estimateTokens(`${long}${'字'.repeat(10)}`) - 7 - estimateTokens(long))).toBeLessThanOrEqual(1);
    }),
  );
});
