import { describe, expect, it } from 'vitest';
import { type HistoryEntry, rewriteHistory, withoutTransfers } from '../../src/agents/history.ts';

const call = (id: string, name: string, input = '{}') => ({ id, name, arguments: input });
const history: readonly HistoryEntry[] = [
  { agent: 'search', message: { role: 'assistant', content: 'It is 5' } },
  {
    agent: 'search',
    message: {
      role: 'assistant',
      content: 'I look',
      toolCalls: [call('1', 'find', '{"q":"a"}'), call('2', 'read')],
    },
  },
  { agent: 'search', message: { role: 'assistant', content: '', toolCalls: [call('3', 'find')] } },
  { agent: 'search', message: { role: 'tool', name: 'find', toolCallId: '1', content: 'a page' } },
  { agent: 'search', message: { role: 'tool', name: 'read', toolCallId: '2', content: '' } },
  { agent: 'math', message: { role: 'assistant', content: 'the key is wrong' }, failed: true },
];

describe('what an agent reads of the others', () => {
  it('is context, in these words', () => {
    expect(rewriteHistory(history, 'writer')).toEqual([
      { role: 'user', content: 'For context: [search] said: It is 5.' },
      {
        role: 'user',
        content:
          'For context: [search] said: I look. [search] called tool: `find` with arguments: {"q":"a"}. [search] called tool: `read` with arguments: {}.',
      },
      { role: 'user', content: 'For context: [search] called tool: `find` with arguments: {}.' },
      { role: 'user', content: 'For context: [search] `find` tool returned result: a page.' },
      { role: 'user', content: 'For context: [math] failed: the key is wrong' },
    ]);
  });

  it('leaves its own words as they are, but for its failures', () => {
    expect(rewriteHistory(history, 'search').slice(0, 5)).toEqual(history.slice(0, 5).map(({ message }) => message));
    expect(rewriteHistory(history, 'math').at(-1)).toEqual({
      role: 'user',
      content: 'For context: [math] failed: the key is wrong',
    });
  });

  it('has no transfers on wish: neither the calls nor their results', () => {
    const handed: readonly HistoryEntry[] = [
      {
        agent: 'boss',
        message: { role: 'assistant', content: 'wait', toolCalls: [call('1', 'transfer_to_agent'), call('2', 'find')] },
        transfers: ['1'],
      },
      {
        agent: 'boss',
        message: { role: 'tool', name: 'transfer_to_agent', toolCallId: '1', content: 'x' },
        transfers: ['1'],
      },
      { agent: 'boss', message: { role: 'assistant', content: '', toolCalls: [call('3', 'exit')] }, transfers: ['3'] },
    ];
    expect(withoutTransfers(handed)).toEqual([
      { agent: 'boss', message: { role: 'assistant', content: 'wait', toolCalls: [call('2', 'find')] } },
    ]);
  });
});
