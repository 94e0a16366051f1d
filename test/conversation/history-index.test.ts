import type { Message } from 'troupe';
import { describe, expect, it } from 'vitest';
import { HistoryIndex } from '../../src/conversation/history-index.ts';
import { assistant, calling, result, seeded, system, user } from './histories.ts';

const vocabulary = 'lisbon oslo budget rent 4310 99 北区 预算 上海 我们 decided maybe the of and'.split(' ');

/** All that an index knows. */
const stateOf = (index: HistoryIndex) => ({
  entries: index.entries.map(({ sentences: _, ...entry }) => entry),
  places: [...new Set(index.entries.flatMap(({ terms }) => terms)), ...vocabulary].map((term) => [
    term,
    index.places(term),
  ]),
  units: index.entries.map((_, place) => index.unit(place)),
  systems: index.systems,
  users: index.users,
  tokens: index.tokens,
  characters: index.characters,
  hasStrays: index.hasStrays,
});

describe('an index', () => {
  it('that followed a conversation through random appends, edits and cuts is equal to a new one', () => {
    const random = seeded(42);
    const pick = (most: number) => Math.floor(random() * most);
    const text = () => Array.from({ length: pick(6) }, () => vocabulary[pick(vocabulary.length)]).join(' ');
    const makers = [user, assistant, system, () => calling(`${pick(4)}`), (said: string) => result(`${pick(4)}`, said)];
    const make = (): Message => (makers[pick(makers.length)] ?? user)(text());
    const index = new HistoryIndex();
    let messages: Message[] = [];
    for (let round = 0; round < 500; round++) {
      const at = pick(messages.length + 1);
      const kind = pick(4);
      if (kind === 0) messages = messages.slice(0, at);
      else if (kind === 1 && at < messages.length) messages = messages.with(at, make());
      else messages = [...messages, ...Array.from({ length: pick(6) }, make)];
      for (let place = 0; place < messages.length; place += 3) index.sentences(place);
      index.follow(messages);
      expect(stateOf(index)).toEqual(stateOf(HistoryIndex.of(messages)));
      for (const [place, { content }] of messages.entries()) {
        expect(
          index
            .sentences(place)
            .map((sentence) => sentence.text)
            .join(''),
        ).toBe(content.trim());
      }
    }
  });

  it('tells how many messages from the start are the same', () => {
    const messages = [system('a'), user('b'), calling('1'), result('1', 'c')];
    const index = HistoryIndex.of(messages);
    expect(index.shared(structuredClone(messages))).toBe(4);
    expect(index.shared([...messages, user('d')])).toBe(4);
    expect(index.shared(messages.slice(0, 2))).toBe(2);
    expect(index.shared(messages.with(1, assistant('b')))).toBe(1);
    expect(index.shared(messages.with(1, { ...user('b'), name: 'Ada' }))).toBe(1);
    expect(index.shared(messages.with(2, assistant('')))).toBe(2);
    expect(index.shared(messages.with(2, calling('2')))).toBe(2);
    expect(index.shared(messages.with(3, result('2', 'c')))).toBe(3);
  });
});
