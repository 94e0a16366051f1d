/** The shape in which a conversation goes out, and the shapes in which answers come in. */
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/message.ts';
import { openaiModel } from '../../../src/models/openai/openai-model.ts';
import type { Brief } from '../../../src/prompts/brief.ts';
import { ask, chunk, event, reply, say, startEndpoint, stream } from '../endpoint.ts';

const message = (role: Message['role'], content: string, parts: Partial<Message> = {}): Message => ({
  role,
  content,
  ...parts,
});
const call = { id: 'a', name: 'look', arguments: '{}' };
const wireCall = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } };

async function sent(messages: readonly Message[], brief: Partial<Brief> = {}) {
  const endpoint = await startEndpoint((response) => say(response, 'Fine.'));
  const request = ask('', { messages, brief: brief as Brief }); // the adapter reads the language alone
  await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(request);
  return endpoint.received[0]?.body.messages;
}

describe('a conversation goes out', () => {
  test('with one system message in front, of all there are, in their order', async () => {
    expect(
      await sent([message('system', 'One.'), message('user', 'Hi'), message('system', 'Two.'), message('system', ' ')]),
    ).toEqual([message('system', 'One.\n\nTwo.'), message('user', 'Hi')]);
  });

  test('without two messages of one role in a row', async () => {
    expect(
      await sent([
        message('user', 'One'),
        message('user', 'two'),
        message('assistant', 'Three'),
        message('assistant', 'four'),
        message('assistant', '', { toolCalls: [call] }),
        message('tool', 'x', { toolCallId: 'a' }),
        message('tool', 'y', { toolCallId: 'b' }),
        message('user', 'five'),
      ]),
    ).toEqual([
      message('user', 'One\n\ntwo'),
      { role: 'assistant', content: 'Three\n\nfour', tool_calls: [wireCall] },
      { role: 'tool', content: 'x', tool_call_id: 'a' },
      { role: 'tool', content: 'y', tool_call_id: 'b' },
      message('user', 'five'),
    ]);
  });

  test('with calls in messages of their own: their results follow each', async () => {
    const calling = message('assistant', '', { toolCalls: [call] });
    const result = message('tool', 'x', { toolCallId: 'a' });
    const body = await sent([message('user', 'Hi'), calling, result, calling, result]);
    expect((body as Message[]).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool']); // as it was sent
  });

  test('with the names of several speakers in the text of their one message', async () => {
    const ann = message('user', 'Hi', { name: 'ann' });
    expect(await sent([ann, message('user', 'there', { name: 'ann' })])).toEqual([{ ...ann, content: 'Hi\n\nthere' }]);
    expect(await sent([ann, message('user', 'Ho', { name: 'bob' }), message('user', 'all')])).toEqual([
      message('user', 'ann: Hi\n\nbob: Ho\n\nall'),
    ]);
  });

  test.each([
    ['en', '(What came before is left out.)'],
    ['zh', '（此前的内容从略。）'],
  ])('with a user who begins, in "%s"', async (language, words) => {
    const messages = [message('system', 'Be short.'), message('assistant', 'Earlier.'), message('user', 'Now?')];
    expect(await sent(messages, { language })).toEqual([messages[0], message('user', words), ...messages.slice(1)]);
  });
});

describe('an answer comes in', () => {
  const answerOf = async (...events: string[]) => {
    const endpoint = await startEndpoint((response) => stream(response, ...events).end());
    let told = '';
    const onDelta = (text: string) => {
      told += text;
    };
    const response = await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('go', { onDelta }));
    expect(told).toBe(response.text);
    return response;
  };
  const parts = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Two and two.' }] },
    { type: 'text', text: 'It ' },
    { type: 'reference', reference_ids: [1] },
    { type: 'text', text: 'is 4.' },
  ];

  test('as parts, in pieces', async () => {
    const events = parts.map((part) => chunk({ content: [part] }));
    expect(await answerOf(...events, chunk({ content: [] }, 'stop'))).toMatchObject({
      text: 'It is 4.',
      reasoning: 'Two and two.',
    });
  });

  test('as parts, in one body', async () => {
    const endpoint = await startEndpoint((response) =>
      reply(response, 200, { choices: [{ message: { content: parts }, finish_reason: 'stop' }] }),
    );
    const response = await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('go'));
    expect(response).toMatchObject({ text: 'It is 4.', reasoning: 'Two and two.' });
  });

  test('with chunks in between that have no choices, or an empty list of them', async () => {
    const { text, usage } = await answerOf(
      event({ prompt_filter_results: [] }),
      event({ choices: [], object: 'chat.completion.chunk' }),
      chunk({ content: 'It is ' }),
      event({ id: 'x', cost: 0.1 }),
      event({ choices: null }),
      chunk({ content: '4.' }, 'stop'),
      event({ usage: { prompt_tokens: 7, completion_tokens: 3 } }),
    );
    expect({ text, usage }).toEqual({ text: 'It is 4.', usage: { modelCalls: 1, inputTokens: 7, outputTokens: 3 } });
  });

  test('whole, where streaming is refused; asked so from then on', async () => {
    const endpoint = await startEndpoint((response, { body }) =>
      body.stream
        ? reply(response, 400, {
            error: { message: "Unsupported value: 'stream' does not support true", param: 'stream' },
          })
        : reply(response, 200, {
            choices: [{ message: { content: 'Whole.' }, finish_reason: 'stop' }],
            usage: { prompt_tokens: 2, completion_tokens: 1 },
          }),
    );
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    for (const key of ['1', '2']) {
      const told: string[] = [];
      const { text, usage } = await model.call(ask('go', { key, onDelta: (piece) => told.push(piece) }));
      expect({ text, usage, told }).toMatchObject({
        text: 'Whole.',
        usage: { modelCalls: 1, inputTokens: 2 },
        told: ['Whole.'],
      });
    }
    expect(endpoint.received.map(({ body }) => [body.stream, 'stream_options' in body])).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
  });

  test('as an error in a body of status 200, which is read like any other', async () => {
    const endpoint = await startEndpoint((response, { body }) =>
      'tools' in body
        ? reply(response, 200, { error: { message: 'Provider returned error: tools are not supported', code: 400 } })
        : say(response, 'Fine.'),
    );
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    const tools = [{ name: 'look', description: 'look', parameters: { type: 'object' } }];
    expect(await model.call(ask('go', { tools }))).toMatchObject({ text: 'Fine.', usage: { modelCalls: 1 } });
  });
});
