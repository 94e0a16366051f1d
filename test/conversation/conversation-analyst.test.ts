import fc from 'fast-check';
import type { Message } from 'troupe';
import { analyzeConversation, createConversationAnalyst } from 'troupe/conversation';
import { describe, expect, it } from 'vitest';
import { estimateInputTokens } from '../../src/models/estimate-input-tokens.ts';
import { assistant, calling, looseEnds, plantedHistory, result, system, user } from './histories.ts';

const at = '2026-01-01T00:00:00.000Z';
/** Equal messages that are other objects, as they come out of a store. */
const fresh = (messages: readonly Message[]) => JSON.parse(JSON.stringify(messages)) as Message[]; // what went in
const small = { windowTokens: 120, maxHistory: 12 };

const words = fc
  .array(
    fc.constantFrom(
      ...'Lisbon Oslo budget rent 4310 and what decided 北区 预算 上海呢 不对 thanks. why? 那么 New topic whales sea'.split(
        ' ',
      ),
    ),
    { maxLength: 6, size: 'max' },
  )
  .map((chosen) => chosen.join(' '));
const message: fc.Arbitrary<Message> = fc.oneof(
  words.map(user),
  words.map(assistant),
  words.map(system),
  fc.constantFrom('1', '2').map((id) => calling(id)),
  fc.tuple(fc.constantFrom('1', '2', '3'), words).map(([id, text]) => result(id, text)),
);
type Change =
  | { readonly kind: 'append'; readonly chat: number; readonly messages: readonly Message[] }
  | { readonly kind: 'cut'; readonly chat: number; readonly part: number }
  | { readonly kind: 'edit'; readonly chat: number; readonly part: number; readonly message: Message }
  | { readonly kind: 'branch'; readonly chat: number; readonly from: number; readonly part: number };
const chat = fc.nat({ max: 3 });
const part = fc.double({ min: 0, max: 1, noNaN: true });
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      chat,
      messages: fc.array(message, { maxLength: 8, size: 'max' }),
    }),
  },
  fc.record({ kind: fc.constant('cut' as const), chat, part }),
  fc.record({ kind: fc.constant('edit' as const), chat, part, message }),
  fc.record({ kind: fc.constant('branch' as const), chat, from: chat, part }),
);

function changed(chats: readonly (readonly Message[])[], step: Change): readonly Message[] {
  const own = chats[step.chat] ?? [];
  if (step.kind === 'append') return [...own, ...step.messages];
  if (step.kind === 'cut') return own.slice(0, Math.floor(step.part * own.length));
  if (step.kind === 'edit')
    return own.map((each, place) => (place === Math.floor(step.part * own.length) ? step.message : each));
  const other = chats[step.from] ?? [];
  return other.slice(0, Math.ceil(step.part * other.length));
}

describe('an analyst', () => {
  it('gives what a fresh analysis gives, after any appends, edits, cuts and branches of interleaved conversations', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 30, size: 'max' }), (steps) => {
        const analyst = createConversationAnalyst({ maxConversations: 3 });
        const chats: (readonly Message[])[] = [[], [], [], []];
        for (const step of steps) {
          const messages = changed(chats, step);
          chats[step.chat] = messages;
          expect(analyst.analyze(fresh(messages), at)).toEqual(analyzeConversation(messages, { analyzedAt: at }));
          const prepared = analyst.prepare(fresh(messages), small);
          expect(prepared).toEqual(createConversationAnalyst().prepare(messages, small));
        }
      }),
      { seed: 20_260_101, numRuns: 300 },
    );
  });

  it('tells of segments afresh where a message in them changed', () => {
    const analyst = createConversationAnalyst();
    const about = (thing: string, count: number) =>
      Array.from({ length: count }, (_, place) => user(`${thing} number ${place}`));
    const messages = [...about('olives of Crete', 600), ...about('ships of Genoa', 600)];
    analyst.analyze(messages, at);
    const edited = [...messages.slice(0, 700), ...about('whales in the sea', 500)];
    expect(analyst.analyze(edited, at)).toEqual(analyzeConversation(edited, { analyzedAt: at }));
    expect(analyst.analyze(messages, at)).toEqual(analyzeConversation(messages, { analyzedAt: at }));
    expect(analyst.analyze(edited, at).contextSummary).toContain('[501–1000] whales');
  });

  it('sees that a message was changed in place', () => {
    const analyst = createConversationAnalyst();
    const messages = [user('The budget of Lisbon?'), assistant('4310'), user('Lisbon again?')];
    analyst.analyze(messages, at);
    Object.assign(messages[0] as Message, { content: 'The budget of Oslo?' });
    expect(analyst.analyze(messages, at)).toEqual(analyzeConversation(messages, { analyzedAt: at }));
  });

  it('sees that only the arguments of a tool call or a name changed', () => {
    const analyst = createConversationAnalyst();
    const messages = [user('a'), calling('1'), result('1', 'x'), user('b')];
    const count = analyst.analyze(messages, at).tokenCount;
    const other = fresh(messages);
    Object.assign(other[1]?.toolCalls?.[0] ?? {}, { arguments: '{"region":"north and south and east and west"}' });
    expect(analyst.analyze(other, at).tokenCount).toBeGreaterThan(count);
    expect(analyst.analyze(messages, at).tokenCount).toBe(count);
  });

  it('forgets the conversation that was used least lately, and results stay the same', () => {
    for (const options of [{ maxConversations: 1 }, { maxConversations: 0 }, { maxCharacters: 10 }]) {
      const analyst = createConversationAnalyst(options);
      for (const text of ['one', 'two', 'one', 'three']) {
        const messages = [user(`${text} and some more words`), assistant('yes'), user(text)];
        expect(analyst.analyze(messages, at)).toEqual(analyzeConversation(messages, { analyzedAt: at }));
      }
      analyst.clear();
    }
  });
});

