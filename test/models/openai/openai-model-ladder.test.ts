import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Message } from '../../../src/domain/message.ts';
import { openaiModel } from '../../../src/models/openai/openai-model.ts';
import { parseStructured, toOutputSchema } from '../../../src/models/structured-output.ts';
import { ask, chunk, type Endpoint, reply, say, startEndpoint, startIgnorant, startMock, stream } from '../endpoint.ts';

const citySchema = { name: 'city', schema: z.object({ city: z.string(), people: z.number().nullable() }) };
describe('structured output', () => {
  const format = ({ received }: Endpoint) =>
    received.map(({ body }) => (body.response_format as { type: string } | undefined)?.type); // as the API has it
  const answerBelow = (refusedTypes: string[], status: number, body: unknown) =>
    startEndpoint((response, request) => {
      const type = (request.body.response_format as { type: string } | undefined)?.type; // as the API has it
      if (type && refusedTypes.includes(type)) reply(response, status, body);
      else say(response, '{"city":"Bonn","people":331000}');
    });

  test('is asked for with a strict JSON schema', async () => {
    const { mock, bodies, baseURL } = await startMock();
    mock.on({ responseFormat: 'json_schema' }, { content: { city: 'Bonn', people: null } });

    const response = await openaiModel({ model: 'gpt-4o', baseURL }).call(ask('Which?', { schema: citySchema }));

    expect(parseStructured(response, citySchema)).toEqual({ city: 'Bonn', people: null });
    expect(bodies()[0]?.response_format).toEqual({
      type: 'json_schema',
      json_schema: {
        name: 'city',
        strict: true,
        schema: {
          type: 'object',
          properties: { city: { type: 'string' }, people: { type: ['number', 'null'] } },
          required: ['city', 'people'],
          additionalProperties: false,
        },
      },
    });
    expect(bodies()[0]?.messages).toEqual([{ role: 'user', content: 'Which?' }]);
  });

  test('is asked for by a JSON Schema of somebody else: strict where that says all, else as it came', async () => {
    const { mock, bodies, baseURL } = await startMock();
    mock.on({ responseFormat: 'json_schema' }, { content: { city: 'Bonn' } });
    const model = openaiModel({ model: 'gpt-4o', baseURL });
    const city = { type: 'string', minLength: 1 };
    const whole = { type: 'object', properties: { city }, required: ['city'] };
    const open = { type: 'object', properties: { city, tags: { type: 'object' } }, required: ['city'] };
    for (const schema of [whole, open])
      await model.call(ask('Which?', { schema: toOutputSchema({ name: 'city', schema }) }));

    expect(bodies().map((body) => body?.response_format)).toMatchObject([
      {
        json_schema: {
          strict: true,
          schema: { ...whole, properties: { city: { type: 'string' } }, additionalProperties: false },
        },
      },
      { json_schema: { strict: false, schema: open } },
    ]);
    expect(bodies()[0]?.response_format).not.toHaveProperty('json_schema.schema.properties.city.minLength');
  });

  test('is asked for as a JSON object, schema in the prompt, where schemas are refused; the way is remembered', async () => {
    const { mock, bodies, baseURL } = await startMock();
    mock.on(
      { responseFormat: 'json_schema' },
      { error: { message: 'This response_format type is unavailable now' }, status: 400 },
    );
    mock.onJsonOutput('Which', { city: 'Bonn', people: 331000 });
    const model = openaiModel({ model: 'deepseek-chat', baseURL });

    for (const question of ['Which first?', 'Which next?']) {
      const response = await model.call(ask(question, { schema: citySchema }));
      expect(parseStructured(response, citySchema).people).toBe(331000);
      expect(response.usage.modelCalls).toBe(1);
    }

    expect(bodies().map((body) => body?.response_format?.type)).toEqual(['json_schema', 'json_object', 'json_object']);
    const [system] = bodies()[1]?.messages ?? [];
    expect(system?.role).toBe('system');
    expect(system?.content).toContain('"people"');
  });

  test.each([
    [422, { detail: [{ loc: ['body', 'response_format'], msg: 'Extra inputs are not permitted' }] }],
    [501, { error: { message: 'structured output is not here' } }],
    [500, { error: { message: 'json_schema is not supported by this backend' } }],
  ])(
    'is asked for in the prompt alone where a %i refuses both formats; the way is remembered',
    async (status, body) => {
      const endpoint = await answerBelow(['json_schema', 'json_object'], status, body);
      const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
      const messages: Message[] = [
        { role: 'system', content: 'Be exact.' },
        { role: 'user', content: 'Which?' },
      ];
      for (const key of ['1', '2']) {
        const response = await model.call(ask('', { messages, schema: citySchema, key }));
        expect(parseStructured(response, citySchema)).toEqual({ city: 'Bonn', people: 331000 });
      }
      // A 500 counts only when it names the format, and this one names the same format both times.
      expect(format(endpoint)).toEqual(['json_schema', 'json_object', undefined, undefined]);
      const sent = endpoint.received.at(-1)?.body.messages as Message[]; // as it was sent
      expect(sent.map(({ role }) => role)).toEqual(['system', 'user']);
      expect(sent[0]?.content).toMatch(/^Be exact\.\n\n.*JSON Schema/s);
    },
  );

  test.each([
    [500, { error: { message: 'out of memory' } }, 'server'],
    [429, { error: { message: 'slow down' } }, 'rate-limit'],
    [400, { error: { message: 'too long', code: 'context_length_exceeded' } }, 'context-length'],
  ])('is not asked for otherwise after a %i with another cause', async (status, body, reason) => {
    const endpoint = await answerBelow(['json_schema'], status, body);
    const call = openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('Which?', { schema: citySchema }));
    await expect(call).rejects.toMatchObject({ reason });
    expect(format(endpoint)).toEqual(['json_schema']);
  });

  test.each([
    [400, { error: { message: 'Bad Request' } }],
    [422, { detail: 'unprocessable' }],
    [501, 'not here'],
  ])(
    'is asked for once more in the prompt alone after a %i without a cause; that is kept when it has happened twice',
    async (status, body) => {
      const endpoint = await answerBelow(['json_schema', 'json_object'], status, body);
      const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
      for (const key of ['1', '2', '3']) {
        const { usage } = await model.call(ask('Which?', { schema: citySchema, key }));
        expect(usage.modelCalls).toBe(1);
      }
      expect(format(endpoint)).toEqual(['json_schema', undefined, 'json_schema', undefined, undefined]);
    },
  );

  test('ends with the refusal when no form passes, and remembers none of them', async () => {
    const endpoint = await startEndpoint((response) =>
      reply(response, 400, { error: { message: 'no such parameter: model' } }),
    );
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    for (let call = 0; call < 2; call++) {
      await expect(model.call(ask('Which?', { schema: citySchema }))).rejects.toMatchObject({ reason: 'bad-request' });
    }
    const down = ['json_schema', undefined];
    expect(format(endpoint)).toEqual([...down, ...down]);
  });

  test('keeps the way that was found while an earlier call was still running', async () => {
    const held = Promise.withResolvers<void>();
    const endpoint = await startEndpoint(async (response, { body }) => {
      const type = (body.response_format as { type: string } | undefined)?.type; // as the API has it
      if (!type) await held.promise;
      if (type === 'json_schema') reply(response, 400, { error: { message: 'unknown type of response_format' } });
      else say(response, '{}');
    });
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    const earlier = model.call(ask('plain'));
    await model.call(ask('Which?', { schema: citySchema }));
    held.resolve();
    await earlier;
    await model.call(ask('Which?', { schema: citySchema }));
    expect(format(endpoint).filter(Boolean)).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  test('puts the schema into later prompts of a server that ignores the format', async () => {
    const { baseURL } = await startIgnorant();
    const bodies: string[] = [];
    const model = openaiModel({
      model: 'mock-gpt-thinking',
      baseURL,
      fetch: (input, init) => {
        bodies.push(String(init?.body));
        return fetch(input, init);
      },
    });
    const response = await model.call(ask('Hello', { schema: citySchema }));
    expect(() => parseStructured(response, citySchema)).toThrow(/no closed JSON value/);
    await model.call(ask('Hello', { schema: citySchema }));
    expect(bodies.map((body) => body.includes('It has to fit this JSON Schema'))).toEqual([false, true]);
  });

  test('may come in the reasoning', async () => {
    const endpoint = await startEndpoint((response) =>
      stream(response, chunk({ reasoning: '{"city":"Bonn","people":1}' }), chunk({}, 'stop')).end(),
    );
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    const response = await model.call(ask('Which?', { schema: citySchema }));
    expect(parseStructured(response, citySchema)).toEqual({ city: 'Bonn', people: 1 });
  });

  test('refuses a schema that cannot be sent, before anything is sent', async () => {
    const endpoint = await startEndpoint((response) => say(response, '{}'));
    const schema = { name: 'open', schema: z.object({ all: z.record(z.string(), z.string()) }) };
    const call = openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('Which?', { schema }));
    await expect(call).rejects.toMatchObject({ reason: 'bad-request', message: expect.stringContaining('all') });
    expect(endpoint.received).toEqual([]);
  });
});
