import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isHidden, misfitsOf } from '../../inspector/src/people/check-value.ts';
import { jsonMistake } from '../../inspector/src/people/json-mistake.ts';

const at = (text: string) => {
  const mistake = jsonMistake(text);
  return mistake && `${mistake.line}:${mistake.column} ${mistake.message}`;
};

describe('a text that is to be JSON', () => {
  it.each([
    ['', '1:1 a value is missing'],
    ['{"a": x}', '1:7 a value is missing'],
    ['{\n  "a": 1,\n}', '3:1 a name in double quotes is missing'],
    ['{a: 1}', '1:2 a name in double quotes or } is missing'],
    ["{'a': 1}", '1:2 texts stand in double quotes'],
    ['{"a" 1}', '1:6 a colon is missing'],
    ['{"a": 1 "b": 2}', '1:9 a comma or } is missing'],
    ['[1, 2', '1:6 a comma or ] is missing'],
    ['[1,]', '1:4 a value is missing'],
    ['["a]', '1:2 this text is not closed, or has a sign in it that needs a backslash'],
    ['{"a": "two\nlines"}', '1:7 this text is not closed, or has a sign in it that needs a backslash'],
    ['[] 1', '1:4 nothing may follow here'],
    ['01', '1:2 nothing may follow here'],
  ])('is read up to its first mistake: %j', (text, said) => {
    expect(at(text)).toBe(said);
  });

  it('has no mistake exactly where the language reads it', () => {
    const isRead = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const pieces = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '1',
        '-0.5e+2',
        'true',
        'null',
        ' ',
        '\n',
        '"',
        '\\u12aF',
        '\u0080',
        '.',
      ),
    );
    fc.assert(
      fc.property(
        pieces.map((all) => all.join('')),
        (text) => (jsonMistake(text) === undefined) === isRead(text),
      ),
      { numRuns: 3000 },
    );
    fc.assert(fc.property(fc.json(), (text) => jsonMistake(text) === undefined));
  });

  it('may be as deep as it likes', () => {
    const deep = '['.repeat(100_000);
    expect(jsonMistake(deep + ']'.repeat(100_000))).toBeUndefined();
    expect(jsonMistake(deep)?.column).toBe(100_001);
  });
});

describe('a value that is to be sent', () => {
  const schema = z.toJSONSchema(
    z.object({ to: z.string(), euros: z.int().max(9), guests: z.array(z.object({ name: z.string() })).optional() }),
  ) as Record<string, unknown>; // a schema is a record

  it('is checked part by part, with the field and the way to the part', () => {
    const misfits = misfitsOf(schema, { euros: 12, guests: [{ name: 'Ada' }, { name: 1 }] });
    expect(misfits).toEqual([
      { field: 'to', path: 'to', message: 'This is needed.' },
      { field: 'euros', path: 'euros', message: 'Expected number to be <=9.' },
      { field: 'guests', path: 'guests[1].name', message: 'Expected string, received number.' },
    ]);
    expect(misfitsOf(schema, { to: 'Ada', euros: 3 })).toEqual([]);
  });

  it('is not sent with the mark of what is hidden in it', () => {
    const value = { to: 'Ada [redacted]', euros: 3 };
    expect(isHidden(value)).toBe(true);
    expect(misfitsOf(schema, value).map(({ field }) => field)).toEqual(['to']);
    expect(misfitsOf(undefined, '[redacted]')).toHaveLength(1);
  });

  it('is not judged by a schema that nobody can read', () => {
    expect(misfitsOf({ $ref: '#/nowhere' }, { to: 1 })).toEqual([]);
  });
});
