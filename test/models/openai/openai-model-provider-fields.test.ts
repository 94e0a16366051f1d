/** What goes back to an endpoint as it came, and how tools are described to it. */
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/message.ts';
import { openaiModel } from '../../../src/models/openai/openai-model.ts';
import { ask, chunk, event, reply, say, startEndpoint, stream } from '../endpoint.ts';

const tools = [{ name: 'look', description: 'look', parameters: { type: 'object', properties: {} } }];

describe('fields that an endpoint gives with its calls', () => {
  const signature = { google: { thought_signature: 'c2lnbmVk' } };
  const calling = (fields: Record<string, unknown>, callFields: Record<string, unknown> = {}) =>
    startEndpoint((response, { body }) =>
      (body.messages as Message[]).length > 1 // as it was sent
        ? say(response, 'Done.')
        : stream(
            response,
            chunk({ ...fields, content: '' }),
            chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'look', arguments: '{}' }, ...callFields }] }),
            chunk({}, 'tool_calls'),
            event('[DONE]'),
          ).end(),
    );
  /** The assistant's message as it goes back after one call. */
  const returned = async (endpoint: Awaited<ReturnType<typeof calling>>) => {
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    const { text, toolCalls, provider } = await model.call(ask('go', { tools }));
    const messages: Message[] = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: text, toolCalls: [...toolCalls], ...(provider ? { provider } : {}) },
      { role: 'tool', content: 'found', toolCallId: 'a' },
    ];
    // As a log keeps them.
    await model.call(ask('', { messages: JSON.parse(JSON.stringify(messages)), tools }));
    const sent = (endpoint.received.at(-1)?.body.messages ?? []) as Record<string, unknown>[]; // as the API has it
    return sent[1];
  };

  test.each([
    ['the signature of a call', {}, { extra_content: signature }],
    ['the thought before a call', { reasoning_content: 'Hm.' }, {}],
    ['the thought before a call, although it is empty', { reasoning_content: '' }, {}],
    ['the parts of a thought', { reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', index: 0 }] }, {}],
  ])('go back as they came: %s', async (_, fields, callFields) => {
    const message = await returned(await calling(fields, callFields));
    expect(message).toEqual({
      role: 'assistant',
      content: '',
      ...fields,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' }, ...callFields }],
    });
  });

  test('go back whole when they came in pieces', async () => {
    const endpoint = await startEndpoint((response, { body }) =>
      (body.messages as Message[]).length > 1 // as it was sent
        ? say(response, 'Done.')
        : stream(
            response,
            chunk({
              reasoning_content: 'First ',
              reasoning_details: [{ type: 'reasoning.text', text: 'First ', index: 0 }],
            }),
            chunk({
              reasoning_content: 'this.',
              reasoning_details: [{ type: 'reasoning.text', text: 'this.', index: 0 }],
            }),
            chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', index: 1 }] }),
            chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'look', arguments: '{}' } }] }),
            chunk({}, 'tool_calls'),
            event('[DONE]'),
          ).end(),
    );
    expect(await returned(endpoint)).toMatchObject({
      reasoning_content: 'First this.',
      reasoning_details: [
        { type: 'reasoning.text', text: 'First this.', index: 0 },
        { type: 'reasoning.encrypted', data: 'x', index: 1 },
      ],
    });
  });

  test('are left out where another endpoint refuses them', async () => {
    const endpoint = await startEndpoint((response, { body }) =>
      JSON.stringify(body.messages).includes('extra_content')
        ? reply(response, 400, { error: { message: "Unknown parameter: 'messages[1].tool_calls[0].extra_content'." } })
        : say(response, 'Done.'),
    );
    const calls = [{ id: 'a', name: 'look', arguments: '{}', provider: { extra_content: {} } }];
    const messages: Message[] = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: '', toolCalls: calls },
      { role: 'tool', content: 'found', toolCallId: 'a' },
    ];
    const response = await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('', { messages, tools }));
    expect(response.text).toBe('Done.');
    expect(endpoint.received).toHaveLength(2);
  });

  test('count as input when the endpoint does not count itself', async () => {
    const endpoint = await startEndpoint((response) => say(response, 'Done.'));
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    const inputOf = async (provider: Record<string, string>) => {
      const messages: Message[] = [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'look', arguments: '{}' }], provider },
        { role: 'tool', content: 'found', toolCallId: 'a' },
      ];
      return (await model.call(ask('', { messages, tools }))).usage.inputTokens;
    };
    const thought = 'the quick brown fox jumps '.repeat(20);
    expect((await inputOf({ reasoning_content: thought })) - (await inputOf({}))).toBeGreaterThan(90);
  });

  test('of an answer without calls are not kept: nobody wants them back', async () => {
    const endpoint = await startEndpoint((response) =>
      stream(response, chunk({ reasoning_content: 'Hm.', content: '4' }), chunk({}, 'stop')).end(),
    );
    const response = await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('2+2'));
    expect(response).not.toHaveProperty('provider');
  });
});

describe('the parameters of a tool', () => {
  const parameters = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      kind: { const: 'sum' },
      note: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }], description: 'why' },
      size: { type: ['integer', 'null'], exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      rows: { type: 'array', items: { type: 'object', properties: {}, additionalProperties: false } },
      either: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    },
    required: ['kind'],
    additionalProperties: false,
  };
  const sentTo = async (options: { preset?: 'gemini' } = {}) => {
    const endpoint = await startEndpoint((response) => say(response, 'Fine.'));
    const specs = [{ name: 'look', description: 'look', parameters }];
    await openaiModel({ model: 'm', baseURL: endpoint.baseURL, ...options }).call(ask('go', { tools: specs }));
    const [sent] = (endpoint.received[0]?.body.tools ?? []) as { function: { parameters: unknown } }[]; // as the API has it
    return sent?.function.parameters;
  };

  test('go out without the name of their dialect', async () => {
    const { $schema: _, ...rest } = parameters;
    expect(await sentTo()).toEqual(rest);
  });

  test('go to Gemini in the words of OpenAPI', async () => {
    expect(await sentTo({ preset: 'gemini' })).toEqual({
      type: 'object',
      properties: {
        kind: { enum: ['sum'] },
        note: { type: 'string', nullable: true, description: 'why' },
        size: { type: 'integer', nullable: true },
        rows: { type: 'array', items: { type: 'object', properties: {} } },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      },
      required: ['kind'],
    });
  });
});