describe('what an analyst prepares', () => {
  const analyst = createConversationAnalyst();

  it('is the messages themselves when they fit', () => {
    const messages = [system('s'), user('a'), calling('1'), result('1', 'x'), assistant('b'), user('c')];
    const prepared = analyst.prepare(messages);
    expect(prepared).toEqual(messages);
    expect(prepared.every((each, place) => each === messages[place])).toBe(true);
  });

  it('is without the result of a call that is not there', () => {
    expect(analyst.prepare([result('gone', 'x'), user('a')])).toEqual([user('a')]);
  });

  it.each(['en', 'zh'] as const)(
    'holds system messages, a summary, relevant and newest messages, within the limits (%s)',
    (language) => {
      const { messages, facts } = plantedHistory(language);
      const whole = [system('Be brief.'), ...messages];
      const prepared = analyst.prepare(whole, { windowTokens: 6_000, maxHistory: 150 });
      expect(prepared[0]).toEqual(whole[0]);
      expect(prepared[1]?.content).toMatch(/^(?:Summary of the earlier|此前对话的摘要)/);
      expect(prepared.slice(-20)).toEqual(whole.slice(-20));
      expect(prepared.length).toBeLessThanOrEqual(150);
      expect(estimateInputTokens({ messages: prepared })).toBeLessThanOrEqual(6_000);
      const text = prepared
        .slice(0, -1)
        .map(({ content }) => content)
        .join('\n');
      expect(facts.filter(({ name, number }) => !text.includes(name) || !text.includes(number))).toEqual([]);
      // Whole messages of the middle are there, in order.
      const middle = prepared.slice(2).filter((each) => whole.indexOf(each) < whole.length - 150);
      expect(middle.length).toBeGreaterThan(5);
      expect(middle).toEqual(middle.toSorted((one, other) => whole.indexOf(one) - whole.indexOf(other)));
    },
  );

  it('has no summary when none is wanted, and uses the room for messages', () => {
    const { messages } = plantedHistory('en', { messages: 1_000 });
    const prepared = analyst.prepare(messages, { windowTokens: 2_000, compress: false });
    expect(prepared.every((each) => messages.includes(each))).toBe(true);
    expect(estimateInputTokens({ messages: prepared })).toBeLessThanOrEqual(2_000);
    expect(estimateInputTokens({ messages: prepared })).toBeGreaterThan(1_700);
  });

  it('never parts a tool call from its results, nor goes beyond the limits', () => {
    const old = Array.from({ length: 50 }, (_, place) => [
      user(`stock of item ${place}?`),
      calling(`a${place}`, `b${place}`),
      result(`a${place}`, `The stock of item ${place} is ${place * 7}.`),
      result(`b${place}`, 'nothing'),
      assistant(`It is ${place * 7}.`),
    ]).flat();
    const messages = [...old, user('And the stock of item 3?')];
    for (let maxHistory = 1; maxHistory < 60; maxHistory += 3) {
      for (const compress of [true, false]) {
        const prepared = analyst.prepare(messages, { windowTokens: 700, maxHistory, compress });
        expect(looseEnds(prepared, messages)).toEqual([]);
        expect(prepared.length).toBeLessThanOrEqual(maxHistory);
        expect(estimateInputTokens({ messages: prepared })).toBeLessThanOrEqual(700);
        expect(prepared.at(-1)).toBe(messages.at(-1));
      }
    }
  });
});
