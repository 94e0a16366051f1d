import type { Message } from 'troupe';
import { describe, expect, it } from 'vitest';
import { analyzeConversation, languageOf } from '../../src/domain/analyze-conversation.ts';
import { conversationContextSchema } from '../../src/domain/conversation-context.ts';

const at = '2026-01-01T00:00:00.000Z';
const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const analyze = (...messages: Message[]) => analyzeConversation(messages, at);

describe('languageOf', () => {
  it.each([
    ['What is the total?', 'en'],
    ['总额是多少？', 'zh'],
    ['请用 SQL 查询 sales.csv 的总额', 'zh'],
    ['Translate 你好 for the people in the room, please, and tell me how it is said', 'en'],
    ['', 'en'],
    ['123', 'en'],
  ])('of %j is %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});

describe('analyzeConversation', () => {
  it('knows a first turn', () => {
    expect(analyze({ role: 'system', content: 'be brief' }, user('What is the total of sales.csv?'))).toMatchObject({
      turnCount: 1,
      isFirstTurn: true,
      isContinuation: false,
      latestUserMessage: user('What is the total of sales.csv?'),
      conversationTopic: 'What is the total of sales.csv?',
      userIntent: 'question',
      keyEntities: ['What', 'sales.csv'],
      relevantHistory: [],
      language: 'en',
      analyzedAt: at,
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
    ['那上海呢？', true],
    ['还有呢？', true],
    ['Write a poem.', false],
    ['Android phones compared', false],
    ['写一首诗', false],
  ])('takes %j after another question for a continuation: %s', (question, expected) => {
    expect(analyze(user('weather in Paris'), assistant('Sunny.'), user(question)).isContinuation).toBe(expected);
  });

  it('reads Chinese', () => {
    expect(analyze(user('《销售》表里「上海」的总额是多少？'))).toMatchObject({
      language: 'zh',
      userIntent: 'question',
      keyEntities: ['「上海」'],
    });
    expect(analyze(user('先汇总，然后写报告')).complexityHint).toBe('complex');
  });

  it('keeps at most twenty messages of the history', () => {
    const many = Array.from({ length: 30 }, (_, number) => user(`apples number ${number}`));
    expect(analyze(...many, user('apples')).relevantHistory).toEqual(many.slice(-20));
  });

  it('finds the last question where the same text was said before', () => {
    const context = analyze(user('apples'), assistant('red'), user('apples'));
    expect(context.relevantHistory).toEqual([user('apples')]);
  });

  it('is total: no messages give a context, too', () => {
    expect(conversationContextSchema.parse(analyze())).toMatchObject({ turnCount: 0, conversationTopic: '' });
  });
});
