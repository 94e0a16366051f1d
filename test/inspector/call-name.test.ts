import { describe, expect, it } from 'vitest';
import { callName } from '../../inspector/src/trying/call-name.ts';
import { againTotal, paidAgain } from '../../inspector/src/trying/paid-again.ts';
import type { TimelineEntry } from '../../src/inspect/protocol.ts';

const entry = (seq: number, type: string, data: TimelineEntry['data'], actor = 'host/step-2#1'): TimelineEntry => ({
  seq,
  at: '2026-01-01T00:00:00.000Z',
  kind: type === 'effect.started' ? 'move' : 'fact',
  type,
  actor,
  data,
});

describe('the name of a call', () => {
  it.each([
    ['s2#1/ask#1.1', 'ask', 'host/step-2#1', 'step 2 · ask, turn 1'],
    ['s2#2/ask#3.2', 'ask', 'host/step-2#2', 'step 2, second time · ask, attempt 3, turn 2'],
    ['s2#1/tool#1.2.1', 'useTool', 'host/step-2#1', 'step 2 · a tool'],
    ['when-2#1-1/decide#1', 'decide', 'host/when-2#1', 'step 2 · its condition'],
    ['t1/think#2', 'think', 'host', 'host · first thought, attempt 2'],
    ['r2/reflect#1', 'reflect', 'host/reflector', 'host · judgement of round 2'],
    ['plan-1/draft#1', 'draft', 'host/planner', 'host · draft of the plan'],
    ['charge', 'source', 'order/pay', 'order/pay · card'],
  ])('%s is in words', (key, kind, actor, words) => {
    const data = { key, kind, ...(kind === 'source' ? { source: 'card' } : {}) };
    expect(callName(entry(1, 'effect.started', data, actor))).toBe(words);
  });
});

describe('what is paid again', () => {
  const usage = { modelCalls: 1, inputTokens: 3, outputTokens: 2, costUsd: 0.5 };
  const log = [
    entry(1, 'effect.completed', { key: 's2#1/ask#1.1', kind: 'ask', usage }),
    entry(2, 'effect.started', { key: 's2#1/tool#1.1.1', kind: 'useTool' }),
    entry(3, 'effect.completed', { key: 's2#1/tool#1.1.1', kind: 'useTool', output: { tool: 'price' } }),
    entry(4, 'effect.completed', { key: 's2#1/ask#1.2', kind: 'ask', usage: { modelCalls: 1, inputTokens: 4 } }),
  ];

  it('is what was completed after the group of the entry, but for the one whose outcome is given', () => {
    expect(paidAgain(log, 1).map(({ name }) => name)).toEqual(['step 2 · price', 'step 2 · ask, turn 2']);
    expect(paidAgain(log, 2).map(({ name }) => name)).toEqual(['step 2 · price', 'step 2 · ask, turn 2']);
    expect(paidAgain(log, 1, 's2#1/tool#1.1.1').map(({ name }) => name)).toEqual(['step 2 · ask, turn 2']);
    expect(paidAgain(log, 4)).toEqual([]);
  });

  it('is summed up as far as the log knows it', () => {
    expect(againTotal(paidAgain(log, 0))).toEqual({
      calls: 2,
      tools: 1,
      tokens: 9,
      costUsd: 0.5,
      hasAllTokens: true,
      hasAllCosts: false,
    });
  });
});
