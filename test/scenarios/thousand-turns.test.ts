import { createOrchestrator, defineSpecialist, type Message, type Model, memoryStore } from 'troupe';
import { serializeState, toRunState, views } from 'troupe/log';
import { createMemory, deleteSources, plainShelf } from 'troupe/memory';
import { expect, it } from 'vitest';
import { filler, planted } from './thousand-turns.ts';

const anna = { user: 'anna' };
const turns = 1000;
const user = (content: string): Message => ({ role: 'user', content });

/** Stands for an embedder: what is asked for and what was said point the same way. */
const embed = {
  name: 'knows the pairs',
  embed: async (texts: readonly string[]) =>
    texts.map((text) =>
      planted.map(({ say, ask, before }) => (text === say || text === ask || text === before ? 1 : 0)),
    ),
};

it('fifty things said in a thousand turns are known when they are asked for, as they were said last, until they are deleted', async () => {
  const prompts: string[] = [];
  const model: Model = {
    name: 'listener',
    isFree: true,
    async call({ messages }) {
      prompts.push(messages.map(({ content }) => content).join('\n'));
      const usage = { modelCalls: 1, inputTokens: 0, outputTokens: 0 };
      return { text: 'Yes.', toolCalls: [], finishReason: 'stop', usage };
    },
  };
  const [shelf, store] = [plainShelf(), memoryStore()];
  const memory = createMemory({ shelf });
  const specialists = [defineSpecialist({ name: 'helper', description: 'helps' })];
  const over = (other: ReturnType<typeof createMemory>) =>
    createOrchestrator({ model, specialists, memory: other, store });
  const troupe = over(memory);

  // One conversation: what was said first comes in its first half, what takes its place in the second.
  expect(planted).toHaveLength(50);
  const said = new Map<number, string>();
  for (const [place, { say, before }] of planted.entries()) {
    if (before !== undefined) said.set(7 + place * 9, before);
    said.set(503 + place * 9, say);
  }
  const conversation: Message[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const words = said.get(turn);
    conversation.push(user(words ?? filler(turn)));
    if (words === undefined) expect(await memory.learn(anna, conversation.slice(-1))).toEqual([]);
    else await troupe.invoke(conversation.slice(-9), { context: anna, sessionId: 'long', runId: `turn-${turn}` });
    conversation.push({ role: 'assistant', content: 'Yes.' });
  }
  expect((await memory.list(anna)).map(({ value }) => value).sort()).toEqual(planted.map(({ say }) => say).sort());

  const later = async (ask: string, other = troupe, messages: readonly Message[] = []) => {
    const run = other.start([...messages, user(ask)], { context: anna });
    expect((await run.result).status).toBe('completed');
    return { prompt: prompts.at(-1) ?? '', log: run.log };
  };

  // In a new conversation, whatever is asked, what was said last is there, and what it replaced is not.
  const replaced = planted.flatMap(({ before }) => before ?? []);
  const runs = [];
  for (const { say, ask } of planted) {
    const { prompt, log } = await later(ask);
    runs.push(log);
    expect(prompt.includes(say), ask).toBe(true);
    expect(replaced.filter((value) => prompt.includes(value))).toEqual([]);
  }

  // Without room for what is pinned, words find what shares words with the question; an embedder finds the rest.
  const byWords = over(createMemory({ shelf, limits: { pinnedTokens: 0 } }));
  const byMeaning = over(createMemory({ shelf, limits: { pinnedTokens: 0 }, embed }));
  for (const { say, ask, isParaphrase } of planted.filter(
    ({ say }) => !/以后|今后|每次|now on|叫我|prefer/.test(say),
  )) {
    expect((await later(ask, byWords)).prompt.includes(say), ask).toBe(!isParaphrase);
    expect((await later(ask, byMeaning)).prompt.includes(say), ask).toBe(true);
  }

  // What is deleted is in no prompt any more, not even where the whole conversation comes again, and in no log or export.
  const deleted = planted.flatMap(({ say, isDeleted }) => (isDeleted ? [say] : []));
  expect(deleted).toHaveLength(10);
  const items = (await memory.list(anna)).filter(({ value }) => deleted.includes(value));
  const gone = await memory.forget(
    anna,
    items.map(({ key }) => key),
  );
  expect(gone.map(({ value }) => value).sort()).toEqual(deleted.toSorted());
  const traces = (text: string) => deleted.filter((value) => text.includes(value));
  for (const { say, ask, isDeleted } of planted) {
    const { prompt, log } = await later(ask);
    expect(traces(prompt)).toEqual([]);
    expect(traces(JSON.stringify([log, views.comprehensive.of(log), serializeState(toRunState(log))]))).toEqual([]);
    expect(prompt.includes(say), ask).toBe(!isDeleted);
  }
  for (const log of runs) {
    expect(traces(JSON.stringify(log))).toEqual([]);
    const prompt = await troupe.promptOf(
      log,
      { kind: 'think', input: { mayAsk: true, exchange: [] } },
      { context: anna },
    );
    expect(prompt?.messages.length).toBeGreaterThan(1);
    expect(traces(JSON.stringify(prompt))).toEqual([]);
  }
  const everything = '我的工资和电话是什么？ And my salary?';
  const { prompt } = await later(everything, troupe, conversation);
  expect(prompt).toContain('Compare offers');
  expect(traces(prompt)).toEqual([]);
  const clean = await memory.withoutForgotten(anna, conversation);
  expect(traces(JSON.stringify((await later(everything, troupe, clean)).log))).toEqual([]);
  expect(traces(JSON.stringify(await shelf.read(await shelf.scopes())))).toEqual([]);

  // What people said stays in the logs of the runs that were given it, until those are deleted, too.
  const stored = async () => {
    const listed = await store.runs({ limit: 1000 });
    return JSON.stringify(await Promise.all(listed.map(({ run }) => store.read(run))));
  };
  expect(traces(await stored())).toEqual(deleted);
  await deleteSources(store, gone);
  expect(traces(await stored())).toEqual([]);
});
