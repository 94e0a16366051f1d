/** The same four calls to servers of many dialects: what a person would not expect to fail does not fail, and is paid once. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Message } from '../../../src/domain/message.ts';
import type { Model, ModelResponse } from '../../../src/models/model.ts';
import { openaiModel } from '../../../src/models/openai/openai-model.ts';
import { ask } from '../endpoint.ts';
import { type StrictServer, startStrictServer, strictServers } from './strict-servers.ts';

const city = z.strictObject({ city: z.string(), unit: z.literal('C').optional() });
const look = { name: 'look', description: 'Weather of a city', parameters: z.toJSONSchema(city) };
const note = { name: 'note', description: 'Keeps a note', parameters: z.toJSONSchema(z.object({ text: z.string() })) };
const schema = { name: 'rain', schema: z.object({ isRain: z.boolean() }) };
const user = (content: string): Message => ({ role: 'user', content });
const system = (content: string): Message => ({ role: 'system', content });

/** A greeting, a lookup that is demanded, the answer from it, and a decision: as a run makes them. */
async function fourCalls(model: Model): Promise<ModelResponse[]> {
  const greeting = await model.call(
    ask('', {
      messages: [system('Be short.'), user('Good morning'), user('and hello'), system('Be kind.')],
      maxOutputTokens: 99,
    }),
  );
  const question = [system('Be short.'), user('What of the weather in Bonn?')];
  const tools = [note, look];
  const lookup = await model.call(ask('', { messages: question, tools, toolChoice: { name: 'look' } }));
  const { text, toolCalls, provider } = lookup;
  const exchange: Message[] = [
    ...question,
    { role: 'assistant', content: text, toolCalls: [...toolCalls], ...(provider ? { provider } : {}) },
    ...toolCalls.map(({ id, name }): Message => ({ role: 'tool', content: 'rain', toolCallId: id, name })),
    user('That was the last lookup.'),
  ];
  const answer = await model.call(ask('', { messages: toolCalls.length > 0 ? exchange : question, tools }));
  const decision = await model.call(ask('Does it rain? They say: rain.', { schema }));
  return [greeting, lookup, answer, decision];
}

/** How many requests a server gets for the four calls when it is new, and when it is known. */
const requests: Readonly<Record<string, readonly [first: number, next: number]>> = {
  'OpenAI, a reasoning model behind a gateway': [5, 4],
  'OpenRouter, no provider with tools': [5, 4],
  'OpenRouter, no provider with that tool choice': [6, 4],
  'Ollama, a model without tools': [5, 4],
  'vLLM without a tool parser, Gemma without a system role': [6, 4],
  'llama.cpp without its templates': [5, 4],
  'LM Studio': [5, 4],
  Gemini: [5, 4],
  'DeepSeek, thinking': [7, 4],
  Mistral: [6, 4],
  'Qwen, thinking': [6, 4],
  'a server that streams nothing': [5, 4],
  // Without a word about the cause nothing is given up at once: what helped twice in a row is kept.
  'a server that knows tools and formats only by their absence': [7, 4],
  'a server that streams plain text and ignores tools': [4, 4],
  'a server that answers prose to everything': [4, 4],
};

const servers = Object.entries(strictServers);

describe('an endpoint that is strict in its own way answers all four calls', () => {
  test.each(servers.filter(([, { isProse, callsTools = true }]) => !isProse && callsTools))(
    '%s',
    async (name, server) => {
      const endpoint = await startStrictServer(server);
      const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
      const counts: number[] = [];
      for (const _round of ['new', 'known']) {
        const before = endpoint.received.length;
        const [greeting, lookup, answer, decision] = await fourCalls(model);
        counts.push(endpoint.received.length - before);
        expect(greeting?.text).toBe('It rains in Bonn.');
        expect(lookup?.toolCalls).toMatchObject([{ name: 'look', arguments: '{"city":"Bonn"}' }]);
        expect(answer).toMatchObject({ text: 'It rains in Bonn.', toolCalls: [] });
        expect(JSON.parse(decision?.text ?? '')).toEqual({ isRain: true });
        const used = [greeting, lookup, answer, decision].map((response) => response?.usage.modelCalls);
        expect(used).toEqual([1, 1, 1, 1]);
      }
      expect(counts).toEqual(requests[name]);
    },
  );

  test.each(servers.filter(([, { isProse, callsTools = true }]) => isProse || !callsTools))(
    '%s: its words are the answer, and it loses nothing for them',
    async (name, server) => {
      const endpoint = await startStrictServer(server);
      const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
      for (const _round of ['new', 'known']) {
        for (const { text, toolCalls, usage } of await fourCalls(model)) {
          expect({ toolCalls, usage }).toMatchObject({ toolCalls: [], usage: { modelCalls: 1 } });
          expect(text).not.toBe('');
        }
      }
      expect(endpoint.received).toHaveLength((requests[name] ?? []).reduce((sum, each) => sum + each, 0));
      // Prose is no refusal: tools, their choice and the schema are asked for as before.
      const [, lookup, , decision] = endpoint.received.slice(-4).map(({ body }) => body);
      expect(lookup).toMatchObject({ tool_choice: { function: { name: 'look' } }, tools: [{}, {}] });
      expect(decision).toMatchObject({ response_format: { type: 'json_schema' } });
    },
  );

  test.each([
    ['gemini', 'Gemini'],
    ['deepseek', 'DeepSeek, thinking'],
    ['mistral', 'Mistral'],
    ['lmstudio', 'LM Studio'],
    ['qwen', 'Qwen, thinking'],
  ] as const)('the preset "%s" knows some of it beforehand', async (preset, name) => {
    const endpoint = await startStrictServer(strictServers[name] as StrictServer); // it is in the table
    await fourCalls(openaiModel({ model: 'm', baseURL: endpoint.baseURL, preset }));
    const [first = 0] = requests[name] ?? [];
    // Qwen thinks only if it is told to: then the choice of a tool is found out.
    const saved = { gemini: 1, deepseek: 1, mistral: 2, lmstudio: 1, qwen: 0 }[preset];
    expect(endpoint.received).toHaveLength(first - saved);
  });
});
