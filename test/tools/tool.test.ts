import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, toToolSpec } from '../../src/tools/tool.ts';
import { toolContext } from './document-set.ts';

it('a tool takes null for an argument that may be left out, and for one that may be null', async () => {
  const tool = defineTool({
    name: 'echo',
    description: 'gives its input back',
    capability: 'read',
    input: z.object({ left: z.string().default('nothing'), kept: z.string().nullable() }),
    run: (input) => JSON.stringify(input),
  });
  expect((await tool.run({ left: 'l', kept: null }, toolContext)).text).toBe('{"left":"l","kept":null}');
  expect((await tool.run({ left: null, kept: 'k' }, toolContext)).text).toBe('{"left":"nothing","kept":"k"}');
  await expect(tool.run({ left: 'l' }, toolContext)).rejects.toThrow('The input of echo is wrong');
});

it.each(['plan', 'ask_user', 'cannot', 'use_result', 'go_on', 'update_plan', 'read_result'])(
  'no tool may be named %s: that is a move of the charts',
  (name) => {
    expect(() =>
      defineTool({ name, description: 'x', capability: 'read', input: z.object({}), run: () => '' }),
    ).toThrow('is taken');
  },
);

it('a tool shows a model the JSON Schema that it was given, and is checked by its own schema', async () => {
  const parameters = { $schema: 'x', type: 'object', properties: { city: { type: 'string', format: 'city' } } };
  const input = z.object({ city: z.string() });
  const tool = defineTool({ name: 'weather', description: 'the weather', input, parameters, run: ({ city }) => city });
  expect(toToolSpec(tool).parameters).toEqual({
    type: 'object',
    properties: { city: { type: 'string', format: 'city' } },
  });
  expect(Object.isFrozen(parameters.properties)).toBe(false);
  await expect(tool.run({ city: 3 }, toolContext)).rejects.toThrow('The input of weather is wrong');
  expect(await tool.run({ city: 'Rome' }, toolContext)).toEqual({ text: 'Rome' });
});
