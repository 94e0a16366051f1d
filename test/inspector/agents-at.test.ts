import { describe, expect, it } from 'vitest';
import { agentsAt, answerIn, endIn } from '../../inspector/src/state/agents-at.ts';
import type { ActorState, SystemState } from '../../inspector/src/state/fold.ts';
import type { TimelineEntry } from '../../src/inspect/protocol.ts';

const actor = (id: string, given: Partial<ActorState>): [string, ActorState] => [
  id,
  { id, path: id, chart: 'agent', status: 'active', taken: [], isFresh: false, seq: 1, ...given },
];
const at = (...runPath: string[]) => ({ context: { runPath } });

describe('the agents at work', () => {
  it('are those at the ends of the run paths, each with what it does itself', () => {
    const state: SystemState = new Map([
      actor('root', { value: 'running', context: {} }),
      actor('team', { ...at('team'), value: { working: { clerk: 'working', host: 'working' } } }),
      actor('clerk', { ...at('team', 'clerk'), value: 'usingTools' }),
      actor('call', { ...at('team', 'clerk'), value: 'running' }),
      actor('host', { ...at('team', 'host'), value: 'asking' }),
      actor('gone', { ...at('team', 'gone'), value: 'completed', status: 'done' }),
    ]);
    expect(agentsAt(state)).toEqual([
      { actor: 'clerk', path: 'team > clerk', words: 'usingTools' },
      { actor: 'host', path: 'team > host', words: 'asking' },
    ]);
  });

  it('are none where no actor knows a run path', () => {
    expect(agentsAt(new Map([actor('shop', { context: { runPath: 'north' } }), actor('bare', {})]))).toEqual([]);
  });
});

describe('the end of a run of an agent', () => {
  const entry = (seq: number, path: string, data: TimelineEntry['data']): TimelineEntry => ({
    seq,
    at: '2026-01-01T00:00:00.000Z',
    kind: 'move',
    type: 'actor.moved',
    actor: path,
    data,
  });
  const entries = [
    entry(1, 'team', { status: 'active' }),
    entry(2, 'team/team', { status: 'done', output: { message: { content: 'not this' } } }),
    entry(3, 'team', { status: 'done', output: { message: { content: 'This.' } } }),
    entry(4, 'team/session', { status: 'stopped' }),
  ];

  it('is where its root is done, and not before', () => {
    expect(endIn(entries, 4)?.seq).toBe(3);
    expect(endIn(entries, 2)).toBeUndefined();
    expect(endIn([], 0)).toBeUndefined();
  });

  it('says the answer, or why there is none', () => {
    expect(entries[2] && answerIn(entries[2])).toBe('This.');
    expect(answerIn(entry(1, 'team', { status: 'done', output: { error: { message: 'It broke.' } } }))).toBe(
      'It broke.',
    );
    expect(answerIn(entry(1, 'team', { status: 'done' }))).toBeUndefined();
  });
});
