import { createOrchestrator, defineSpecialist, defineTool, type Message, memoryStore } from 'troupe';
import { compressHistory, createConversationAnalyst } from 'troupe/conversation';
import { offlineModel } from 'troupe/offline';
import { type ScriptLine, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { messageTokens } from '../../src/conversation/message-tokens.ts';
import { requestProblem } from '../../src/domain/message.ts';
import { maxPartBytes, type Part } from '../../src/domain/part.ts';
import { estimateInputTokens } from '../../src/models/estimate-input-tokens.ts';
import { expectReplay, of, planText, stage, worker } from './scenario.ts';

const data = 'iVBORw0KGgoAAAAN';
const image: Part = { type: 'image', mediaType: 'image/png', data };
const asked: Message = { role: 'user', content: 'What is this?', parts: [image] };
const shownIn = (messages: readonly Message[] = []) => messages.flatMap(({ parts = [] }) => parts);

describe('an image in a request', () => {
  it('reaches every call that has the question, and is in the log once', async () => {
    const store = memoryStore();
    const lines: ScriptLine[] = [
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: [] }) },
      { purpose: 'work', reply: 'a cat' },
      { purpose: 'work', reply: 'a hat' },
      { purpose: 'reflect', reply: 'A cat with a hat.' },
    ];
    const { troupe, model } = stage(lines, { store });
    await troupe.invoke([asked], { runId: 'r' });
    for (const { brief, messages } of model.calls) expect(shownIn(messages), brief.purpose).toEqual([image]);
    const log = await store.read('r');
    expectReplay(log);
    expect(JSON.stringify(log).split(data)).toHaveLength(2);
  });

  it('of an earlier turn is named in words to those who do not talk with the user', async () => {
    const lines: ScriptLine[] = [
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [] }) },
      { purpose: 'work', reply: 'black' },
    ];
    const store = memoryStore();
    const { troupe, model } = stage(lines, { store });
    const later: Message[] = [
      { role: 'assistant', content: 'A cat.' },
      { role: 'user', content: 'What colour has the cat?' },
    ];
    await troupe.invoke([{ ...asked, content: 'Here is the cat.' }, ...later], { runId: 'r' });
    expect(JSON.stringify(await store.read('r')).split(data)).toHaveLength(2);
    const [think, , work] = model.calls;
    expect(shownIn(think?.messages)).toEqual([image]);
    expect(shownIn(work?.messages)).toEqual([]);
    expect(work?.messages.at(-1)?.content).toContain('[image, image/png, 1 KB, not shown]');
  });

  it('that does not fit into the window is named in words in the summary', () => {
    const long = Array.from(
      { length: 60 },
      (_, at): Message => ({ role: 'user', content: `Number ${at} is ${at * 7}.` }),
    );
    const history: Message[] = [{ role: 'user', content: 'The cat is called Tom.', parts: [image] }, ...long];
    const short = compressHistory(history, { maxTokens: 400, question: 'Which image shows the cat Tom?' });
    expect(shownIn(short)).toEqual([]);
    expect(short.map(({ content }) => content).join('\n')).toContain('[image, image/png, 1 KB, not shown]');
  });

  it('makes another conversation of the same words', () => {
    const analyst = createConversationAnalyst();
    const other: Part = { ...image, data: 'AAAA' };
    analyst.prepare([asked]);
    expect(shownIn(analyst.prepare([{ ...asked, parts: [other] }]))).toEqual([other]);
    const { parts: _, ...bare } = asked;
    for (const message of [bare, asked]) {
      expect(analyst.analyze([message], 'now').tokenCount).toBe(messageTokens(message));
    }
  });

  it('counts in the estimates', () => {
    const { parts: _, ...bare } = asked;
    expect(messageTokens(asked) - messageTokens(bare)).toBe(1000);
    expect(estimateInputTokens({ messages: [asked] }) - estimateInputTokens({ messages: [bare] })).toBe(1000);
  });

  it('cannot be seen by the offline rules, and they say so', async () => {
    const troupe = createOrchestrator({ model: offlineModel(), specialists: [worker] });
    const { message, notDone, status } = await troupe.invoke([asked]);
    expect(status).toBe('completed');
    expect(message.content).toContain('The offline rules read text only: they cannot see images');
    expect(notDone).toContainEqual(expect.objectContaining({ what: '[image, image/png, 1 KB, not shown]' }));
  });
});

