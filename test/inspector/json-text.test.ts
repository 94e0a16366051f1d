import { describe, expect, it } from 'vitest';
import { placeOf, readJson } from '../../inspector/src/editing/json-text.ts';

describe('JSON that a person writes', () => {
  it.each([
    ['', 1, 1, 'There is no JSON here yet'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'A comma or } is missing'],
    ['{\n  "a": 1,\n}', 3, 1, 'a comma before }'],
    ['[1, 2,]', 1, 7, 'a comma before ]'],
    ['{"a": [1, 2}', 1, 12, 'A comma or ] is missing'],
    ['{"a" 1}', 1, 6, 'A colon is missing after "a"'],
    ['{a: 1}', 1, 2, 'A name in double quotation marks'],
    ['{"a": \'x\'}', 1, 7, 'double quotation marks'],
    ['{"a": "x\n"}', 1, 7, 'does not end on its line'],
    ['{"a": 01}', 1, 7, 'A value is missing'],
    ['{"a": nul}', 1, 7, 'A value is missing'],
    ['[1] 2', 1, 5, 'there is more text'],
    ['{"a": [1', 1, 9, 'ends before ]'],
    ['"a\\x"', 1, 1, 'written with \\'],
  ])('%j is refused at line %i, column %i', (text, line, column, words) => {
    const read = readJson(text);
    expect(read).toMatchObject({ ok: false, place: { line, column } });
    expect(read.ok ? '' : read.problem).toContain(words);
  });

  it.each(['{}', '[]', '[[], {}]', '{"a":{"b":[1.5e-3,"\\u00e9\\n",null,true]}} ', '"x"', '-0.5'])(
    '%j is read',
    (text) => {
      expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
    },
  );

  it('says where the value at a path begins', () => {
    const text = '{\n  "a": [1, {"b": "x"}],\n  "c": {}\n}';
    expect(placeOf(text, ['a', 1, 'b'])).toEqual({ at: text.indexOf('"x"'), line: 2, column: 18 });
    expect(placeOf(text, [])).toMatchObject({ at: 0 });
    expect(placeOf(text, ['c', 'd'])).toBeUndefined();
  });

  it('is read without recursion, however deep it is', () => {
    const deep = `${'['.repeat(200_000)}1`;
    expect(readJson(deep)).toMatchObject({ ok: false, problem: 'The text ends before ] closes what is open.' });
  });
});
