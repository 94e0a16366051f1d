import {
  type ConversationContext,
  createOrchestrator,
  type Message,
  type OrchestratorConfig,
  TroupeError,
} from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { expectReplay, of, stage, worker } from './scenario.ts';

const turns: Message[] = [
  { role: 'user', content: 'What is the budget of Lisbon?' },
  { role: 'assistant', content: 'It is 4,310.' },
  { role: 'user', content: 'And what about the rooms in Lisbon?' },
];
const direct = { purpose: 'think', reply: thinking({ answer: 'ok' }) } as const;

async function contextOf(config: Partial<OrchestratorConfig>, ...requests: (readonly Message[])[]) {
  const { troupe } = stage(
    requests.map(() => direct),
    config,
  );
  const contexts = [];
  for (const messages of requests) {
    const run = troupe.start(messages);
    await run.result;
    expectReplay(run.log);
    const [analyzed] = of(run.log, 'effect.completed');
    contexts.push(analyzed?.data.output as ConversationContext); // the first effect is the analysis
  }
  return contexts;
}

describe('a run', () => {
  it('knows its conversation, and the next turn of it in the same way as a new orchestrator', async () => {
    const next = [
      ...turns,
      { role: 'assistant', content: 'Twelve.' },
      { role: 'user', content: '那奥斯陆呢？' },
    ] as const;
    const [first, second] = await contextOf({}, turns, next);
    expect(first).toMatchObject({ turnCount: 2, isContinuation: true, userIntent: 'follow-up', language: 'en' });
    expect(first?.tokenCount).toBeGreaterThan(20);
    const [alone] = await contextOf({}, next);
    const { analyzedAt: _, ...rest } = alone ?? { analyzedAt: '' };
    expect(second).toMatchObject(rest);
    expect(second).toMatchObject({ turnCount: 3, isContinuation: true, language: 'zh' });
  });

  it('takes the relevance threshold of its session', async () => {
    const question = [
      ...turns.slice(0, 2),
      { role: 'user', content: 'Describe rooms, Lisbon style, with sea view' },
    ] as const;
    const [lax] = await contextOf({ session: { relevanceThreshold: 0.01 } }, question);
    const [strict] = await contextOf({ session: { relevanceThreshold: 1 } }, question);
    expect(lax?.relevantHistory).toContainEqual(turns[0]);
    expect(strict?.relevantHistory).toEqual([]);
  });

  it.each([{ relevanceThreshold: 2 }, { windowTokens: 0 }, { maxHistory: 0.5 }])(
    'refuses the session %j',
    (session) => {
      expect(() => createOrchestrator({ model: scriptedModel([]), specialists: [worker], session })).toThrow(
        TroupeError,
      );
    },
  );
});
