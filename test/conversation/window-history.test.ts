import type { Message } from 'troupe';
import { windowHistory } from 'troupe/conversation';
import { describe, expect, it } from 'vitest';
import { messageTokens } from '../../src/conversation/message-tokens.ts';
import { estimateInputTokens } from '../../src/models/estimate-input-tokens.ts';
import { assistant, calling, looseEnds, result, seeded, system, user } from './histories.ts';

const turns = (count: number) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? user(`question ${at}`) : assistant(`answer ${at}`)));

describe('windowHistory', () => {
  it('gives everything where there is no limit', () => {
    const messages = [system('be brief'), ...turns(9)];
    expect(windowHistory(messages)).toEqual(messages);
  });

  it('gives the newest messages, and system messages wherever they are', () => {
    const messages = [system('be brief'), ...turns(4), system('be kind'), ...turns(5)];
    expect(windowHistory(messages, { maxMessages: 5 })).toEqual([
      system('be brief'),
      system('be kind'),
      ...messages.slice(-3),
    ]);
  });

  it('stays within the tokens that a request is estimated at', () => {
    const messages = [system('be brief'), ...turns(101)];
    for (const maxTokens of [30, 100, 333, 500]) {
      const kept = windowHistory(messages, { maxTokens });
      expect(estimateInputTokens({ messages: kept })).toBeLessThanOrEqual(maxTokens);
      const next = messages.at(-kept.length) as Message; // the newest that was left out
      expect(kept.reduce((sum, message) => sum + messageTokens(message), messageTokens(next))).toBeGreaterThan(
        maxTokens,
      );
    }
  });

  it('keeps the last user message, whatever its size and whatever came after it', () => {
    const messages = [user('old'), user('x'.repeat(1_000_000)), assistant('working on it'), assistant('still')];
    expect(windowHistory(messages, { maxTokens: 10, maxMessages: 1 })).toEqual([messages[1]]);
    expect(windowHistory(messages, { maxMessages: 2 })).toEqual([messages[1], messages[3]]);
  });

  it('keeps a tool call with all its results or none of them', () => {
    const messages = [user('a'), calling('1', '2'), result('1', 'one'), result('2', 'two'), assistant('so'), user('b')];
    for (let maxMessages = 1; maxMessages <= 6; maxMessages++) {
      const kept = windowHistory(messages, { maxMessages });
      expect(looseEnds(kept, messages)).toEqual([]);
      expect(kept.length).toBe([1, 2, 2, 2, 5, 6][maxMessages - 1]);
    }
  });

  it('drops the result of a call that is not there', () => {
    const messages = [result('gone', 'lost'), user('a'), { role: 'tool', content: 'no id' } as const, user('b')];
    expect(windowHistory(messages)).toEqual([user('a'), user('b')]);
  });

  it('takes a result without an id for that of the call right before it', () => {
    const messages: Message[] = [user('a'), calling('1'), { role: 'tool', content: 'one' }, user('b')];
    expect(windowHistory(messages)).toEqual(messages);
    expect(windowHistory(messages, { maxMessages: 2 })).toEqual([user('b')]);
  });

  it('matches results with the latest call of an id that is used again', () => {
    const messages = [
      user('a'),
      calling('1'),
      result('1', 'first'),
      user('b'),
      calling('1'),
      result('1', 'second'),
      user('c'),
    ];
    expect(windowHistory(messages, { maxMessages: 3 })).toEqual(messages.slice(-3));
  });

  it('never leaves loose ends in random histories, in any window', () => {
    const random = seeded(11);
    for (let round = 0; round < 200; round++) {
      const messages: Message[] = [];
      for (let at = 0; messages.length < 30; at++) {
        const kind = random();
        if (kind < 0.3) messages.push(user(`u${at}`));
        else if (kind < 0.5) messages.push(assistant(`a${at}`));
        else if (kind < 0.6) messages.push(system(`s${at}`));
        else if (kind < 0.7) messages.push(result(`gone${at}`, 'lost'));
        else {
          const ids = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, call) => `${at}.${call}`);
          messages.push(calling(...ids), ...ids.map((id) => result(id, `r${id}`)));
        }
      }
      const kept = windowHistory(messages, { maxMessages: Math.ceil(random() * 30) });
      expect(looseEnds(kept, messages)).toEqual([]);
      expect(kept).toEqual(messages.filter((message) => kept.includes(message)));
      const last = messages.findLast((message) => message.role === 'user');
      if (last) expect(kept).toContain(last);
    }
  });

  it.each([
    ['nothing', []],
    ['only system messages', [system('a'), system('b')]],
    ['empty texts', [user(''), assistant(''), user('')]],
    ['lone surrogates', [user('\ud800'), assistant('\udc00\ud800'), user('a\ud83d')]],
  ])('takes %s', (_, messages) => {
    expect(windowHistory(messages, { maxMessages: 10, maxTokens: 1000 })).toEqual(messages);
  });
});
