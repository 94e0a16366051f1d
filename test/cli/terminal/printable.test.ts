import { expect, it } from 'vitest';
import { toPrintable, toPrintableJson, toPrintableLine } from '../../../src/cli/terminal/printable.ts';

it('takes out escape sequences, control and direction characters', () => {
  expect(toPrintable('a\u001b[31mred\u001b[0m\u0007b\u0000\u009bc\u202ed\u2066')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(toPrintable('\u001b[31mred\u001b[0m')).toBe('red');
});

it('leaves lines, tabs, Chinese and the joiners of scripts alone', () => {
  const text = 'a\n\tb 销售额 می\u200cخواهم';
  expect(toPrintable(text)).toBe(text);
  expect(toPrintable('a\r\nb\rc')).toBe('a\nb\nc');
});

it('makes one line of many', () => expect(toPrintableLine(' a\n\n  b\tc ')).toBe('a b c'));

it('writes JSON that reads back equal and has no bare control character', () => {
  const value = { text: 'a\u001b[2J\u007f\u009b\u202e\u{e0041}\n销', list: [1, null] };
  const json = toPrintableJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
