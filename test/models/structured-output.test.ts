import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ModelError } from '../../src/models/model-error.ts';
import {
  beginsAsObject,
  parseStructured,
  schemaInstruction,
  toWireSchema,
} from '../../src/models/structured-output.ts';
import { decideWire } from '../../src/prompts/wire.ts';

const plan = { name: 'plan', schema: z.object({ title: z.string(), steps: z.array(z.object({ id: z.number() })) }) };
const value = { title: 'Sales', steps: [{ id: 1 }, { id: 2 }] };
const json = JSON.stringify(value);

function failureOf(text: string, reasoning?: string): ModelError {
  try {
    parseStructured(reasoning === undefined ? { text } : { text, reasoning }, plan);
  } catch (error) {
    expect(error).toBeInstanceOf(ModelError);
    return error as ModelError; // checked above
  }
  return expect.fail(`accepted ${text}`);
}

describe('a structured answer', () => {
  test.each([
    ['alone', json],
    ['in a code fence', `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``],
    ['in prose', `Sure, here it is [1]: ${json} — does that help {you}?`],
    ['after thinking', `<think>Perhaps {"title": "Draft", "steps": []}?</think>\n${json}`],
    ['after thinking without its first tag', `Perhaps {"title": "Draft", "steps": []}?\n</think>\n${json}`],
    ['inside thinking, with nothing after it', `<think>${json}</think>`],
    ['in thinking that was never closed', `<think>So: ${json}`],
    ['after a draft', `First: {"title":"Draft","steps":[]}. Better: ${json}`],
    ['before an example of another shape', `${json}\nFor example {"id": 3} is a step.`],
    ['after a link and a stray bracket', `See [the docs](http://x/y) on { braces. ${json}`],
    ['with trailing commas', '{"title":"Sales","steps":[{"id":1,},{"id":2},],}'],
  ])('is found %s', (_, text) => {
    expect(parseStructured({ text }, plan)).toEqual(value);
  });

  test('keeps what looks like markup, commas or brackets inside its strings', () => {
    const title = 'a ```fence```, <think>tags</think> and {"x": [1,],} "quoted" \\';
    expect(parseStructured({ text: JSON.stringify({ title, steps: [] }) }, plan)).toEqual({ title, steps: [] });
    expect(parseStructured({ text: `{"title": ${JSON.stringify('a,] b')}, "steps": [],}` }, plan).title).toBe('a,] b');
  });

  test('may have raw line breaks in its strings', () => {
    expect(parseStructured({ text: '{"title":"one\n\ttwo","steps":[]}' }, plan).title).toBe('one\n\ttwo');
  });

  test('is taken from the reasoning when the text has none', () => {
    expect(parseStructured({ text: '', reasoning: `I answer ${json}` }, plan)).toEqual(value);
    expect(parseStructured({ text: 'Done.', reasoning: json }, plan)).toEqual(value);
  });

  test('is not taken from the reasoning when the text has another', () => {
    expect(failureOf('{"title":"Sales"}', json).message).toContain('steps');
  });

  test('is the output of the schema, not its input', () => {
    const schema = { name: 'n', schema: z.object({ n: z.number().default(7) }) };
    expect(parseStructured({ text: '{}' }, schema)).toEqual({ n: 7 });
  });
});

describe('a cut answer', () => {
  test.each([1, 8, 20, json.length - 8, json.length - 1])('of %i characters is never completed', (length) => {
    const error = failureOf(json.slice(0, length));
    expect(error).toMatchObject({ reason: 'bad-output', retryable: true });
    expect(error.message).toContain('ends in the middle');
  });

  test('does not pass off one of its parts as the whole', () => {
    const step = { name: 'step', schema: z.object({ id: z.number() }) };
    expect(() => parseStructured({ text: '```json\n{"id": {"id": 1}, "next": {"id": 2}' }, step)).toThrow(
      /ends in the middle/,
    );
  });

  test('is not replaced by a draft before it', () => {
    expect(failureOf(`First: ${json}. Better: {"title":"Sal`).message).toContain('ends in the middle');
  });

  test('is not replaced by the reasoning', () => {
    expect(failureOf('{"title":"Sal', json).message).toContain('ends in the middle');
  });
});

describe('a wrong answer', () => {
  test('is described path by path', () => {
    const error = failureOf('{"title": 5, "steps": [{"id": 1}, {"id": "two"}]}');
    expect(error.reason).toBe('bad-output');
    expect(error.message).toMatch(/"plan".*title: .*string.*; steps\.1\.id: .*number/);
    expect(error.cause).toBeInstanceOf(z.ZodError);
  });

  test('of another type is described as a whole', () => {
    expect(failureOf('[1, 2]').message).toMatch(/the value: .*object/);
  });

  test('with many faults names ten of them', () => {
    const steps = Array.from({ length: 15 }, () => ({}));
    expect(failureOf(JSON.stringify({ title: '', steps })).message).toMatch(/steps\.9\.id.*; and 5 more/);
  });

  test.each(['', 'I cannot do that.', 'Use {curly} and [square] brackets.', "{'title': 'Sales', 'steps': []}"])(
    'without JSON is described as such: "%s"',
    (text) => {
      expect(failureOf(text).message).toContain('no closed JSON value');
    },
  );
});

describe('a wire schema', () => {
  test('is closed at every level, with every property required', () => {
    const schema = z.object({
      answer: z.string().nullable(),
      notDone: z.array(z.object({ what: z.string(), why: z.string() })),
    });
    const wire = toWireSchema({ name: 'n', schema });
    expect(wire).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['answer', 'notDone'],
      properties: {
        answer: { type: ['string', 'null'] },
        notDone: { items: { additionalProperties: false, required: ['what', 'why'] } },
      },
    });
    expect(wire).not.toHaveProperty('$schema');
  });

  test('exists for what models write as JSON here', () => {
    expect(toWireSchema({ name: 'decide', schema: decideWire }).required).toEqual(Object.keys(decideWire.shape));
  });

  test('has no keyword that strict endpoints refuse', () => {
    const either = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), text: z.string().min(1).max(9) }),
    ]);
    const wire = JSON.stringify(toWireSchema({ name: 'w', schema: z.object({ either, n: z.number().default(1) }) }));
    expect(wire).toContain('"anyOf"');
    expect(wire).not.toMatch(/oneOf|minLength|maxLength|default/);
  });

  test.each([
    [
      'an optional property',
      z.object({ a: z.object({ b: z.string().optional() }) }),
      /a has the optional property "b"/,
    ],
    ['a record', z.object({ a: z.record(z.string(), z.number()) }), /a is a record/],
    ['a date', z.object({ a: z.date() }), /Date/],
    ['a list at the root', z.array(z.string()), /not an object/],
    ['a union at the root', z.union([z.object({}), z.object({ a: z.string() })]), /not an object/],
  ])('is refused for %s, by name', (_, schema, message) => {
    expect(() => toWireSchema({ name: 'mine', schema })).toThrow(message);
    expect(() => toWireSchema({ name: 'mine', schema })).toThrow(
      expect.objectContaining({ reason: 'bad-request', message: expect.stringContaining('"mine"') }),
    );
  });

  test('can be told in words', () => {
    expect(schemaInstruction(plan)).toMatch(/one JSON object.*"required":\["title","steps"\]/s);
  });
});

test.each([
  [{ text: ' {"a":1}' }, true],
  [{ text: '<think>hm</think>{"a' }, true],
  [{ text: '', reasoning: '{"a":1}' }, true],
  [{ text: '```json\n{"a":1}\n```' }, false],
  [{ text: 'Hello', reasoning: 'They greet.' }, false],
])('%o begins as an object: %s', (response, begins) => {
  expect(beginsAsObject(response)).toBe(begins);
});
