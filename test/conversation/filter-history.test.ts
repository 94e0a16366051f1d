import { filterHistory } from 'troupe/conversation';
import { describe, expect, it } from 'vitest';
import { assistant, calling, looseEnds, plantedHistory, result, system, user } from './histories.ts';

describe('filterHistory', () => {
  const messages = [
    system('You are brief.'),
    user('What was the revenue of Lisbon?'),
    assistant('The revenue of Lisbon was 4,310.'),
    user('What was the revenue of Oslo?'),
    assistant('The revenue of Oslo was 99.'),
    user('Is there coffee?'),
    assistant('There is.'),
    user('Which office has the larger kitchen?'),
  ];

  it('keeps what a question is about, in order', () => {
    expect(filterHistory(messages, 'Lisbon: why this revenue?', { threshold: 0.5 })).toEqual([
      ...messages.slice(0, 3),
      messages.at(-1),
    ]);
  });

  it('is not led by words that everybody uses', () => {
    const same = Array.from({ length: 50 }, (_, at) => user(`The revenue of office ${at} is fine.`));
    const kept = filterHistory([...same, user('hm')], 'What is the revenue of office 17?');
    expect(kept).toEqual([same[17], user('hm')]);
  });

  it('keeps the less the higher the threshold is', () => {
    const question = 'the revenue of Lisbon and of Oslo, and the coffee';
    const sizes = [0, 0.1, 0.3, 0.5, 0.8, 1].map(
      (threshold) => filterHistory(messages, question, { threshold }).length,
    );
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    expect(sizes[0]).toBe(messages.length);
    expect(sizes.at(-1)).toBe(2);
    expect(new Set(sizes).size).toBeGreaterThan(2);
  });

  it('reads Chinese', () => {
    const chinese = [
      user('北区的销售额是多少？'),
      assistant('北区销售额是4310元。'),
      user('天气怎么样？'),
      assistant('晴。'),
      user('好'),
    ];
    expect(filterHistory(chinese, '北区销售额为什么下降？')).toEqual([chinese[0], chinese[1], chinese[4]]);
  });

  it.each(['en', 'zh'] as const)('finds each of fifty facts that one long question asks for (%s)', (language) => {
    const { messages: long, facts } = plantedHistory(language, { messages: 2_000 });
    const kept = filterHistory(long, long.at(-1)?.content ?? '').slice(0, -1);
    const text = kept.map(({ content }) => content).join('\n');
    expect(facts.filter(({ name, number }) => !text.includes(name) || !text.includes(number))).toEqual([]);
    expect(kept.length).toBe(50);
  });

  it('keeps a tool call with its results when one of them is relevant, and leaves no result alone', () => {
    const used = [
      result('gone', 'Lisbon, lost'),
      user('numbers'),
      calling('1', '2'),
      result('1', 'nothing here'),
      result('2', 'Lisbon: 4310'),
      calling('3'),
      result('3', 'Oslo: 99'),
      user('well'),
    ];
    const kept = filterHistory(used, 'Lisbon');
    expect(kept).toEqual([...used.slice(2, 5), user('well')]);
    expect(looseEnds(kept, used)).toEqual([]);
  });

  it('keeps the most relevant where there is room for some only', () => {
    expect(filterHistory(messages, 'revenue of Lisbon', { maxMessages: 4, threshold: 0.1 })).toEqual([
      ...messages.slice(0, 3),
      messages.at(-1),
    ]);
  });

  it.each([
    ['nothing', [], []],
    ['only system messages', [system('a'), system('b')], [system('a'), system('b')]],
    ['empty texts', [user(''), assistant(''), user('')], [user('')]],
  ])('takes %s', (_, given, kept) => {
    expect(filterHistory(given, 'anything')).toEqual(kept);
    expect(filterHistory(given, '')).toEqual(kept);
  });

  it('takes a megabyte without a space, of letters and of Han', () => {
    const huge = [user('x'.repeat(1_000_000)), user('汉'.repeat(1_000_000)), user('q')];
    expect(filterHistory(huge, '汉汉汉')).toEqual(huge.slice(1));
  });
});
