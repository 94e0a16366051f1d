/** What a request says about tools, and what of their calls arrives. */
import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../../src/models/model.ts';
import { openaiModel } from '../../../src/models/openai/openai-model.ts';
import { ask, chunk, event, reply, say, startEndpoint, stream } from '../endpoint.ts';

const tool = (name: string) => ({ name, description: name, parameters: { type: 'object', properties: {} } });
const tools = [tool('plan'), tool('look')];
type CallPiece = Parameters<NonNullable<ModelRequest['onCallDelta']>>[0];

describe('the choice of a tool', () => {
  const refusing = (refused: (choice: unknown) => boolean) =>
    startEndpoint((response, { body }) =>
      refused(body.tool_choice)
        ? reply(response, 400, { error: { message: 'This value of tool_choice cannot be used' } })
        : say(response, 'Fine.'),
    );
  const sent = async (toolChoice: ModelRequest['toolChoice'], refused: (choice: unknown) => boolean = () => false) => {
    const endpoint = await refusing(refused);
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    for (const key of ['1', '2']) await model.call(ask('go', { tools, key, ...(toolChoice ? { toolChoice } : {}) }));
    return endpoint.received.map(({ body }) => ({
      choice: body.tool_choice,
      offered: (body.tools as { function: { name: string } }[] | undefined)?.map((each) => each.function.name), // as the API has it
    }));
  };
  const both = ['plan', 'look'];
  const named = { type: 'function', function: { name: 'plan' } };

  test('is left to the model unless somebody makes it', async () => {
    expect(await sent(undefined)).toEqual([{ offered: both }, { offered: both }]);
  });

  test('is said by name', async () => {
    expect(await sent({ name: 'plan' })).toEqual(Array(2).fill({ choice: named, offered: both }));
  });

  test('is "required" with that tool alone where names are refused, and then not said at all; the way is kept', async () => {
    const only = ['plan'];
    const isObject = (choice: unknown) => typeof choice === 'object' && choice !== null;
    expect(await sent({ name: 'plan' }, isObject)).toEqual([
      { choice: named, offered: both },
      { choice: 'required', offered: only },
      { choice: 'required', offered: only },
    ]);
    expect(await sent({ name: 'plan' }, (choice) => choice !== undefined)).toEqual([
      { choice: named, offered: both },
      { choice: 'required', offered: only },
      { offered: only },
      { offered: only },
    ]);
  });

  test('"none" is said, and where that is refused nothing is offered', async () => {
    expect(await sent('none')).toEqual(Array(2).fill({ choice: 'none', offered: both }));
    const last = (await sent('none', (choice) => choice !== undefined)).at(-1);
    expect(last).toEqual({ choice: undefined, offered: undefined });
  });
});

describe('the arguments of calls', () => {
  const pieces: CallPiece[] = [];
  const follow = async (baseURL: string) => {
    pieces.length = 0;
    return openaiModel({ model: 'm', baseURL }).call(ask('go', { tools, onCallDelta: (piece) => pieces.push(piece) }));
  };

  test('are told as they arrive, each with its place and its name', async () => {
    const part = (index: number, fields: Record<string, unknown>) => chunk({ tool_calls: [{ index, ...fields }] });
    const endpoint = await startEndpoint((response) =>
      stream(
        response,
        part(0, { id: 'a', function: { name: 'plan', arguments: '' } }),
        part(0, { function: { arguments: '{"steps":' } }),
        part(0, { function: { arguments: '[]}' } }),
        part(1, { id: 'b', function: { name: 'look' } }),
        chunk({}, 'tool_calls'),
        event('[DONE]'),
      ).end(),
    );
    const { toolCalls } = await follow(endpoint.baseURL);
    expect(pieces).toEqual([
      { index: 0, name: 'plan', text: '{"steps":' },
      { index: 0, name: 'plan', text: '[]}' },
      { index: 1, name: 'look', text: '{}' },
    ]);
    expect(toolCalls.map((call) => call.arguments)).toEqual(['{"steps":[]}', '{}']);
  });

  test.each([
    ['in a body that is not streamed', { arguments: '{"a":1}' }],
    ['as a value instead of its text', { arguments: { a: 1 } }],
  ])('are told in one piece when they come %s', async (_, given) => {
    const message = {
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', ...given } }],
    };
    const endpoint = await startEndpoint((response) =>
      reply(response, 200, { choices: [{ message, finish_reason: 'tool_calls' }] }),
    );
    const { toolCalls } = await follow(endpoint.baseURL);
    expect(toolCalls).toEqual([{ id: 'a', name: 'look', arguments: '{"a":1}' }]);
    expect(pieces).toEqual([{ index: 0, name: 'look', text: '{"a":1}' }]);
  });

  test('are told in one piece when the call is written as text', async () => {
    const endpoint = await startEndpoint((response) =>
      say(response, '<tool_call>{"name": "look", "arguments": {}}</tool_call>'),
    );
    await follow(endpoint.baseURL);
    expect(pieces).toEqual([{ index: 0, name: 'look', text: '{}' }]);
  });

  test('never hold the API key, however they are cut', async () => {
    const apiKey = 'sk-proj-Zx81kQw93LmTe7RbYv52NcHd60';
    const letters = [...JSON.stringify({ note: `The key is ${apiKey}, so.` })];
    const endpoint = await startEndpoint((response) =>
      stream(
        response,
        ...letters.map((text) =>
          chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'look', arguments: text } }] }),
        ),
        chunk({}, 'tool_calls'),
        event('[DONE]'),
      ).end(),
    );
    pieces.length = 0;
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL, apiKey });
    const { toolCalls } = await model.call(ask('go', { tools, onCallDelta: (piece) => pieces.push(piece) }));
    expect(pieces.map(({ text }) => text).join('')).toBe(toolCalls[0]?.arguments);
    expect(toolCalls[0]?.arguments).toBe('{"note":"The key is sk-[API key], so."}');
  });
});
