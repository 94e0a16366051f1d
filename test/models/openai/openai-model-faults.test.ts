import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ModelError } from '../../../src/models/model-error.ts';
import { openaiModel } from '../../../src/models/openai/openai-model.ts';
import { ask, chunk, event, reply, startEndpoint, startMock, stream } from '../endpoint.ts';

const begun = chunk({ role: 'assistant', content: '' });

/** What a call fails with; a call that succeeds fails the test. */
async function failureOf(options: Parameters<typeof openaiModel>[0] | string, request = ask('hello')) {
  const model = openaiModel(typeof options === 'string' ? { model: 'm', baseURL: options } : options);
  const error = await model.call(request).then(
    (response) => expect.fail(`answered ${JSON.stringify(response)}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError; // checked above
}

describe('a refused request', () => {
  test('of a busy endpoint is rate-limit, with the wait it asks for', async () => {
    const { mock, baseURL } = await startMock();
    mock.onMessage('hello', {
      error: { message: 'Rate limit reached', type: 'rate_limit_error' },
      status: 429,
      retryAfter: 90,
    });
    const error = await failureOf(baseURL);
    expect(error).toMatchObject({ reason: 'rate-limit', retryable: true, retryAfterMs: 90_000, usage: undefined });
    expect(error.message).toContain(`m at ${baseURL}`);
    expect(mock.getRequests()).toHaveLength(1);
  });

  test.each([
    ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    ['a date that is past', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
    ['nonsense', { 'retry-after': 'soon' }, undefined],
    ['nothing', {}, undefined],
  ])('has the wait that is given as %s', async (_, headers, retryAfterMs) => {
    const endpoint = await startEndpoint((response) =>
      reply(response, 503, { error: { message: 'overloaded' } }, headers),
    );
    expect(await failureOf(endpoint.baseURL)).toMatchObject({ reason: 'rate-limit', retryAfterMs });
  });

  test('has the wait until a date', async () => {
    const date = new Date(Date.now() + 120_000).toUTCString();
    const endpoint = await startEndpoint((response) => reply(response, 429, {}, { 'retry-after': date }));
    const { retryAfterMs = 0 } = await failureOf(endpoint.baseURL);
    expect(retryAfterMs).toBeGreaterThan(60_000);
    expect(retryAfterMs).toBeLessThanOrEqual(120_000);
  });

  test.each([
    [500, { message: 'The server had an error' }, 'server', true],
    [503, { message: 'Bad gateway behind the proxy' }, 'server', true],
    [503, { message: 'The engine is currently overloaded' }, 'rate-limit', true],
    [529, { message: 'Overloaded', type: 'overloaded_error' }, 'rate-limit', true],
    [409, { message: 'A request with this key is in progress' }, 'server', true],
    [401, { message: 'Incorrect API key', code: 'invalid_api_key' }, 'auth', false],
    [403, { message: 'Country not supported' }, 'auth', false],
    [404, { message: 'The model `m` does not exist', code: 'model_not_found' }, 'not-found', false],
    [429, { message: 'You exceeded your current quota', code: 'insufficient_quota' }, 'quota', false],
    [402, { message: 'Insufficient Balance' }, 'quota', false],
    [400, { message: 'Too long', code: 'context_length_exceeded' }, 'context-length', false],
    [400, { message: "This model's maximum context length is 8192 tokens" }, 'context-length', false],
    [400, { message: 'The request exceeds the available context size (4096)' }, 'context-length', false],
    [400, { message: 'Filtered', code: 'content_filter' }, 'filtered', false],
    [400, { message: 'Invalid value for temperature' }, 'bad-request', false],
    [408, { message: 'Request timeout' }, 'timeout', true],
  ] as const)('with status %i and %o is %s', async (status, error, reason, retryable) => {
    const { mock, baseURL } = await startMock();
    mock.onMessage('hello', { error, status });
    const failure = await failureOf(baseURL);
    expect(failure).toMatchObject({ reason, retryable });
    expect(failure.message).toContain(error.message);
    expect(failure.cause).toMatchObject({ message: expect.stringContaining(error.message) });
  });

  test.each([
    ['Ollama', { error: 'model "m" not found, try pulling it first' }, 'try pulling it'],
    ['vLLM', { object: 'error', message: 'The model `m` does not exist.', code: 404 }, 'does not exist'],
    ['FastAPI', { detail: 'Not Found here' }, 'Not Found here'],
    ['Gemini', [{ error: { code: 404, message: 'models/m is not found' } }], 'is not found'],
  ])('says what %s says', async (_, body, words) => {
    const endpoint = await startEndpoint((response) => reply(response, 404, body));
    const error = await failureOf(endpoint.baseURL);
    expect(error.reason).toBe('not-found');
    expect(error.message).toContain(words);
  });

  test('is told in a few words even if the endpoint sends a page', async () => {
    const page = `<html><h1>Bad gateway</h1>${'<p>proxy</p>'.repeat(1000)}</html>`;
    const endpoint = await startEndpoint((response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end(page),
    );
    const error = await failureOf(endpoint.baseURL);
    expect(error.message).toContain('Bad gateway');
    expect(error.message.length).toBeLessThan(1000);
  });
});

describe('an answer that cannot be used', () => {
  test.each([
    ['length', 'truncated', true],
    ['content_filter', 'filtered', false],
    ['error', 'server', true],
  ])('and finishes with %s is %s', async (finishReason, reason, retryable) => {
    const { mock, baseURL } = await startMock();
    mock.onMessage('hello', { content: 'It was a', finishReason, usage: { prompt_tokens: 7, completion_tokens: 3 } });
    expect(await failureOf(baseURL)).toMatchObject({
      reason,
      retryable,
      usage: { modelCalls: 1, inputTokens: 7, outputTokens: 3 },
    });
  });

  test('because the model refuses is refusal, in its words', async () => {
    const endpoint = await startEndpoint((response) =>
      stream(response, chunk({ refusal: "I can't " }), chunk({ refusal: 'help with that.' }), chunk({}, 'stop')).end(),
    );
    const error = await failureOf(endpoint.baseURL);
    expect(error).toMatchObject({ reason: 'refusal', retryable: false });
    expect(error.message).toContain("I can't help with that.");
  });

  test('because it is empty is bad-output, not silence', async () => {
    const endpoint = await startEndpoint((response) =>
      stream(response, begun, chunk({ reasoning: 'Hm.' }), chunk({}, 'stop'), event('[DONE]')).end(),
    );
    expect(await failureOf(endpoint.baseURL)).toMatchObject({ reason: 'bad-output', retryable: true });
  });
});

describe('an endpoint that breaks the protocol', () => {
  test('with a malformed body is protocol', async () => {
    const { mock, baseURL } = await startMock();
    mock.onMessage('hello', { content: 'hi' }, { chaos: { malformedRate: 1 } });
    expect(await failureOf(baseURL)).toMatchObject({ reason: 'protocol', retryable: true });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['an event that is not JSON', (response) => stream(response, begun, event('{"choices": [{')).end()],
    ['a chunk of another shape', (response) => stream(response, event({ tokens: ['a'] })).end()],
    ['text of another type', (response) => stream(response, chunk({ content: 5 })).end()],
    ['no event at all', (response) => stream(response, ': nothing\n\n').end()],
    ['the end alone', (response) => stream(response, event('[DONE]')).end()],
    ['an empty body', (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end()],
    ['a web page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hi</html>')],
    ['JSON of another shape', (response) => reply(response, 200, { answer: 'hi' })],
  ])('with %s is protocol', async (_, answer) => {
    const endpoint = await startEndpoint(answer);
    expect(await failureOf(endpoint.baseURL)).toMatchObject({ reason: 'protocol', retryable: true });
  });

  test.each([
    ['server', { message: 'CUDA out of memory', type: 'server_error' }],
    ['rate-limit', { message: 'Slow down', code: 429 }],
    ['rate-limit', { message: 'Slow down', code: 'rate_limit_exceeded' }],
  ])('with an error inside the stream is %s', async (reason, error) => {
    const endpoint = await startEndpoint((response) =>
      stream(response, chunk({ content: 'It ' }), event({ error })).end(),
    );
    const failure = await failureOf(endpoint.baseURL);
    expect(failure).toMatchObject({ reason, usage: { modelCalls: 1 } });
    expect(failure.message).toContain(error.message);
  });

  test('with an error in a plain body of status 200 is server', async () => {
    const endpoint = await startEndpoint((response) => reply(response, 200, { error: { message: 'upstream failed' } }));
    const error = await failureOf(endpoint.baseURL);
    expect(error.reason).toBe('server');
    expect(error.message).toContain('upstream failed');
  });
});

describe('a lost connection', () => {
  test('in the middle of the stream is disconnected, with what was used so far', async () => {
    const { mock, baseURL } = await startMock();
    mock.onMessage(
      'hello',
      { content: 'one two three four five six' },
      { chunkSize: 4, latency: 5, truncateAfterChunks: 4 },
    );
    const error = await failureOf(baseURL);
    expect(error).toMatchObject({ reason: 'disconnected', retryable: true, usage: { modelCalls: 1 } });
    expect(error.usage?.outputTokens).toBeGreaterThan(0);
  });

  test('that ends in good order but without a finish reason is disconnected', async () => {
    const endpoint = await startEndpoint((response) =>
      stream(response, begun, chunk({ content: 'one' }), event('[DONE]')).end(),
    );
    expect(await failureOf(endpoint.baseURL)).toMatchObject({ reason: 'disconnected' });
  });

  test('in the middle of a plain body is disconnected', async () => {
    const endpoint = await startEndpoint((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"choices":[', () => response.destroy());
    });
    expect(await failureOf(endpoint.baseURL)).toMatchObject({ reason: 'disconnected' });
  });

  test('before any answer is disconnected, and nothing was used', async () => {
    const endpoint = await startEndpoint((response) => response.destroy());
    expect(await failureOf(endpoint.baseURL)).toMatchObject({ reason: 'disconnected', usage: undefined });
  });

  test('that was never there is unreachable, and says where', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number }; // a TCP server has one
    await new Promise((resolve) => server.close(resolve));
    const error = await failureOf(`http://127.0.0.1:${port}/v1`);
    expect(error).toMatchObject({ reason: 'unreachable', retryable: true, usage: undefined });
    expect(error.message).toMatch(/127\.0\.0\.1.*ECONNREFUSED/);
  });
});

