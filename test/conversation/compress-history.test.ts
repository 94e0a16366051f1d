import type { Message } from 'troupe';
import { compressHistory } from 'troupe/conversation';
import { describe, expect, it } from 'vitest';
import { estimateInputTokens } from '../../src/models/estimate-input-tokens.ts';
import { assistant, calling, looseEnds, plantedHistory, result, system, user } from './histories.ts';

const textOf = (messages: readonly Message[]) => messages.map(({ content }) => content).join('\n');
const isSummary = ({ role, content }: Message) =>
  role === 'user' && /^(?:Summary of the earlier|此前对话的摘要)/.test(content);

describe('compressHistory', () => {
  it('leaves a history alone that fits', () => {
    const messages = [system('be brief'), user('a'), calling('1'), result('1', 'x'), assistant('b'), user('c')];
    expect(compressHistory(messages, { maxTokens: 1_000 })).toEqual(messages);
  });

  describe.each(['en', 'zh'] as const)('of 10,000 messages (%s)', (language) => {
    const { messages, facts } = plantedHistory(language);
    const whole = [system('You are a helper.'), ...messages];
    const history = compressHistory(whole, { maxTokens: 4_000 });

    it('keeps each of fifty facts that the question asks for, with its name and its number', () => {
      const known = textOf(history.slice(0, -1));
      expect(facts.filter(({ name, number }) => !known.includes(name) || !known.includes(number))).toEqual([]);
      // Name and number stand in one sentence, as they were said.
      const lines = known.split('\n');
      expect(
        facts.every(({ name, number }) => lines.some((line) => line.includes(name) && line.includes(number))),
      ).toBe(true);
    });

    it('stays within the tokens', () => {
      expect(estimateInputTokens({ messages: history })).toBeLessThanOrEqual(4_000);
    });

    it('has the system message, one summary, then the newest messages as they were', () => {
      expect(history[0]).toEqual(whole[0]);
      expect(history.filter(isSummary)).toEqual([history[1]]);
      expect(history.length).toBeGreaterThan(22);
      expect(history.slice(2)).toEqual(whole.slice(-(history.length - 2)));
    });

    it('takes every sentence of the summary from a message', () => {
      const said = textOf(whole);
      const [heading, ...lines] = history[1]?.content.split('\n') ?? [];
      expect(heading).toMatch(/[:：]$/);
      for (const line of lines) {
        const sentences = line.replace(/^(?:user: |assistant: |用户：|助手：)/, '').split(' … ');
        for (const sentence of sentences) expect(said).toContain(sentence);
      }
    });

    it('leaves filler out of the summary', () => {
      const facts50 = history[1]?.content.split('\n').slice(1) ?? [];
      expect(facts50.length).toBe(50);
    });
  });

  it('keeps a fact beside the sentence that the question asks for', () => {
    const filler = Array.from({ length: 200 }, (_, at) => user(`Note ${at} is about thing ${at * 3}.`));
    const messages = [
      user('Falcon had its review. The code is 7392. All went well.'),
      ...filler,
      user('Tell me about Falcon.'),
    ];
    const history = compressHistory(messages, { maxTokens: 300 });
    expect(history[0]?.content).toContain('user: Falcon had its review. The code is 7392.');
  });

  it('keeps the answer to a question that the question is about', () => {
    const filler = Array.from({ length: 200 }, (_, at) => user(`Note ${at} is about thing ${at * 3}.`));
    const messages = [
      assistant('What is the code of Falcon?'),
      user('It is 7392.'),
      ...filler,
      user('Which code has Falcon?'),
    ];
    expect(compressHistory(messages, { maxTokens: 300 })[0]?.content).toContain('user: It is 7392.');
  });

  it('has a sentence for the one rare word, however many sentences have more of the question', () => {
    const crowd = Array.from({ length: 30 }, (_, at) =>
      user(`Delivery schedule of harbour crane and crew number ${at}.`),
    );
    const other = Array.from({ length: 500 }, () => assistant('Let us see about that.'));
    const question = user('What of Falcon, and which delivery schedule has harbour, crane and crew?');
    const history = compressHistory(
      [
        user('Falcon is fine, as far as anybody in the old town by the river could find out.'),
        ...crowd,
        ...other,
        question,
      ],
      { maxTokens: 200 },
    );
    expect(history[0]?.content).toContain('user: Falcon is fine, as far as');
    expect(history[0]?.content).toContain('Delivery schedule of harbour crane');
  });

  it('keeps decisions and numbers that nobody asked for, as far as there is room, and leaves out talk', () => {
    const old = [
      user('We decided to use Postgres.'),
      assistant('Fine by me.'),
      user('The rent is 900.'),
      assistant('Oh well.'),
    ];
    const filler = Array.from({ length: 100 }, () => user('so so'));
    const [summary] = compressHistory([...old, ...filler, user('hm')], { maxTokens: 250 });
    expect(summary?.content.split('\n').slice(1)).toEqual([
      'user: We decided to use Postgres.',
      'user: The rent is 900.',
    ]);
  });

  it('quotes results of tools and leaves no loose ends', () => {
    const old = Array.from({ length: 40 }, (_, at) => [
      user(`look up item ${at}`),
      calling(`c${at}`),
      result(`c${at}`, `The stock of item ${at} is ${at * 7}.`),
      assistant('Done.'),
    ]).flat();
    const messages = [...old, result('gone', 'lost'), user('What was the stock of item 3?')];
    for (const maxTokens of [60, 120, 250, 500, 1_000]) {
      const history = compressHistory(messages, { maxTokens });
      expect(looseEnds(history, messages)).toEqual([]);
      expect(estimateInputTokens({ messages: history })).toBeLessThanOrEqual(maxTokens);
      if (maxTokens >= 120) expect(textOf(history)).toContain('The stock of item 3 is 21.');
    }
  });

  it('looks for what another question asks for', () => {
    const { messages, facts } = plantedHistory('en', { messages: 500 });
    const [fact] = facts;
    const history = compressHistory(messages, { maxTokens: 600, question: `Which limit has ${fact?.name}?` });
    expect(textOf(history)).toContain(fact?.number);
  });

  it('compresses what was compressed before without piling up headings and speakers', () => {
    const { messages, facts } = plantedHistory('zh', { messages: 1_000 });
    const question = messages.at(-1) as Message; // there are messages
    const once = compressHistory(messages, { maxTokens: 4_000 });
    const twice = compressHistory([...once, ...messages.slice(0, 300), question], { maxTokens: 4_000 });
    expect(twice.filter(isSummary).length).toBe(1);
    expect(textOf(twice)).not.toContain('用户：用户：');
    expect(facts.filter(({ number }) => !textOf(twice).includes(number))).toEqual([]);
  });

  it('keeps within a number of messages, the summary counted', () => {
    const { messages } = plantedHistory('en', { messages: 300 });
    expect(compressHistory(messages, { maxTokens: 1_000_000, maxMessages: 20 }).length).toBeLessThanOrEqual(20);
    expect(compressHistory(messages, { maxTokens: 1_000_000, maxMessages: 1 })).toEqual([messages.at(-1)]);
  });

  it.each([
    ['nothing', [], []],
    ['only system messages that do not fit', [system('a'.repeat(900)), system('b')], 'same'],
    ['a last message that does not fit', [user('x'.repeat(1_000_000))], 'same'],
  ])('takes %s', (_, messages, kept) => {
    expect(compressHistory(messages, { maxTokens: 20 })).toEqual(kept === 'same' ? messages : kept);
  });

  it('takes megabytes without a space and stays within the tokens', () => {
    const messages = [
      user('x'.repeat(1_000_000)),
      user('汉字'.repeat(500_000)),
      user(`${'7'.repeat(1_000_000)}`),
      user('汉字 xx 7'),
    ];
    const history = compressHistory(messages, { maxTokens: 500 });
    expect(history.at(-1)).toEqual(messages.at(-1));
    expect(estimateInputTokens({ messages: history })).toBeLessThanOrEqual(500);
  });

  it('takes a question of 400,000 characters', () => {
    let text = '';
    for (let at = 0; text.length < 400_000; at++) text += `word${at} `;
    const messages = [user(text), user(text.slice(5)), user('small'), user(`${text}?`)];
    expect(compressHistory(messages, { maxTokens: 130_000 }).at(-1)).toEqual(messages.at(-1));
  });
});
