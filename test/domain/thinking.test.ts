import { describe, expect, it } from 'vitest';
import { responseBranch } from '../../src/domain/thinking.ts';

describe('responseBranch', () => {
  it('follows the strategy: a plan is planned, words are the answer', () => {
    expect(responseBranch({ responseStrategy: 'planned' }, { mayAsk: true })).toBe('plan');
    expect(responseBranch({ responseStrategy: 'direct' }, { mayAsk: true })).toBe('direct');
  });

  it('asks when the strategy is to ask and there is a question', () => {
    const asks = { responseStrategy: 'clarification', question: 'Which year?' } as const;
    expect(responseBranch(asks, { mayAsk: true })).toBe('clarify');
  });

  it('answers when there is no question, or none may be asked any more', () => {
    expect(responseBranch({ responseStrategy: 'clarification' }, { mayAsk: true })).toBe('direct');
    const asks = { responseStrategy: 'clarification', question: 'Which year?' } as const;
    expect(responseBranch(asks, { mayAsk: false })).toBe('direct');
  });

  it('does not ask a question that came with another strategy', () => {
    expect(responseBranch({ responseStrategy: 'planned', question: 'Which year?' }, { mayAsk: true })).toBe('plan');
  });
});
