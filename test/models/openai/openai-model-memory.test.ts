/** What an endpoint's refusals change for later calls, and what nothing does. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openaiModel } from '../../../src/models/openai/openai-model.ts';
import { ask, chunk, type Endpoint, reply, say, startEndpoint, stream } from '../endpoint.ts';

const tools = [{ name: 'look', description: 'look', parameters: { type: 'object', properties: {} } }];
const schema = { name: 'rain', schema: z.object({ isRain: z.boolean() }) };
const hasTools = ({ received }: Endpoint) => received.map(({ body }) => 'tools' in body);
const refusal = { error: { message: 'this model does not support tools' } };

/** Refuses tools by name as long as `isOld()`. */
const withoutTools = (isOld: () => boolean) =>
  startEndpoint((response, { body }) =>
    'tools' in body && isOld() ? reply(response, 400, refusal) : say(response, 'Fine.'),
  );
const call = (model: ReturnType<typeof openaiModel>, times: number, parts: Parameters<typeof ask>[1] = { tools }) =>
  Array.from({ length: times }).reduce<Promise<unknown>>(
    (before) => before.then(() => model.call(ask('go', parts))),
    Promise.resolve(),
  );

describe('a form that was refused by name', () => {
  test('is tried again after twenty answers, and used again when it passes', async () => {
    let isOld = true;
    const endpoint = await withoutTools(() => isOld);
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    await call(model, 21);
    expect(hasTools(endpoint)).toEqual([true, ...Array(21).fill(false)]);
    isOld = false;
    await call(model, 2);
    expect(hasTools(endpoint).slice(22)).toEqual([true, true]);
  });

  test('is left again for twenty answers when it is refused once more', async () => {
    const endpoint = await withoutTools(() => true);
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    await call(model, 21);
    await call(model, 21);
    expect(hasTools(endpoint).slice(22)).toEqual([true, ...Array(21).fill(false)]);
  });

  test('is not tried again by calls that do not need it', async () => {
    const endpoint = await withoutTools(() => true);
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    await call(model, 1);
    await call(model, 40, {});
    await call(model, 1);
    expect(endpoint.received).toHaveLength(43);
  });

  test('is tried by one call at a time', async () => {
    const endpoint = await withoutTools(() => true);
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    await call(model, 21);
    await Promise.all(['1', '2', '3'].map((key) => model.call(ask('go', { tools, key }))));
    expect(hasTools(endpoint).slice(22).filter(Boolean)).toHaveLength(1);
  });

  test('is not remembered when the call then fails', async () => {
    const endpoint = await startEndpoint((response, { body }) =>
      'tools' in body ? reply(response, 400, refusal) : reply(response, 500, { error: { message: 'down' } }),
    );
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    for (const key of ['1', '2'])
      await expect(model.call(ask('go', { tools, key }))).rejects.toMatchObject({ reason: 'server' });
    expect(hasTools(endpoint)).toEqual([true, false, true, false]);
  });
});