describe('a slow endpoint', () => {
  const quick = { model: 'm', firstTokenMs: 40, idleMs: 40 };
  const patient = { model: 'm', firstTokenMs: 20_000, idleMs: 20_000 };

  test('that sends nothing is timeout, and its request is closed', async () => {
    const endpoint = await startEndpoint(() => {});
    const error = await failureOf({ ...patient, baseURL: endpoint.baseURL, firstTokenMs: 40 });
    expect(error).toMatchObject({ reason: 'timeout', retryable: true, usage: { modelCalls: 1, outputTokens: 0 } });
    expect(error.message).toMatch(/did not begin within 40 ms/);
    await endpoint.received[0]?.closed;
  });

  test('that only says it is there does not begin by that', async () => {
    const endpoint = await startEndpoint((response) => stream(response, begun, ': still there\n\n'));
    const error = await failureOf({ ...patient, baseURL: endpoint.baseURL, firstTokenMs: 40 });
    expect(error.message).toMatch(/did not begin/);
  });

  test('that stalls after it began is timeout, and its request is closed', async () => {
    const endpoint = await startEndpoint((response) => stream(response, begun, chunk({ content: 'one' })));
    const error = await failureOf({ ...patient, baseURL: endpoint.baseURL, idleMs: 40 });
    expect(error).toMatchObject({ reason: 'timeout', usage: { modelCalls: 1, outputTokens: 1 } });
    expect(error.message).toMatch(/stalled: nothing came within 40 ms/);
    await endpoint.received[0]?.closed;
  });

  test('that stalls in an error body is timeout', async () => {
    const endpoint = await startEndpoint((response) => response.writeHead(500, { 'content-length': '9' }).write('{'));
    expect(await failureOf({ ...quick, baseURL: endpoint.baseURL })).toMatchObject({ reason: 'timeout' });
  });

  test('that waits longer than allowed before it handles the request is timeout', async () => {
    const { mock, baseURL } = await startMock();
    mock.onMessage('hello', { content: 'late' }, { chaos: { latencyMs: 400 } });
    expect(await failureOf({ ...quick, baseURL })).toMatchObject({ reason: 'timeout' });
  });

  test('may take longer than each deadline as long as something comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const pieces = [...'abcdefghijklmnopqrst'];
    const writing = Promise.withResolvers<ServerResponse>();
    const { baseURL } = await startEndpoint((response) => writing.resolve(stream(response, begun)));
    // Each piece is written when the one before has been read and most of the time to the deadline has passed.
    const writeNext = async () => {
      const response = await writing.promise;
      vi.advanceTimersByTime(400);
      const piece = pieces.shift();
      if (piece) response.write(chunk({ content: piece }));
      else response.end(chunk({}, 'stop') + event('[DONE]'));
    };
    writeNext();
    const model = openaiModel({ model: 'm', baseURL, firstTokenMs: 500, idleMs: 500 });
    expect((await model.call(ask('hello', { onDelta: writeNext }))).text).toBe('abcdefghijklmnopqrst');
  });
});

