import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openaiModel } from '../../../src/models/openai/openai-model.ts';
import { ask, event, reply, say, startEndpoint, stream } from '../endpoint.ts';

describe('the API key', () => {
  const apiKey = 'sk-very-secret-key-0123456789';

  test('is sent, and is in nothing that the model shows', async () => {
    const endpoint = await startEndpoint((response) => say(response, 'Fine.'));
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL, apiKey: `${apiKey}\n` });
    await model.call(ask('1'));
    expect(endpoint.received[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(inspect(model, { depth: 20, showHidden: true }) + JSON.stringify(model)).not.toContain(apiKey);
  });

  test.each([
    ['in a refusal', 401, { error: { message: `Incorrect API key provided: ${apiKey}`, code: apiKey } }],
    ['in a body of another shape', 500, { detail: { authorization: `Bearer ${apiKey}` } }],
    ['in a header', 429, { error: { message: 'slow down' } }],
  ])('is in no error when the endpoint repeats it %s', async (_, status, body) => {
    const endpoint = await startEndpoint((response) => reply(response, status, body, { 'x-echo': apiKey }));
    const error = await openaiModel({ model: 'm', baseURL: endpoint.baseURL, apiKey })
      .call(ask('1'))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ModelError' });
    expect(inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error)).not.toContain(apiKey);
  });

  test('is in no error when it comes back inside a stream', async () => {
    const endpoint = await startEndpoint((response) =>
      stream(response, event({ error: { message: `bad ${apiKey}` } })).end(),
    );
    const error = await openaiModel({ model: 'm', baseURL: endpoint.baseURL, apiKey })
      .call(ask('1'))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ModelError' });
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(apiKey);
  });

  test('is refused without being shown when a header cannot carry it', () => {
    const broken = `${apiKey}\n密`;
    expect(() => openaiModel({ model: 'm', apiKey: broken })).toThrow(/cannot be sent in a header/);
    expect(() => openaiModel({ model: 'm', apiKey: broken })).not.toThrow(apiKey);
  });
});

describe('a base URL', () => {
  test.each(['localhost:11434', 'ftp://host/v1', ''])('that is not http is refused: "%s"', (baseURL) => {
    expect(() => openaiModel({ model: 'm', baseURL })).toThrow(/base URL/);
  });

  test('with a password is refused without showing it', () => {
    const make = () => openaiModel({ model: 'm', baseURL: 'http://me:hunter22@host/v1' });
    expect(make).toThrow(/user or password/);
    expect(make).not.toThrow(/hunter22/);
  });
});
