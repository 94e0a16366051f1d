import { defineSpecialist, defineTool } from 'troupe';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

// As JavaScript calls them: nothing but the check at run time.
const toTool = defineTool as (definition: unknown) => unknown;
const toSpecialist = defineSpecialist as (definition: unknown) => unknown;
const tool = { name: 'weather', description: 'the weather', input: z.object({}), run: () => 'sun' };
const specialist = { name: 'worker', description: 'works' };

describe('a tool that cannot work is refused at once', () => {
  it.each([
    ['nothing', undefined, 'the configuration is undefined'],
    [
      'the fields of another library',
      { name: 'w', description: 'd', parameters: {}, execute() {} },
      'run is undefined: pass a function; "execute" is not a setting',
    ],
    [
      'the fields of another library, named',
      { ...tool, execute() {} },
      '"execute" is not a setting: allowed are name, description, capability, input, parameters, run',
    ],
    ['a JSON schema', { ...tool, input: { type: 'object' } }, 'input is an object: pass a schema of Zod 4'],
    [
      'a JSON schema, with where it belongs',
      { ...tool, input: { type: 'object' } },
      'a JSON Schema goes into parameters',
    ],
    ['no function', { ...tool, run: 'sun' }, 'run is "sun": pass a function'],
    ['no name', { ...tool, name: undefined }, 'name is undefined'],
    ['no description', { ...tool, description: 7 }, 'description is 7'],
    [
      'another capability',
      { ...tool, capability: 'all' },
      'capability is "all": Invalid option: expected one of "read"',
    ],
  ])('%s', (_, definition, problem) => {
    expect(() => toTool(definition)).toThrow(
      expect.objectContaining({ code: 'bad-config', message: expect.stringMatching(/^defineTool: /) }),
    );
    expect(() => toTool(definition)).toThrow(problem);
  });
});

describe('a specialist that cannot work is refused at once', () => {
  it.each([
    ['nothing', undefined, 'the configuration is undefined'],
    ['an empty one', {}, 'name is undefined'],
    ['no description', { name: 'worker' }, 'description is undefined'],
    ['a function that is none', { ...specialist, run: 'x' }, 'run is "x": pass a function'],
    ['one tool instead of a list', { ...specialist, tools: toTool(tool) }, 'tools is an object'],
    [
      'a tool that is none',
      { ...specialist, tools: [toTool(tool), 'calculate'] },
      'tools.1 is "calculate": a tool is made with defineTool()',
    ],
    ['a model that is none', { ...specialist, model: 'gpt' }, 'model is "gpt": a model has a call function'],
    [
      'a field that does not exist',
      { ...specialist, prompt: 'x' },
      '"prompt" is not a setting: allowed are name, description',
    ],
  ])('%s', (_, definition, problem) => {
    expect(() => toSpecialist(definition)).toThrow(
      expect.objectContaining({ code: 'bad-config', message: expect.stringMatching(/^defineSpecialist: /) }),
    );
    expect(() => toSpecialist(definition)).toThrow(problem);
  });
});
