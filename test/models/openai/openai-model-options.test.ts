import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type OpenaiModelOptions, openaiModel } from '../../../src/models/openai/openai-model.ts';
import { ask, reply, say, startEndpoint } from '../endpoint.ts';

/** What arrives at an endpoint from one call. */
async function sent(options: Partial<OpenaiModelOptions>) {
  const endpoint = await startEndpoint((response) => say(response, 'Fine.'));
  const urls: string[] = [];
  const model = openaiModel({
    model: 'm',
    baseURL: endpoint.baseURL,
    fetch: (input, init) => {
      urls.push(String(input));
      return fetch(input, init);
    },
    ...options,
  });
  await model.call(ask('go', { maxOutputTokens: 9 }));
  const [request] = endpoint.received;
  return { url: urls[0], headers: request?.headers ?? {}, body: request?.body ?? {} };
}

describe('every request', () => {
  test('has the headers, the query and the fields that are given', async () => {
    const { url, headers, body } = await sent({
      headers: { 'X-Title': 'My app' },
      query: { 'api-version': '2024-10-21' },
      temperature: 0,
      reasoningEffort: 'low',
      extraBody: { top_k: 3, enable_thinking: false },
    });
    expect(url).toMatch(/\/chat\/completions\?api-version=2024-10-21$/);
    expect(headers).toMatchObject({ 'x-title': 'My app', authorization: 'Bearer none' });
    expect(body).toMatchObject({ temperature: 0, reasoning_effort: 'low', top_k: 3, enable_thinking: false });
  });

  test('has none of it when nothing is given', async () => {
    const { body } = await sent({});
    expect(Object.keys(body).toSorted()).toEqual(['max_tokens', 'messages', 'model', 'stream', 'stream_options']);
  });

  test('carries the key in the header of Azure, and an own Authorization in its place', async () => {
    const azure = await sent({ preset: 'azure', apiKey: 'k-1' });
    expect(azure.headers).toMatchObject({ 'api-key': 'k-1' });
    expect(azure.headers).not.toHaveProperty('authorization');
    expect(azure.body).toHaveProperty('max_completion_tokens', 9);
    const own = await sent({ apiKey: 'k-1', headers: { Authorization: 'Bearer other' } });
    expect(own.headers.authorization).toBe('Bearer other');
  });
});

describe('a preset', () => {
  test.each([
    ['openai', 'https://api.openai.com/v1/chat/completions'],
    ['openrouter', 'https://openrouter.ai/api/v1/chat/completions'],
    ['ollama', 'http://127.0.0.1:11434/v1/chat/completions'],
    ['vllm', 'http://127.0.0.1:8000/v1/chat/completions'],
    ['lmstudio', 'http://127.0.0.1:1234/v1/chat/completions'],
    ['gemini', 'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions'],
    ['deepseek', 'https://api.deepseek.com/v1/chat/completions'],
    ['mistral', 'https://api.mistral.ai/v1/chat/completions'],
    ['qwen', 'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions'],
  ] as const)('"%s" knows where it is', async (preset, expected) => {
    const urls: string[] = [];
    const model = openaiModel({
      model: 'm',
      preset,
      fetch: async (input) => {
        urls.push(String(input));
        return Response.json({ choices: [{ message: { content: 'Fine.' }, finish_reason: 'stop' }] });
      },
    });
    expect((await model.call(ask('go'))).text).toBe('Fine.');
    expect(urls).toEqual([expected]);
  });

  test.each([
    ['https://api.openai.com/v1', 'max_completion_tokens'],
    ['https://my-name.openai.azure.com/openai/v1', 'max_completion_tokens'],
    ['https://openai.example.com/v1', 'max_tokens'],
    ['https://api.mistral.ai/v1', 'max_tokens'],
  ])('is known by the host where none is named: %s', async (baseURL, field) => {
    const bodies: Record<string, unknown>[] = [];
    const model = openaiModel({
      model: 'm',
      baseURL,
      fetch: async (_, init) => {
        bodies.push(JSON.parse(String(init?.body)));
        return Response.json({ choices: [{ message: { content: 'Fine.' }, finish_reason: 'stop' }] });
      },
    });
    await model.call(ask('go', { maxOutputTokens: 9 }));
    expect(bodies[0]).toHaveProperty(field, 9);
    expect('stream_options' in (bodies[0] ?? {})).toBe(!baseURL.includes('mistral'));
  });
});

describe('an option that cannot be used is refused by name', () => {
  const given = (options: Record<string, unknown>) => () =>
    openaiModel({ model: 'm', ...options } as OpenaiModelOptions); // what a caller without types may give

  test.each([
    [{ preset: 'openia' }, /preset is "openia".*openai, azure, .*qwen/],
    [{ preset: 'azure' }, /"azure" needs baseURL/],
    [{ temperature: 3 }, /temperature is 3\. .*0 to 2/],
    [{ temperature: Number.NaN }, /temperature/],
    [{ reasoningEffort: 'very much' }, /reasoningEffort is "very much"/],
    [{ extraBody: { messages: [] } }, /extraBody has "messages"/],
    [{ headers: { 'a b': 'x' } }, /headers has the name "a b"/],
    [{ headers: { 'X-Key': 'secret\nvalue' } }, /headers has a value for "X-Key"/],
    [{ query: { version: 1 } }, /query has a value for "version"/],
    [{ baseUrl: 'http://127.0.0.1:1/v1' }, /"baseUrl" is no option of a model\. Did you mean "baseURL"\?/],
    [{ maxTokens: 9 }, /"maxTokens" is no option of a model/],
  ])('%o', (options, words) => {
    expect(given(options)).toThrow(words);
    expect(given(options)).not.toThrow(/secret/);
    expect(given(options)).toThrow(expect.objectContaining({ code: 'bad-config' }));
  });
});

test('a secret in a header is in no error and in no answer', async () => {
  const secret = 'tk-9f8e7d6c5b4a39281706';
  const headers = { 'X-Gateway-Token': secret };
  const failing = await startEndpoint((response) =>
    reply(response, 401, { error: { message: `Bad token ${secret}` } }),
  );
  const error = await openaiModel({ model: 'm', baseURL: failing.baseURL, headers })
    .call(ask('go'))
    .catch((thrown: unknown) => thrown);
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(secret.slice(4));
  const echoing = await startEndpoint((response) => say(response, `You sent ${secret}.`));
  const response = await openaiModel({ model: 'm', baseURL: echoing.baseURL, headers }).call(ask('go'));
  expect(response.text).not.toContain(secret.slice(4));
});