describe('a stray refusal', () => {
  const onceEvery = (isStray: (count: number) => boolean) => {
    let count = 0;
    return startEndpoint((response, { body }) =>
      'tools' in body && isStray(count++)
        ? reply(response, 400, { error: { message: 'Bad Request' } })
        : say(response, 'Fine.'),
    );
  };

  test('is got over by its own call, and changes nothing for the next', async () => {
    const endpoint = await onceEvery((count) => count % 2 === 0);
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    await call(model, 4);
    expect(hasTools(endpoint)).toEqual([true, false, true, true, false, true]);
  });

  test('is given up after two in a row, whatever calls in the plainest form come between', async () => {
    const endpoint = await startEndpoint((response, { body }) =>
      'tools' in body || 'response_format' in body
        ? reply(response, 400, { detail: 'Bad Request' })
        : say(response, '{"isRain": true}'),
    );
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    await call(model, 3);
    for (const parts of [{ schema }, { tools }, { schema }, { tools }, { schema }]) await call(model, 1, parts);
    // Eight calls; tools are refused twice, and the format once.
    expect(endpoint.received).toHaveLength(8 + 3);
  });

  test('without tools or a schema in the request is what it says', async () => {
    const endpoint = await startEndpoint((response) => reply(response, 400, { error: { message: 'Bad Request' } }));
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    await expect(model.call(ask('go'))).rejects.toMatchObject({ reason: 'bad-request' });
    expect(endpoint.received).toHaveLength(1);
  });

  test('that the plainest form gets as well is told in the words of the first', async () => {
    const endpoint = await startEndpoint((response, { body }) =>
      reply(response, 400, { error: { message: 'tools' in body ? 'The image is broken' : 'No' } }),
    );
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    await expect(model.call(ask('go', { tools }))).rejects.toMatchObject({
      reason: 'bad-request',
      message: expect.stringContaining('The image is broken'),
    });
    expect(endpoint.received).toHaveLength(2);
  });
});

test.each([
  ['an empty answer', [chunk({}, 'stop')]],
  ['a malformed call', [chunk({ content: 'x' }, 'MALFORMED_FUNCTION_CALL')]],
  ['a call in words that nobody can read', [chunk({ content: '<tool_call>{"name": "lo' }), chunk({}, 'stop')]],
  ['a cut stream', [chunk({ content: 'x' })]],
])('one bad answer changes nothing: %s', async (_, bad) => {
  let isBad = true;
  const endpoint = await startEndpoint((response) => (isBad ? stream(response, ...bad).end() : say(response, '{}')));
  const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
  await expect(model.call(ask('go', { tools }))).rejects.toMatchObject({ retryable: true });
  await model.call(ask('go', { schema })).catch(() => {});
  isBad = false;
  await call(model, 1);
  await call(model, 1, { schema });
  const { received } = endpoint;
  expect(received).toHaveLength(4);
  expect(received[2]?.body).toMatchObject({ tools: [{}], stream: true, stream_options: {} });
  expect(received[3]?.body).toMatchObject({ response_format: { type: 'json_schema' } });
});

describe('the field that bounds an answer', () => {
  const fields = ({ received }: Endpoint) =>
    received.map(({ body }) =>
      Object.keys(body)
        .filter((field) => field.startsWith('max_'))
        .join(),
    );
  const refuses = (field: string, message: string) =>
    startEndpoint((response, { body }) =>
      field in body ? reply(response, 400, { error: { message } }) : say(response, 'Fine.'),
    );

  test.each([
    ['max_tokens', undefined],
    ['max_completion_tokens', 'openai'],
  ] as const)('is the other one where %s is refused, and stays it', async (field, preset) => {
    const endpoint = await refuses(field, `Unsupported parameter: '${field}' is not supported with this model.`);
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL, preset });
    await call(model, 2, { maxOutputTokens: 50 });
    const other = field === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    expect(fields(endpoint)).toEqual([field, other, other]);
  });

  test('stays the same when only its value is refused', async () => {
    const endpoint = await refuses(
      'max_tokens',
      'max_tokens is too large: 99999. This model supports at most 8192 completion tokens.',
    );
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    await expect(call(model, 1, { maxOutputTokens: 99_999 })).rejects.toMatchObject({ reason: 'bad-request' });
    expect(fields(endpoint)).toEqual(['max_tokens']);
  });

  test('is tried once each when both are refused', async () => {
    const endpoint = await startEndpoint((response) =>
      reply(response, 400, { error: { message: 'max_tokens and max_completion_tokens are not supported' } }),
    );
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    await expect(call(model, 1, { maxOutputTokens: 9 })).rejects.toMatchObject({ reason: 'bad-request' });
    expect(fields(endpoint)).toEqual(['max_tokens', 'max_completion_tokens']);
  });
});
