import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineTool, type Tool, toToolSpec } from '../../src/tools/tool.ts';
import { toolContext } from './document-set.ts';

const about = { name: 'forecast', description: 'tells the weather' };

/** The same input in three libraries: a city, and days that become a number. */
const tools: Readonly<Record<string, Tool>> = {
  zod: defineTool({
    ...about,
    input: z.object({ city: z.string(), days: z.int().max(7).default(1) }),
    run: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>();
      return `${input.city} ${input.days}`;
    },
  }),
  valibot: defineTool({
    ...about,
    input: toStandardJsonSchema(
      v.object({ city: v.string(), days: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(7)), 1) }),
    ),
    run: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>();
      return `${input.city} ${input.days}`;
    },
  }),
  arktype: defineTool({
    ...about,
    input: type({ city: 'string', days: 'number.integer <= 7 = 1' }),
    run: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>();
      return `${input.city} ${input.days}`;
    },
  }),
};

describe.each(Object.entries(tools))('a tool with a schema of %s', (_, tool) => {
  it('runs on what the schema makes of its input', async () => {
    expect((await tool.run({ city: 'Oslo' }, toolContext)).text).toBe('Oslo 1');
    expect((await tool.run({ city: 'Oslo', days: null }, toolContext)).text).toBe('Oslo 1');
  });

  it('says where an input does not fit', async () => {
    await expect(tool.run({ city: 'Oslo', days: 9 }, toolContext)).rejects.toThrow(
      /The input of forecast is wrong: [\s\S]*days/,
    );
  });

  it('shows a model its JSON Schema', () => {
    const { parameters } = toToolSpec(tool);
    expect(parameters).toMatchObject({
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', maximum: 7 } },
      required: ['city'],
    });
    expect(parameters).not.toHaveProperty('$schema');
  });
});

it('a schema of a library without a conversion needs parameters, and the error says so', async () => {
  const input = v.object({ city: v.string() });
  expect(() => defineTool({ ...about, input, run: () => '' })).toThrow(
    'The input schema of tool "forecast" (valibot) cannot be written as JSON Schema, which a model needs: valibot has no conversion of its own. Give its JSON Schema as parameters',
  );
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  const tool = defineTool({ ...about, input, parameters, run: ({ city }) => city });
  expect(toToolSpec(tool).parameters).toEqual(parameters);
  expect((await tool.run({ city: 'Oslo' }, toolContext)).text).toBe('Oslo');
  await expect(tool.run({}, toolContext)).rejects.toThrow('The input of forecast is wrong');
});

it('a schema that JSON Schema cannot say is refused with the words of its library', () => {
  const input = z.object({ day: z.date() });
  expect(() => defineTool({ ...about, input, run: () => '' })).toThrow(
    /cannot be written as JSON Schema, which a model needs: Date cannot be represented[\s\S]* Give its JSON Schema as parameters/,
  );
});

it('a tool with parameters alone gets its input as it came', async () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const tool = defineTool({
    ...about,
    parameters,
    run: (input) => {
      expectTypeOf(input).toBeUnknown();
      return JSON.stringify(input);
    },
  });
  parameters.type = 'changed afterwards';
  expect(toToolSpec(tool).parameters).toMatchObject({ type: 'object' });
  expect((await tool.run({ city: 7 }, toolContext)).text).toBe('{"city":7}');
});

it.each([
  ['neither', {}, 'has no input schema and no parameters. Give its JSON Schema as parameters'],
  ['an input that is no schema', { input: { city: 'string' } }, 'input is an object: pass a schema of Zod 4 or of'],
  ['parameters of another form', { parameters: z.object({}) }, 'a schema of Zod or another library goes into input'],
  ['parameters that are no object', { parameters: 'object' }, 'parameters is "object": pass a JSON Schema'],
  [
    'parameters that are not JSON',
    { parameters: { type: () => '' } },
    'The parameters of tool "forecast" are not JSON',
  ],
])('%s is refused', (_, given, message) => {
  // The compiler would refuse it first.
  const definition = { ...about, run: () => '', ...given } as unknown as Parameters<typeof defineTool>[0];
  expect(() => defineTool(definition)).toThrow(message);
});

it('an input is checked by what a schema does in its own time', async () => {
  const free = async (name: string) => name !== 'taken';
  const tool = defineTool({ ...about, input: z.object({ name: z.string().refine(free) }), run: ({ name }) => name });
  expect((await tool.run({ name: 'new' }, toolContext)).text).toBe('new');
  await expect(tool.run({ name: 'taken' }, toolContext)).rejects.toThrow('The input of forecast is wrong');
});
