import { analyzeConversation } from 'troupe/conversation';
import { expect, it } from 'vitest';
import { withJudgement } from '../../src/conversation/conversation-context.ts';

const messages = [
  { role: 'user', content: 'Which city is cheapest?' },
  { role: 'assistant', content: 'Porto.' },
  { role: 'user', content: 'And the same for winter?' },
] as const;
const computed = analyzeConversation(messages, { analyzedAt: '2026-01-01T00:00:00.000Z' });

it('puts what a reader says of a conversation in place of what was computed', () => {
  const judged = {
    topic: 'travel',
    intent: 'compare',
    intentConfidence: 0.9,
    tone: 'calm',
    summary: 'Porto is cheap.',
  };
  expect(withJudgement(computed, { ...judged, isContinuation: !computed.isContinuation })).toEqual({
    ...computed,
    isContinuation: !computed.isContinuation,
    conversationTopic: 'travel',
    userIntent: 'compare',
    intentConfidence: 0.9,
    emotionalTone: 'calm',
    contextSummary: 'Porto is cheap.',
  });
});

it('leaves what a reader does not speak of as it was computed', () => {
  expect(withJudgement(computed, {})).toEqual(computed);
  expect(withJudgement(computed, { topic: 'travel' })).toEqual({ ...computed, conversationTopic: 'travel' });
  expect(withJudgement(computed, { intentConfidence: 0.9 })).toEqual(computed);
});
