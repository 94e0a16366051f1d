import { createMemory, type Message, modelExtractor } from 'troupe/memory';
import { scriptedModel } from 'troupe/testing';
import { describe, expect, it } from 'vitest';

const bo = { user: 'bo' };
const said = (content: string): Message[] => [{ role: 'user', content }];
const sentence = 'We plan a party for 30 people with at most 4,000 euros until Friday.';
const guests = { quote: 'a party for 30 people', kind: 'fact', about: 'party' };
const money = { quote: 'at most 4,000 euros', kind: 'fact', about: 'budget' };
const day = { quote: 'until Friday', kind: 'fact', about: 'deadline' };

/** A memory that has learned one sentence, in which a model found several things, and what that model will find later. */
async function learned(found: readonly object[], ...later: readonly object[]) {
  const replies = [found, ...later.map((each) => [each])].map((memories) => JSON.stringify({ memories }));
  const model = scriptedModel(replies.map((reply) => ({ purpose: 'agent', agent: 'memory', reply })));
  const memory = createMemory({ extract: modelExtractor({ model }) });
  await memory.learn(bo, said(sentence));
  return { memory, model };
}
const values = async (memory: Awaited<ReturnType<typeof learned>>['memory']) =>
  Object.fromEntries((await memory.recall(bo, 'What do we plan?')).map(({ key, value }) => [key, value]));

describe('of several things that were said in the same words', () => {
  it('one that is corrected is not said by the others any more', async () => {
    const { memory, model } = await learned([guests, money, day], {
      quote: 'Our budget is 5,000 now',
      kind: 'fact',
      about: 'budget',
    });
    expect(Object.keys(await values(memory))).toHaveLength(3);
    await memory.learn(bo, said('Our budget is 5,000 now.'));
    expect(model.calls.at(-1)?.messages.at(-1)?.content).toContain(
      '1. deadline: until Friday\n2. budget: at most 4,000 euros\n3. a party for 30 people\n</known>',
    );
    const rest = 'We plan a party for 30 people with […] until Friday.';
    expect(await values(memory)).toEqual({ budget: 'Our budget is 5,000 now.', party: rest, deadline: rest });
  });

  it('one that is forgotten is not said by the others any more, and does not come back', async () => {
    const { memory } = await learned([guests, money, day], money);
    const [kept] = await memory.list(bo);
    const gone = await memory.forget(bo, ['budget', 'deadline']);
    expect(gone.map(({ key }) => key).sort()).toEqual(['budget', 'deadline']);
    expect(await values(memory)).toEqual({ party: 'We plan a party for 30 people with […] […].' });
    // What a run has recalled is not shown as it was.
    expect(await memory.find(bo, [kept?.id ?? ''])).toEqual([]);
    await memory.learn(bo, said(sentence));
    expect(JSON.stringify(await memory.list(bo))).not.toMatch(/4,000|Friday/);
    expect(JSON.stringify(await memory.withoutForgotten(bo, said(sentence)))).not.toContain('4,000');
  });

  it('one that cannot be told from another is forgotten with it', async () => {
    const { memory } = await learned([{ ...guests, quote: sentence }, money]);
    expect((await memory.forget(bo, ['budget'])).map(({ key }) => key).sort()).toEqual(['budget', 'party']);
    expect(await values(memory)).toEqual({});
  });
});

it('a text that an application has stored twice is forgotten once', async () => {
  const memory = createMemory();
  for (const key of ['dinner', 'lunch']) await memory.remember(bo, { key, value: 'Pizza for all.' });
  expect(await memory.forget(bo, ['lunch'])).toHaveLength(1);
  expect((await memory.list(bo)).map(({ key, value }) => [key, value])).toEqual([['dinner', 'Pizza for all.']]);
});
