import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openaiModel } from '../../../src/models/openai/openai-model.ts';
import { ask, chunk, event, reply, say, startEndpoint, stream } from '../endpoint.ts';

const apiKey = 'sk-proj-Zx81kQw93LmTe7RbYv52NcHd60';
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** What an endpoint may make of a key, with what may not be left of it. */
const repetitions: Record<string, readonly [text: string, leak: string]> = {
  'as it is': [apiKey, apiKey.slice(8)],
  'its first half': [apiKey.slice(0, 16), apiKey.slice(8, 16)],
  'its second half': [apiKey.slice(16), apiKey.slice(20, 28)],
  'eight characters from its middle': [apiKey.slice(11, 19), apiKey.slice(11, 19)],
  'its ends around stars': [`${apiKey.slice(0, 11)}********${apiKey.slice(-4)}`, apiKey.slice(-4)],
  'its ends around dots': [`${apiKey.slice(0, 6)}...${apiKey.slice(-4)}`, apiKey.slice(-4)],
  'in capital letters': [apiKey.toUpperCase(), apiKey.slice(12).toUpperCase()],
  'in base64': [base64(apiKey), base64(apiKey).slice(8, 24)],
  'in base64 with a name before it': [base64(`me:${apiKey}`), base64(`me:${apiKey}`).slice(12, 28)],
  'in base64 with a word before it': [base64(`Bearer ${apiKey}`), base64(`Bearer ${apiKey}`).slice(16, 32)],
  'in base64 for URLs': [Buffer.from(apiKey).toString('base64url'), base64(apiKey).slice(8, 24)],
  'as hexadecimal digits': [Buffer.from(apiKey).toString('hex'), Buffer.from(apiKey.slice(10, 20)).toString('hex')],
};
const cases = Object.entries(repetitions).map(([how, [text, leak]]) => [how, text, leak] as const);

const model = (baseURL: string, key = apiKey) => openaiModel({ model: 'm', baseURL, apiKey: key });

async function failureOf(endpoint: { baseURL: string }): Promise<unknown> {
  const error = await model(endpoint.baseURL)
    .call(ask('1'))
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ModelError' });
  return error;
}

describe('an endpoint that repeats the key', () => {
  test.each(cases)('%s in an error gets it into no message', async (_, text, leak) => {
    const endpoint = await startEndpoint((response) =>
      reply(response, 401, { error: { message: `Incorrect API key provided: ${text}. See the docs.` } }),
    );
    const error = await failureOf(endpoint);
    expect(error).toMatchObject({ message: expect.stringMatching(/Incorrect API key provided: .*\[API key\].* See/) });
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(leak);
  });

  test.each(cases)('%s in a refusal gets it into no message', async (_, text, leak) => {
    const endpoint = await startEndpoint((response) =>
      stream(response, chunk({ refusal: `Not for ${text}` }), chunk({}, 'stop'), event('[DONE]')).end(),
    );
    expect(inspect(await failureOf(endpoint), { depth: 20, showHidden: true })).not.toContain(leak);
  });

  test.each(cases)('%s in an answer gets it into no text, piece, thought or call', async (_, text, leak) => {
    const letters = [...`You sent ${text}, thank you.`];
    const call = { index: 0, id: 'c1', function: { name: 'note', arguments: JSON.stringify({ text }) } };
    const endpoint = await startEndpoint((response) =>
      stream(
        response,
        ...letters.map((content) => chunk({ content })),
        chunk({ reasoning_content: `the key is ${text}` }),
        chunk({ tool_calls: [call] }),
        chunk({}, 'tool_calls'),
        event('[DONE]'),
      ).end(),
    );
    const pieces: string[] = [];
    const response = await model(endpoint.baseURL).call({ ...ask('1'), onDelta: (piece) => pieces.push(piece) });
    expect(response.text).toMatch(/^You sent .*\[API key\].*, thank you\.$/);
    expect(pieces.join('')).toBe(response.text);
    expect(pieces.length).toBeGreaterThan(3);
    expect(JSON.stringify([response, pieces])).not.toContain(leak);
    expect(JSON.parse(response.toolCalls[0]?.arguments ?? '')).toEqual({
      text: expect.stringContaining('[API key]'),
    });
  });
});

test('a key that is made of words takes none of them out of an answer', async () => {
  const text = 'The development of the server was finished in 2024.';
  const endpoint = await startEndpoint((response) => say(response, text));
  expect((await model(endpoint.baseURL, 'development-server-key-2024').call(ask('1'))).text).toBe(text);
});

test('a key that is only a word, as local servers want one, changes no answer', async () => {
  const endpoint = await startEndpoint((response) => say(response, 'Use a placeholder, or anything.'));
  for (const word of ['placeholder', 'anything', 'sk-no-key-required']) {
    expect((await model(endpoint.baseURL, word).call(ask('1'))).text).toBe('Use a placeholder, or anything.');
  }
});
