import { createMemory } from 'troupe/memory';
import { openaiEmbedder } from 'troupe/openai';
import { expect, it } from 'vitest';
import { startEndpoint, startMock } from '../endpoint.ts';

const json = { 'content-type': 'application/json' };

it('asks for vectors in batches and gives them in the order of the texts', async () => {
  const endpoint = await startEndpoint((response, { body }) => {
    const input = body.input as string[]; // what the adapter writes
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 1] }));
    response.writeHead(200, json).end(JSON.stringify({ object: 'list', data: data.toReversed(), model: 'm' }));
  });
  const embedder = openaiEmbedder({ model: 'm', apiKey: 'k', baseURL: endpoint.baseURL, dimensions: 2, batch: 2 });
  expect(await embedder.embed(['a', 'bb', 'ccc'])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  expect(await embedder.embed([])).toEqual([]);
  expect(embedder.name).toBe('m, 2');
  expect(endpoint.received.map(({ body }) => body)).toEqual([
    { model: 'm', input: ['a', 'bb'], encoding_format: 'float', dimensions: 2 },
    { model: 'm', input: ['ccc'], encoding_format: 'float', dimensions: 2 },
  ]);
  expect(endpoint.received[0]?.headers.authorization).toBe('Bearer k');
});

it('works with a server that nobody here wrote', async () => {
  const { mock, baseURL } = await startMock();
  mock.onEmbedding(/.*/, { embedding: [0.5, 0.25] });
  expect(await openaiEmbedder({ model: 'm', baseURL }).embed(['one', 'two'])).toEqual([
    [0.5, 0.25],
    [0.5, 0.25],
  ]);
});

it.each([
  [
    'too few vectors',
    200,
    { data: [{ index: 0, embedding: [1] }] },
    { reason: 'bad-output', message: /gave 1 vectors for 2 texts/ },
  ],
  ['no list', 200, { data: 'none' }, { reason: 'bad-output', message: /gave 0 vectors for 2 texts/ }],
  ['a refusal', 401, { error: { message: 'wrong key sk-secret-1234567890' } }, { reason: 'auth', message: /key/ }],
  ['a busy endpoint', 429, { error: { message: 'slow down' } }, { reason: 'rate-limit', message: /slow down/ }],
])('says what is wrong with %s, without the key', async (_, status, body, problem) => {
  const { baseURL } = await startEndpoint((response) => response.writeHead(status, json).end(JSON.stringify(body)));
  const apiKey = 'sk-secret-1234567890';
  const error = await openaiEmbedder({ model: 'm', apiKey, baseURL })
    .embed(['a', 'b'])
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ ...problem, message: expect.stringMatching(problem.message) });
  expect(String(error)).not.toContain(apiKey);
});

it('gives up when the signal aborts', async () => {
  const { baseURL, received } = await startEndpoint(() => {});
  const abort = new AbortController();
  const embedding = openaiEmbedder({ model: 'm', baseURL })
    .embed(['a'], abort.signal)
    .catch((error: unknown) => error);
  await expect.poll(() => received.length).toBe(1);
  abort.abort();
  expect(await embedding).toMatchObject({ reason: 'aborted' });
});

it('finds in a memory what is worded differently', async () => {
  const endpoint = await startEndpoint((response, { body }) => {
    const data = (body.input as string[]).map((text, index) => ({
      index,
      embedding: /spend|money/.test(text) ? [1, 0] : [0, 1],
    })); // what the adapter writes
    response.writeHead(200, json).end(JSON.stringify({ data }));
  });
  const memory = createMemory({ embed: openaiEmbedder({ model: 'm', baseURL: endpoint.baseURL }) });
  await memory.remember({ user: 'anna' }, { key: 'a', value: 'We can spend at most 4,310.' });
  await memory.remember({ user: 'anna' }, { key: 'b', value: 'The parrot is green.' });
  const found = await memory.recall({ user: 'anna' }, 'How much money do we have?');
  expect(found.map(({ key }) => key)).toEqual(['a']);
});

it('refuses an option that does not exist: with a misspelt address the key would go elsewhere', () => {
  const options = { model: 'm', baseUrl: 'http://127.0.0.1:1/v1' };
  expect(() => openaiEmbedder(options)).toThrow('"baseUrl" is no option of a model. Did you mean "baseURL"?');
});
