import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isHidden, misfitsOf } from '../../inspector/src/people/check-value.ts';

describe('a value that is to be sent', () => {
  const schema = z.toJSONSchema(
    z.object({ to: z.string(), euros: z.int().max(9), guests: z.array(z.object({ name: z.string() })).optional() }),
  ) as Record<string, unknown>; // a schema is a record

  it('is checked part by part, with the field and the way to the part', () => {
    const misfits = misfitsOf(schema, { euros: 12, guests: [{ name: 'Ada' }, { name: 1 }] });
    expect(misfits).toMatchObject([
      { field: 'to', path: 'to', message: 'This is needed.' },
      { field: 'euros', path: 'euros', message: 'Expected number to be <=9.' },
      {
        field: 'guests',
        path: 'guests[1].name',
        at: ['guests', 1, 'name'],
        message: 'Expected string, received number.',
      },
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