describe('parts that cannot be used', () => {
  const big = 'A'.repeat(Math.ceil((maxPartBytes * 4) / 3) + 4);
  it.each([
    ['another kind', { type: 'sound', mediaType: 'audio/mp3', data }, 'messages[0].parts[0].type'],
    ['another media type', { ...image, mediaType: 'image/tiff' }, 'Give one of image/png, image/jpeg'],
    ['a data URL', { ...image, data: `data:image/png;base64,${data}` }, 'Write it as base64, without the beginning'],
    ['too many bytes', { ...image, data: big }, 'It has 21 MB, more than 20 MB'],
    ['data and an address', { ...image, url: 'https://example.org/a.png' }, 'its url: one of them'],
    ['neither', { type: 'image', mediaType: 'image/png' }, 'its url: one of them'],
    ['an address of a file', { type: 'image', mediaType: 'image/png', url: 'file:///a.png' }, 'begins with https://'],
    ['a file without a name', { type: 'file', mediaType: 'application/pdf', data }, 'messages[0].parts[0].name'],
  ])('are refused with the place and what to do: %s', (_, part, problem) => {
    expect(requestProblem([{ role: 'user', content: 'What is this?', parts: [part] }])).toContain(problem);
  });

  it('are refused in a message of the assistant', () => {
    const messages = [{ role: 'assistant', content: 'Look.', parts: [image] }, asked];
    expect(requestProblem(messages)).toContain('messages[0].parts: a message from "assistant" has no parts');
  });
});

describe('an image that a tool gives', () => {
  const camera = (parts: unknown) =>
    defineTool({
      name: 'photograph',
      description: 'takes a picture',
      capability: 'read',
      input: z.object({}),
      run: () => ({ text: 'taken', parts: parts as Part[] }), // as JavaScript would give it
    });
  const artist = (parts: unknown) =>
    defineSpecialist({ name: 'worker', description: 'takes pictures', tools: [camera(parts)] });
  const lines = (work: string): ScriptLine[] => [
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [] }) },
    { purpose: 'work', reply: { toolCalls: [{ name: 'photograph', arguments: '{}' }] } },
    { purpose: 'work', reply: work },
  ];

  it('is in the log as its result, and shown to the model', async () => {
    const { start, model } = stage(lines('a cat'), { specialists: [artist([image])] });
    const run = start();
    await run.result;
    const used = of(run.log, 'effect.completed').find(({ data }) => data.kind === 'useTool');
    expect(used?.data.output).toMatchObject({ text: 'taken', parts: [image] });
    expect(model.calls.at(-1)?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'taken', parts: [image] });
  });

  it('is described in words where the output of the tool is the result', async () => {
    const reply = { toolCalls: [{ name: 'photograph', arguments: '{"answer_with_this":true}' }] };
    const { start } = stage([...lines('').slice(0, 2), { purpose: 'work', reply }], { specialists: [artist([image])] });
    expect((await start().result).message.content).toBe('taken\n[image, image/png, 1 KB, not shown]');
  });

  it('that is none is an error that the model reads', async () => {
    const judged: ScriptLine = { purpose: 'reflect', reply: 'There is no picture.' };
    const { start, model } = stage([...lines('no picture'), judged], { specialists: [artist([{ type: 'image' }])] });
    await start().result;
    expect(model.calls[3]?.messages.at(-1)?.content).toContain('The tool "photograph" gave parts that are none');
  });

  it('that the host looks up goes along into later calls in words', async () => {
    const { start, model } = stage(
      [
        { purpose: 'think', reply: { toolCalls: [{ name: 'photograph', arguments: '{}' }] } },
        { purpose: 'think', reply: thinking({ steps: [{ id: 'a', task: 'work on a', specialist: 'worker' }] }) },
        { purpose: 'work', reply: 'a cat' },
      ],
      { specialists: [artist([image])] },
    );
    await start().result;
    expect(shownIn(model.calls[1]?.messages)).toEqual([image]);
    expect(model.calls[2]?.messages.at(-1)?.content).toContain('taken\n[image, image/png, 1 KB, not shown]');
  });
});
