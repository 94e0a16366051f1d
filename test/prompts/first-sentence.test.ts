import { expect, it } from 'vitest';
import { firstSentence } from '../../src/prompts/first-sentence.ts';

it('gives the first sentence, and of a long one its first part', () => {
  expect(firstSentence('Reads a table. Only tables of this run.')).toBe('Reads a table.');
  expect(firstSentence('读取表格。只读。')).toBe('读取表格。');
  expect(firstSentence('No end')).toBe('No end');
  expect(firstSentence(`Computes exactly: ${'x '.repeat(100)}.`)).toBe('Computes exactly');
  expect(firstSentence('word '.repeat(60)).length).toBeLessThanOrEqual(120);
});
