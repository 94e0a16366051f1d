import { expect, it } from 'vitest';
import { matchTitle } from '../../src/tools/documents/match-title.ts';

const names = ['contract-acme.md', 'report-2023.md', 'Returns and refunds', '退货政策', '3.1 Payment', 'Notes'];

it.each([
  ['contract-acme.md', 'contract-acme.md'],
  ['Contract_Acme.MD', 'contract-acme.md'],
  ['`docs/contract-acme.md`', 'contract-acme.md'],
  ['contract acme', 'contract-acme.md'],
  ['contract-akme.md', 'contract-acme.md'],
  ['## **Returns and Refunds**', 'Returns and refunds'],
  ['returns', 'Returns and refunds'],
  ['Retuns and refunds', 'Returns and refunds'],
  ['退货', '退货政策'],
  ['3.1', '3.1 Payment'],
  ['Section 3.1 Payment', '3.1 Payment'],
])('%s is taken for %s', (written, name) => {
  expect(matchTitle(written, names)).toBe(name);
});

it.each(['report-2024.md', 'insurance', '', '***', '13.1'])('%s is taken for none', (written) => {
  expect(matchTitle(written, names)).toBeUndefined();
});

it('a name that fits two is taken for none', () => {
  expect(matchTitle('term', ['Acme > Term', 'Beta > Term'])).toBeUndefined();
});
