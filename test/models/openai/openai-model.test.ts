import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { Message } from '../../../src/domain/message.ts';
import { openaiModel } from '../../../src/models/openai/openai-model.ts';
import { ask, chunk, reply, say, startEndpoint, startIgnorant, startMock, stream } from '../endpoint.ts';

const citySchema = { name: 'city', schema: z.object({ city: z.string(), people: z.number().nullable() }) };
const weatherTool = {
  name: 'get_weather',
  description: 'Weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

describe('an answer', () => {
  test('is the text of its deltas, with the usage the endpoint counted', async () => {
    const { mock, baseURL } = await startMock({ chunkSize: 4 });
    const text = 'Revenue grew by 12 % in the north.';
    mock.onMessage('revenue', { content: text, usage: { prompt_tokens: 31, completion_tokens: 9 } });
    const deltas: string[] = [];

    const response = await openaiModel({ model: 'gpt-4o', baseURL }).call(
      ask('revenue', { onDelta: (delta) => deltas.push(delta) }),
    );

    expect(response).toEqual({
      text,
      toolCalls: [],
      finishReason: 'stop',
      usage: { modelCalls: 1, inputTokens: 31, outputTokens: 9 },
    });
    expect(deltas.length).toBeGreaterThan(3);
    expect(deltas.join('')).toBe(text);
  });

  test('has its tool calls put together from their pieces', async () => {
    const { mock, baseURL } = await startMock({ chunkSize: 5 });
    mock.onMessage('weather', {
      toolCalls: [
        { id: 'a', name: 'get_weather', arguments: { city: 'Beijing' } },
        { id: 'b', name: 'get_weather', arguments: { city: 'Shanghai' } },
      ],
    });

    const response = await openaiModel({ model: 'gpt-4o', baseURL }).call(ask('weather', { tools: [weatherTool] }));

    expect(response.finishReason).toBe('tool_calls');
    expect(response.toolCalls).toEqual([
      { id: 'a', name: 'get_weather', arguments: '{"city":"Beijing"}' },
      { id: 'b', name: 'get_weather', arguments: '{"city":"Shanghai"}' },
    ]);
  });

  test('tells tool calls apart that share an index, and gives what a server left out', async () => {
    const call = (id: string | undefined, args: string) => ({
      index: 0,
      id,
      function: { name: 'now', arguments: args },
    });
    const endpoint = await startEndpoint((response) =>
      stream(
        response,
        chunk({ tool_calls: [call('a', '{"x":1}')] }),
        chunk({ tool_calls: [call('b', '')] }),
        chunk({ tool_calls: [{ ...call(undefined, ''), index: 3 }] }),
        chunk({}, 'stop'),
      ).end(),
    );

    const response = await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('now?', { key: 'k' }));

    expect(response.finishReason).toBe('tool_calls');
    expect(response.toolCalls).toEqual([
      { id: 'a', name: 'now', arguments: '{"x":1}' },
      { id: 'b', name: 'now', arguments: '{}' },
      { id: 'k-call-2', name: 'now', arguments: '{}' },
    ]);
  });

  test('keeps calls of tools nobody offered, for others to reply', async () => {
    const { baseURL } = await startIgnorant();
    const response = await openaiModel({ model: 'gpt-4-mock', baseURL }).call(ask('What time is it now?'));
    expect(response.toolCalls.map((call) => [call.name, call.arguments])).toEqual([['get_time', '{}']]);
  });

  test.each(['reasoning', 'reasoning_content'])('has what the model thought, from %s', async (field) => {
    const endpoint = await startEndpoint((response) =>
      stream(
        response,
        chunk({ [field]: 'two and ' }),
        chunk({ [field]: 'two' }),
        chunk({ content: '4' }),
        chunk({}, 'stop'),
      ).end(),
    );
    const deltas: string[] = [];
    const response = await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(
      ask('2+2', { onDelta: (delta) => deltas.push(delta) }),
    );
    expect(response).toMatchObject({ text: '4', reasoning: 'two and two' });
    expect(deltas).toEqual(['4']);
  });

  test('has estimated usage when the endpoint does not count', async () => {
    const endpoint = await startEndpoint((response) => say(response, 'The quick brown fox jumps over the lazy dog.'));
    const { usage } = await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('Say the sentence.'));
    // o200k counts 10 tokens in the answer, and 4 in the question beside its frame of about 4.
    expect(usage).toEqual({ modelCalls: 1, inputTokens: expect.closeTo(8, -0.5), outputTokens: 10 });
  });

  test('is read from a plain JSON body as well', async () => {
    const message = {
      role: 'assistant',
      content: 'Both.',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'one', arguments: '{}' } },
        { id: 'b', type: 'function', function: { name: 'two', arguments: '{"n":2}' } },
      ],
    };
    const endpoint = await startEndpoint((response) =>
      reply(response, 200, {
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
        usage: { prompt_tokens: 3, completion_tokens: 5 },
      }),
    );
    const deltas: string[] = [];
    const response = await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(
      ask('both', { onDelta: (delta) => deltas.push(delta) }),
    );
    expect(response).toEqual({
      text: 'Both.',
      toolCalls: [
        { id: 'a', name: 'one', arguments: '{}' },
        { id: 'b', name: 'two', arguments: '{"n":2}' },
      ],
      finishReason: 'tool_calls',
      usage: { modelCalls: 1, inputTokens: 3, outputTokens: 5 },
    });
    expect(deltas).toEqual(['Both.']);
  });
});

