import fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimateTokens } from '../../src/text/estimate-tokens.ts';

const ascii = fc.string({ unit: 'binary-ascii', maxLength: 60 });

it('counts a text in ASCII as the same text with a Han character before it, less that character', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(ascii, fc.constantFrom('\n', '  ', ' \n\t', 'word', '12345', '...'))), (parts) => {
      const text = parts.join('');
      // A Han character counts 0.7 and is read by the way for all scripts; ten of them count 7, so that nothing is rounded away.
      expect(estimateTokens(`${'字'.repeat(10)}${text}`)).toBe(7 + estimateTokens(text));
    }),
  );
});
