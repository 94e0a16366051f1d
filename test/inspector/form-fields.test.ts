import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsOf, textsOf, toValue } from '../../inspector/src/people/form-fields.ts';

const schema = (type: z.ZodType) => z.toJSONSchema(type) as Record<string, unknown>; // a schema is a record

const table = z.object({
  name: z.string().describe('on the door'),
  people: z.int().min(1).max(12),
  outside: z.boolean().optional(),
  time: z.enum(['18:00', '20:00']).optional(),
});

describe('a form by its schema', () => {
  it('has a field for each value, with what may be written there', () => {
    const fields = fieldsOf(
      schema(table.extend({ dishes: z.array(z.string()).optional(), who: z.object({ n: z.int() }) })),
    );
    expect(fields?.map(({ name, kind, hint, isNeeded }) => [name, kind, hint, isNeeded])).toEqual([
      ['name', 'text', 'text', true],
      ['people', 'number', 'whole number, 1 to 12', true],
      ['outside', 'boolean', 'yes or no', false],
      ['time', 'choice', 'one of these', false],
      ['dishes', 'list', 'list of texts', false],
      ['who', 'json', 'JSON', true],
    ]);
    expect(fields?.[0]).toMatchObject({ about: 'on the door' });
    expect(fields?.[3]).toMatchObject({ options: ['18:00', '20:00'] });
  });

  it('gives a value that fits the schema, without what was left empty', () => {
    const fields = fieldsOf(schema(table)) ?? [];
    const all = toValue(fields, { name: 'Ada', people: '04', outside: 'no', time: '20:00' });
    expect(all).toEqual({ name: 'Ada', people: 4, outside: false, time: '20:00' });
    expect(table.safeParse(all).success).toBe(true);
    expect(toValue(fields, { people: '2', outside: '' })).toEqual({ people: 2 });
  });

  it('keeps of a value what no field has, and what nobody changed', () => {
    const fields = fieldsOf(schema(table.extend({ dishes: z.array(z.string()) }))) ?? [];
    const before = { name: '', people: 2, outside: true, dishes: ['soup', '1'], more: { than: ['that'] } };
    expect(toValue(fields, textsOf(fields, before), before)).toEqual(before);
  });

  it('gives what is no number, and no JSON, as it was written', () => {
    const fields = fieldsOf(schema(z.object({ people: z.int(), who: z.object({}) }))) ?? [];
    expect(toValue(fields, { people: 'two', who: '{' })).toEqual({ people: 'two', who: '{' });
  });

  it.each([
    ['nothing but objects in it', z.object({ who: z.object({ name: z.string() }) })],
    ['nothing but a choice of other things than texts', z.object({ size: z.union([z.literal(1), z.literal(2)]) })],
    ['no object', z.string()],
    ['no fields', z.object({})],
    [
      'too many fields',
      z.object(Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`f${index}`, z.string()]))),
    ],
  ])('is written as JSON where it has %s', (_, type) => {
    expect(fieldsOf(schema(type))).toBeUndefined();
  });

  it('is written as JSON where no schema came', () => {
    expect(fieldsOf(undefined)).toBeUndefined();
  });
});