describe('a request', () => {
  test('carries the conversation with its tool calls, the tools and the key of the effect', async () => {
    const { mock, bodies, baseURL } = await startMock();
    mock.on({ toolCallId: 'a' }, { content: 'Sunny.' });
    const messages: Message[] = [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Weather?', name: 'ann' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'get_weather', arguments: '{"city":"Bonn"}' }] },
      { role: 'tool', content: 'sun', toolCallId: 'a', name: 'get_weather' },
    ];

    await openaiModel({ model: 'gpt-4o', baseURL }).call(ask('', { messages, tools: [weatherTool], key: 'run 7/步' }));

    const [body] = bodies();
    expect(body?.messages).toEqual([
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Weather?', name: 'ann' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Bonn"}' } }],
      },
      { role: 'tool', content: 'sun', tool_call_id: 'a' },
    ]);
    expect(body?.tools).toEqual([{ type: 'function', function: weatherTool }]);
    expect(body?.stream_options).toEqual({ include_usage: true });
    expect(mock.getLastRequest()?.headers['idempotency-key']).toBe('run%207/%E6%AD%A5');
  });

  test('never has tools and a response format: the schema goes into the prompt', async () => {
    const endpoint = await startEndpoint((response) => say(response, '{"city":"Bonn","people":null}'));
    await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(
      ask('Which city?', { schema: citySchema, tools: [weatherTool] }),
    );
    const body = endpoint.received[0]?.body;
    expect(body).not.toHaveProperty('response_format');
    expect(body).toHaveProperty('tools');
    expect(JSON.stringify(body?.messages)).toContain('people');
  });

  test('is sent again without stream_options where they are refused, and never with them after that', async () => {
    const endpoint = await startEndpoint((response, { body }) =>
      'stream_options' in body
        ? reply(response, 400, { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] })
        : say(response, 'Fine.'),
    );
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    expect((await model.call(ask('1'))).text).toBe('Fine.');
    expect((await model.call(ask('2'))).text).toBe('Fine.');
    expect(endpoint.received.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false]);
  });

  test('has a placeholder for a key when none is given', async () => {
    const endpoint = await startEndpoint((response) => say(response, 'Fine.'));
    await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('1'));
    expect(endpoint.received[0]?.headers.authorization).toBe('Bearer none');
  });

  test('takes nothing from the environment', async () => {
    const endpoint = await startEndpoint((response) => say(response, 'Fine.'));
    for (const name of ['API_KEY', 'ADMIN_KEY', 'ORG_ID', 'PROJECT_ID']) vi.stubEnv(`OPENAI_${name}`, 'from-outside');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1/v1');
    onTestFinished(() => void vi.unstubAllEnvs());
    await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('1'));
    expect(JSON.stringify(endpoint.received[0]?.headers)).not.toContain('from-outside');
  });

  test('may wait for ever', async () => {
    const endpoint = await startEndpoint((response) => say(response, 'Fine.'));
    const deadlines = { firstTokenMs: Number.POSITIVE_INFINITY, idleMs: Number.POSITIVE_INFINITY };
    const response = await openaiModel({ model: 'm', baseURL: endpoint.baseURL, ...deadlines }).call(ask('1'));
    expect(response.text).toBe('Fine.');
  });

  test('goes through the given fetch', async () => {
    const endpoint = await startEndpoint((response) => say(response, 'Fine.'));
    const urls: string[] = [];
    const model = openaiModel({
      model: 'm',
      baseURL: endpoint.baseURL,
      fetch: (input, init) => {
        urls.push(String(input));
        return fetch(input, init);
      },
    });
    await model.call(ask('1'));
    expect(urls).toEqual([`${endpoint.baseURL}/chat/completions`]);
  });
});
