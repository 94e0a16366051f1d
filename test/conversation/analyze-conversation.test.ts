import type { Message } from 'troupe';
import { analyzeConversation, estimateTokens } from 'troupe/conversation';
import { describe, expect, it } from 'vitest';
import { conversationContextSchema } from '../../src/conversation/conversation-context.ts';
import { assistant, calling, looseEnds, plantedHistory, result, system, user } from './histories.ts';

const analyzedAt = '2026-01-01T00:00:00.000Z';
const analyze = (...messages: Message[]) => analyzeConversation(messages, { analyzedAt });

describe('analyzeConversation', () => {
  it('knows a first turn', () => {
    expect(analyze(system('be brief'), user('What is the total of sales.csv?'))).toMatchObject({
      turnCount: 1,
      isFirstTurn: true,
      isContinuation: false,
      latestUserMessage: user('What is the total of sales.csv?'),
      conversationTopic: 'What is the total of sales.csv?',
      userIntent: 'question',
      emotionalTone: 'neutral',
      keyEntities: ['sales.csv'],
      complexityHint: 'simple',
      relevantHistory: [],
      language: 'en',
      analyzedAt,
      metadata: { messageCount: 2, segmentCount: 1 },
    });
  });

  it('knows a continuation by words that come again', () => {
    const context = analyze(user('total of sales in 2024'), assistant('The total is 42.'), user('sales in 2023?'));
    expect(context).toMatchObject({ turnCount: 2, isFirstTurn: false, isContinuation: true });
    expect(context.relevantHistory).toContainEqual(user('total of sales in 2024'));
    expect(context.contextSummary).toContain('user: total of sales in 2024');
    expect(context.latestAssistantMessage).toEqual(assistant('The total is 42.'));
  });

  it.each([
    ['what about Berlin?', true],
    ['And again.', true],
    ['and for the north only?', true],
    ['for the north only', true],
    ['Berlin?', true],
    ['Why is it so?', true],
    ['No, I meant Rome.', true],
    ['那上海呢？', true],
    ['那北区呢?', true],
    ['上海呢', true],
    ['还有呢？', true],
    ['它会下雨吗？', true],
    ['Thanks!', true],
    ['Why?', true],
    ['New York?', true],
    ['only in spring', true],
    ['只看北区', true],
    ['为什么呢？', true],
    ['你刚才说的是哪里？', true],
    ['Who is Einstein?', false],
    ['In Python, how do I sort a list?', false],
    ['Now write a poem.', false],
    ['How do bees find their way home?', false],
    ['用中文写一首诗', false],
    ['谁是爱因斯坦？', false],
    ['Write a poem.', false],
    ['Write a poem about spring and the sea', false],
    ['Now write a long poem about spring, the sea and the stars', false],
    ['New topic: what about the weather in Paris?', false],
    ['Android phones compared', false],
    ['Italy wins', false],
    ['写一首诗', false],
    ['换个话题，巴黎天气如何', false],
    ['请解释量子力学的基本原理', false],
    ['Hello', false],
  ])('takes %j after another question for a continuation: %s', (question, expected) => {
    expect(analyze(user('weather in Paris'), assistant('Sunny.'), user(question)).isContinuation).toBe(expected);
  });

  const english = [user('Please analyze sales.csv, revenue by region.'), assistant('North had 41, south 32.')];
  const chinese = [user('请分析sales.csv，按地区统计收入。'), assistant('北区41元，南区32元。')];
  it.each(
    [
      [
        'Can you make a chart of that?',
        'Use euros instead.',
        'in euros please',
        'Compare with 2023',
        'Which region is best?',
      ],
      [
        'Why is the south so bad?',
        'Sort them by revenue.',
        'ok, now the same for returns.csv',
        'That is not right.',
        'yes',
      ],
    ].flat(),
  )('takes %j after a table for a continuation', (question) => {
    expect(analyze(...english, user(question)).isContinuation).toBe(true);
  });
  it.each(
    [
      ['按收入排序', '为什么南区这么差？', '换成美元', '哪个地区最好？', '和2023年比较', '是的', '不对，南区应该是33'],
      ['再详细一点', '给我南区的明细'],
    ].flat(),
  )('takes %j after a Chinese table for a continuation', (question) => {
    expect(analyze(...chinese, user(question)).isContinuation).toBe(true);
  });
  it.each(
    [
      ['What is the weather like in Paris today?', 'Translate "hello" into French', 'Tell me a joke'],
      ['I want to book a flight to Rome', 'Explain quantum entanglement in simple words.'],
      ['今天巴黎天气怎么样？', '把“你好”翻译成法语', '讲个笑话', '我想订一张去罗马的机票', '用简单的话解释量子纠缠'],
    ].flat(),
  )('takes %j after a table for something new', (question) => {
    expect(analyze(...english, user(question)).isContinuation).toBe(false);
    expect(analyze(...chinese, user(question)).isContinuation).toBe(false);
  });

  it.each([
    ['For which year do you want it?', 'The year of the big flood', 'answer', true],
    ['您要哪一年的？', '发大水的前一年', 'answer', true],
    ['Shall I go on?', 'Sure', 'confirmation', true],
    ['It is done. Anything else?', 'Write a poem.', 'request', false],
    ['For which year do you want it?', 'How do bees find their way home at night?', 'question', false],
  ])('takes %j and then %j for %s, a continuation: %s', (asked, answer, intent, expected) => {
    const context = analyze(user('total of sales'), assistant(asked), user(answer));
    expect(context).toMatchObject({ isContinuation: expected, userIntent: intent });
  });

  it('keeps the turn before what only makes sense after it', () => {
    const turns = [user('Revenue by region in sales.csv?'), assistant('North 41, south 32.')];
    const context = analyze(user('Any news?'), assistant('None.'), ...turns, user('and for the north only?'));
    expect(context.relevantHistory).toEqual(turns);
    expect(context.keyEntities).toContain('sales.csv');
  });

  it('has the topic of the turn that began what the last one goes on with', () => {
    const turns = [
      user('Tell me a joke.'),
      assistant('No.'),
      user('Revenue of Lisbon? Take your time.'),
      assistant('4,310.'),
    ];
    expect(analyze(...turns, user('and Oslo?')).conversationTopic).toBe('Revenue of Lisbon?');
    expect(analyze(...turns, user('and Oslo?'), assistant('99'), user('那马德里呢？')).conversationTopic).toBe(
      'Revenue of Lisbon?',
    );
    expect(analyze(...turns, user('Explain photosynthesis.')).conversationTopic).toBe('Explain photosynthesis.');
  });

  it('reads Chinese', () => {
    expect(analyze(user('《销售》表里「上海」的总额是多少？'))).toMatchObject({
      language: 'zh',
      userIntent: 'question',
      keyEntities: ['销售', '上海'],
    });
    expect(analyze(user('先汇总，然后写报告')).complexityHint).toBe('complex');
    expect(analyze(user('请尽快用 SQL 查询 sales.csv'))).toMatchObject({
      language: 'zh',
      emotionalTone: 'urgent',
      userIntent: 'request',
      keyEntities: ['SQL', 'sales.csv'],
    });
  });

  it('takes the language of the conversation for a question without letters', () => {
    expect(analyze(user('北区是多少？'), assistant('哪一年？'), user('2024?')).language).toBe('zh');
  });

  it.each([
    ['What is 2 + 2?', 'simple'],
    ['Compare the two regions', 'moderate'],
    ['比较两个地区', 'moderate'],
    ['Analyze the sales, then write a report', 'complex'],
  ])('guesses that %j is %s', (question, hint) => {
    expect(analyze(user(question)).complexityHint).toBe(hint);
  });

  it('counts the tokens of the whole history, calls of tools included', () => {
    const plain = [user('How many?'), assistant('Forty-two.'), user('Why?')];
    const texts = plain.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    const { tokenCount } = analyze(...plain);
    expect(tokenCount).toBeGreaterThanOrEqual(texts + 4 * plain.length);
    expect(tokenCount).toBeLessThanOrEqual(texts + 5 * plain.length);
    expect(analyze(calling('1'), ...plain).tokenCount).toBeGreaterThan(tokenCount + 8);
  });

  it('keeps at most twenty messages of the history', () => {
    const many = Array.from({ length: 30 }, (_, number) => user(`apples number ${number}`));
    expect(analyze(...many, user('apples')).relevantHistory).toEqual(many.slice(-20));
  });

  it('keeps a tool call with its result in the relevant history', () => {
    const messages = [
      user('stock'),
      calling('1', '2'),
      result('1', 'nothing'),
      result('2', 'Lisbon has 4310 lamps'),
      user('Lisbon?'),
    ];
    const { relevantHistory } = analyze(...messages);
    expect(relevantHistory).toEqual(expect.arrayContaining(messages.slice(1, 4)));
    expect(looseEnds(relevantHistory, messages)).toEqual([]);
  });

  it('finds the last question where the same text was said before', () => {
    const context = analyze(user('apples'), assistant('red'), user('apples'));
    expect(context.relevantHistory).toEqual([user('apples')]);
  });

  it('tells of each segment of a long history in a line', () => {
    const part = (about: string, count: number) =>
      Array.from({ length: count }, (_, at) => (at % 2 === 0 ? user(`${about} number ${at}`) : assistant('fine')));
    const messages = [...part('the harvest of olives', 500), ...part('the ships of Genoa', 500), user('Hello')];
    const context = analyze(...messages);
    expect(context.metadata).toMatchObject({ messageCount: 1001, segmentCount: 3 });
    const [first, second] = context.contextSummary.split('\n');
    expect(first).toMatch(/^\[1–500\] the harvest of olives/);
    expect(second).toMatch(/^\[501–1000\] the ships of Genoa/);
  });

  it.each(['en', 'zh'] as const)('finds what matters in 10,000 messages (%s)', (language) => {
    const { messages, facts } = plantedHistory(language);
    const question = language === 'en' ? `Which limit has ${facts[20]?.name}?` : `${facts[20]?.name}的额度呢？`;
    const context = analyze(...messages, assistant('-'), user(question));
    expect(context.isContinuation).toBe(true);
    expect(context.relevantHistory.some(({ content }) => content.includes(facts[20]?.number ?? '-'))).toBe(true);
    expect(context.relevantHistory.length).toBeLessThanOrEqual(20);
    expect(context.contextSummary.length).toBeLessThan(10_000);
  });

  it.each<[string, Message[]]>([
    ['no messages', []],
    ['only system messages', [system('a'), system('b')]],
    ['no user', [assistant('a')]],
    ['empty texts', [user(''), assistant(''), user('')]],
    ['lone surrogates', [user('\ud800 of \udc00'), user('\ud83d')]],
    ['a megabyte without a space', [user('x'.repeat(1_000_000)), user('汉'.repeat(1_000_000))]],
    ['a megabyte of different Han, twice', [user(manyHan(0)), user(manyHan(7))]],
  ])('is total: %s', (_, messages) => {
    const context = analyze(...messages);
    expect(conversationContextSchema.parse(context)).toMatchObject({
      turnCount: messages.filter(({ role }) => role === 'user').length,
    });
  });
});

function manyHan(start: number): string {
  const codes = Array.from({ length: 1_000_000 }, (_, at) => 0x4e00 + ((start + at * at + at) % 20_000));
  let text = '';
  for (let at = 0; at < codes.length; at += 10_000) text += String.fromCharCode(...codes.slice(at, at + 10_000));
  return text;
}