describe('an abort', () => {
  test('in the middle of the stream ends the call and closes the request at the server', async () => {
    const endpoint = await startEndpoint((response) => stream(response, chunk({ content: 'one' })));
    const controller = new AbortController();
    const reason = new Error('the user left');
    const error = await failureOf(
      endpoint.baseURL,
      ask('hello', { signal: controller.signal, onDelta: () => controller.abort(reason) }),
    );
    expect(error).toMatchObject({ reason: 'aborted', retryable: false, cause: reason, usage: { outputTokens: 1 } });
    await endpoint.received[0]?.closed;
  });

  test('before the answer ends the call and closes the request at the server', async () => {
    const controller = new AbortController();
    const endpoint = await startEndpoint(() => controller.abort());
    const error = await failureOf(endpoint.baseURL, ask('hello', { signal: controller.signal }));
    expect(error.reason).toBe('aborted');
    await endpoint.received[0]?.closed;
  });

  test('with the last piece still ends the call', async () => {
    const endpoint = await startEndpoint((response) =>
      stream(response, chunk({ content: 'one' }, 'stop'), event('[DONE]')).end(),
    );
    const controller = new AbortController();
    const request = ask('hello', { signal: controller.signal, onDelta: () => controller.abort() });
    expect(await failureOf(endpoint.baseURL, request)).toMatchObject({ reason: 'aborted' });
  });

  test('before the call sends nothing', async () => {
    const endpoint = await startEndpoint(() => {});
    const error = await failureOf(endpoint.baseURL, ask('hello', { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ reason: 'aborted', usage: undefined });
    expect(endpoint.received).toEqual([]);
  });
});
