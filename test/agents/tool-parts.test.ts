import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agent, createAgentRunner, sequence } from '../../src/agents/index.ts';
import { clearOldest, messageTokens, shownExchange } from '../../src/agents/model/fit-exchange.ts';
import { summaryMessages } from '../../src/agents/model/summary.ts';
import type { Message } from '../../src/domain/message.ts';
import type { Part } from '../../src/domain/part.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { type Reply, scriptedModel } from '../../src/testing/scripted-model.ts';
import { defineTool } from '../../src/tools/tool.ts';

const image: Part = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgoAAAAN' };
const note = '[image, image/png, 1 KB, not shown]';
const camera = (parts: unknown = [image]) =>
  defineTool({
    name: 'photograph',
    description: 'Takes a picture.',
    capability: 'read',
    input: z.object({}),
    run: () => ({ text: 'taken', parts: parts as Part[] }), // as JavaScript would give it
  });
const snap: Reply = { toolCalls: [{ name: 'photograph', arguments: '{}' }] };
const script = (...replies: readonly Reply[]) => scriptedModel(replies.map((reply) => ({ purpose: 'agent', reply })));
const about = { name: 'artist', description: 'Takes pictures of things.' };

describe('an image that a tool of an agent gives', () => {
  it('is shown to its model, and in words to the agents after it', async () => {
    const model = script(snap, 'a cat', 'A poem about a cat.');
    const artist = agent({ ...about, model, tools: [camera()] });
    const poet = agent({ name: 'poet', description: 'Writes poems about pictures.', model });
    const pair = sequence({ name: 'pair', description: 'Takes pictures, writes poems.', agents: [artist, poet] });
    const runner = createAgentRunner({ agents: [pair], store: memoryStore() });
    await runner.run(pair, 'Go.', { id: 'r' }).result;
    expect(model.calls[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'taken', parts: [image] });
    const [, , told] = model.calls;
    const bytes = JSON.stringify(await runner.entries('r')).split(String(image.data)).length - 1;
    expect(bytes).toBe(2); // the effect's output, and what the call of the tool came to
    expect(told?.messages.flatMap(({ parts = [] }) => parts)).toEqual([]);
    expect(told?.messages.map(({ content }) => content).join('\n')).toContain(`returned result: taken\n  ${note}`);
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('that is none is an error that the model reads', async () => {
    const model = script(snap, 'There is no picture.');
    const artist = agent({ ...about, model, tools: [camera([{ type: 'image' }])] });
    await createAgentRunner({ agents: [artist] }).invoke(artist, 'Go.');
    expect(model.calls[1]?.messages.at(-1)?.content).toContain('The tool "photograph" gave parts that are none');
  });
});

describe('in a window', () => {
  const shown: Message = { role: 'tool', content: 'taken', parts: [image], toolCallId: '1', name: 'photograph' };
  const turn = [
    {
      message: { role: 'assistant' as const, content: '', toolCalls: [{ id: '1', name: 'photograph', arguments: '' }] },
    },
    { message: shown, ref: 'artist/1' },
  ];

  it('an image counts as a model counts it', () => {
    const { parts: _, ...bare } = shown;
    expect(messageTokens(shown) - messageTokens(bare)).toBe(1000);
  });

  it('what does not fit beside the rest of its turn is named in words', async () => {
    const file: Part = { type: 'file', mediaType: 'application/pdf', name: 'a.pdf', data: 'A'.repeat(400_000) };
    const model = script(snap, 'a cat');
    const artist = agent({ ...about, model, tools: [camera([file])], windowTokens: 8000 });
    const { status } = await createAgentRunner({ agents: [artist] }).invoke(artist, 'Go.');
    expect(status).toBe('completed');
    const { content, parts } = model.calls[1]?.messages.at(-1) ?? {};
    expect({ content, parts }).toEqual({ content: 'taken\n[file "a.pdf", application/pdf, 293 KB, not shown]' });
  });

  it('an old image makes room, and a note stands for it', () => {
    const exchange = Array.from({ length: 6 }, () => turn).flat();
    const cleared = clearOldest(exchange, 0, { window: 6000, beside: 0 });
    const seen = shownExchange(exchange, cleared).filter(({ role }) => role === 'tool');
    expect(seen.map(({ content, parts }) => (parts ? 'image' : content))).toEqual([
      ...Array.from({ length: 3 }, () => `taken\n${note}`),
      ...Array.from({ length: 3 }, () => 'image'),
    ]);
  });

  it('an image that is summarised is named in words', () => {
    const split = { head: [], old: turn, kept: [] };
    expect(summaryMessages(split, 8000).at(-1)?.content).toContain(
      `photograph gave (result "artist/1"): taken\n${note}`,
    );
  });
});
