import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/message.ts';
import type { Part } from '../../../src/domain/part.ts';
import { openaiModel } from '../../../src/models/openai/openai-model.ts';
import { ask, type Endpoint, reply, say, startEndpoint } from '../endpoint.ts';

const png = 'iVBORw0KGgo=';
const image: Part = { type: 'image', mediaType: 'image/png', data: png };
const photo: Part = { type: 'image', mediaType: 'image/jpeg', url: 'https://example.org/cat.jpg' };
const file: Part = { type: 'file', mediaType: 'application/pdf', name: 'bill.pdf', data: 'JVBERi0=' };
const elsewhere: Part = {
  type: 'file',
  mediaType: 'application/pdf',
  name: 'far.pdf',
  url: 'https://example.org/f.pdf',
};

const user = (content: string, ...parts: Part[]): Message => ({ role: 'user', content, parts });
const bodies = ({ received }: Endpoint) => received.map(({ body }) => body.messages);
/** An endpoint that refuses lists of content parts with these words. */
const textOnly = (message: string, status = 400) =>
  startEndpoint((response, { body }) => {
    const hasParts = (body.messages as { content: unknown }[]).some(({ content }) => Array.isArray(content)); // what a request holds
    if (hasParts) reply(response, status, { error: { message } });
    else say(response, 'seen');
  });

describe('images and files', () => {
  test('go along with the text as parts of the content', async () => {
    const endpoint = await startEndpoint((response) => say(response, 'a cat'));
    const messages = [user('What is this?', image, photo, file, elsewhere)];
    await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('', { messages }));
    expect(bodies(endpoint)).toEqual([
      [
        {
          role: 'user',
          content: [
            {
              type: 'text',
              text: 'What is this?\n[file "far.pdf", application/pdf, https://example.org/f.pdf, not shown]',
            },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
            { type: 'image_url', image_url: { url: 'https://example.org/cat.jpg' } },
            { type: 'file', file: { filename: 'bill.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
          ],
        },
      ],
    ]);
  });

  test('of two messages in a row stay together', async () => {
    const endpoint = await startEndpoint((response) => say(response, 'a cat'));
    const messages = [user('This', image), user('and this', photo)];
    await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('', { messages }));
    expect(bodies(endpoint)[0]).toMatchObject([
      { content: [{ text: 'This\n\nand this' }, { type: 'image_url' }, { type: 'image_url' }] },
    ]);
  });

  test('that tools give follow all results of one turn as a message of the user', async () => {
    const endpoint = await startEndpoint((response) => say(response, 'a cat'));
    const calls = ['look', 'draw'].map((name, at) => ({ id: `c${at}`, name, arguments: '{}' }));
    const messages: Message[] = [
      { role: 'user', content: 'Draw.' },
      { role: 'assistant', content: '', toolCalls: calls },
      { role: 'tool', name: 'look', toolCallId: 'c0', content: 'looked' },
      { role: 'tool', name: 'draw', toolCallId: 'c1', content: 'drawn', parts: [image] },
    ];
    await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('', { messages }));
    expect(bodies(endpoint)[0]).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', content: 'looked' },
      { role: 'tool', content: 'drawn' },
      { role: 'user', content: [{ type: 'text', text: '(Shown by draw:)' }, { type: 'image_url' }] },
    ]);
  });

  test.each([
    ['unknown variant `image_url`, expected `text`'],
    ['Invalid content type. image_url is only supported by certain models.'],
    ['This model does not support image input.'],
    ['messages[0].content: Input should be a valid string'],
    ['No endpoints found that support image input'],
  ])('are described where an endpoint refuses them (%s), and that is remembered', async (words) => {
    const endpoint = await textOnly(words);
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    const messages = [user('What is this?', image)];
    for (const _ of [1, 2]) expect((await model.call(ask('', { messages }))).text).toBe('seen');
    expect(bodies(endpoint)).toHaveLength(3);
    expect(bodies(endpoint)[2]).toEqual([
      { role: 'user', content: 'What is this?\n[image, image/png, 1 KB, not shown]' },
    ]);
  });

  test('of a tool are described in its result where an endpoint refuses them', async () => {
    const endpoint = await textOnly('image input is not supported');
    const messages: Message[] = [
      { role: 'user', content: 'Draw.' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'draw', arguments: '{}' }] },
      { role: 'tool', name: 'draw', toolCallId: 'c', content: 'drawn', parts: [image] },
    ];
    await openaiModel({ model: 'm', baseURL: endpoint.baseURL }).call(ask('', { messages }));
    expect(bodies(endpoint)[1]).toMatchObject([
      {},
      {},
      { role: 'tool', content: 'drawn\n[image, image/png, 1 KB, not shown]' },
    ]);
  });

  test('that are broken are an error, and no reason to leave images out', async () => {
    const endpoint = await textOnly('You uploaded an unsupported image. Please use one of these formats: png');
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    await expect(model.call(ask('', { messages: [user('What is this?', image)] }))).rejects.toMatchObject({
      reason: 'bad-request',
    });
  });
});
