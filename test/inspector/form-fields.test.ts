import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsOf, toAnswer } from '../../inspector/src/people/form-fields.ts';

const schema = (type: z.ZodType) => z.toJSONSchema(type) as Record<string, unknown>; // a schema is a record

const table = z.object({
  name: z.string().describe('on the door'),
  people: z.int(),
  outside: z.boolean().optional(),
  time: z.enum(['18:00', '20:00']).optional(),
});

describe('a form by its schema', () => {
  it('has a field for each text, number, yes or no, and choice', () => {
    expect(fieldsOf(schema(table))).toEqual([
      { name: 'name', label: 'name: on the door', kind: 'text', options: [], isNeeded: true },
      { name: 'people', label: 'people', kind: 'number', options: [], isNeeded: true },
      { name: 'outside', label: 'outside', kind: 'boolean', options: ['yes', 'no'], isNeeded: false },
      { name: 'time', label: 'time', kind: 'choice', options: ['18:00', '20:00'], isNeeded: false },
    ]);
  });

  it('gives an answer that fits the schema, without what was left empty', () => {
    const fields = fieldsOf(schema(table)) ?? [];
    const filled = (values: Record<string, string>) => JSON.parse(toAnswer(fields, values)) as unknown;
    const all = filled({ name: 'Ada', people: '04', outside: 'no', time: '20:00' });
    expect(all).toEqual({ name: 'Ada', people: 4, outside: false, time: '20:00' });
    expect(table.safeParse(all).success).toBe(true);
    expect(filled({ people: '2', outside: '' })).toEqual({ name: '', people: 2 });
  });

  it.each([
    ['a list in it', z.object({ names: z.array(z.string()) })],
    ['an object in it', z.object({ who: z.object({ name: z.string() }) })],
    ['a choice of other things than texts', z.object({ size: z.union([z.literal(1), z.literal(2)]) })],
    ['no object', z.string()],
    ['no fields', z.object({})],
    ['too many fields', z.object(Object.fromEntries([...'abcdefghijklm'].map((name) => [name, z.string()])))],
  ])('is written as JSON where it has %s', (_, type) => {
    expect(fieldsOf(schema(type))).toBeUndefined();
  });

  it('is written as JSON where no schema came', () => {
    expect(fieldsOf(undefined)).toBeUndefined();
  });
});
