import { describe, expect, it } from 'vitest';
import { History } from '../../inspector/src/state/fold.ts';
import type { Change, Frame } from '../../src/inspect/protocol.ts';

const actor = (id: string, path: string, chart?: string): Change => ({
  type: 'actor',
  actor: id,
  path,
  ...(chart === undefined ? {} : { chart }),
});
const micro = (id: string, value: string, ...edges: string[]): Change => ({
  type: 'microstep',
  actor: id,
  edges,
  value,
});
const event = (id: string, name: string): Change => ({ type: 'event', actor: id, event: name, data: {} });
const snapshot = (id: string, ...context: { path: (string | number)[]; value?: unknown }[]): Change => ({
  type: 'snapshot',
  actor: id,
  status: 'active',
  context,
});

function historyOf(...frames: Frame[]): History {
  const history = new History();
  history.push(frames);
  return history;
}

describe('the state at an entry', () => {
  const history = historyOf(
    { seq: 1, changes: [actor('a', 'host', 'host'), snapshot('a', { path: [], value: { round: 1, notes: ['x'] } })] },
    { seq: 4, changes: [event('a', 'go'), micro('a', 'one', 'e1'), micro('a', 'two', 'e2')] },
    { seq: 4, changes: [snapshot('a', { path: ['round'], value: 2 }, { path: ['notes', 0], value: 'y' })] },
    { seq: 9, changes: [event('a', 'stop'), micro('a', 'three', 'e3'), snapshot('a', { path: ['notes'] })] },
  );

  it('is that of the group to which the entry belongs', () => {
    expect(history.groupAt(8)).toBe(4);
    expect(history.stateAt(8).get('a')).toMatchObject({ value: 'two', context: { round: 2, notes: ['y'] } });
    expect(history.stateAt(3).get('a')).toMatchObject({ context: { round: 1, notes: ['x'] } });
  });

  it('is empty before the first group', () => {
    expect(history.stateAt(0).size).toBe(0);
  });

  it('leaves out of the context what is gone', () => {
    expect(history.stateAt(9).get('a')?.context).toEqual({ round: 2 });
  });

  it('has the edges of all microsteps since the last event that moved the actor', () => {
    expect(history.stateAt(4).get('a')?.taken).toEqual(['e1', 'e2']);
    expect(history.stateAt(9).get('a')?.taken).toEqual(['e3']);
  });

  it('stands between two microsteps when only the first changes of a group are asked for', () => {
    expect(history.stateAt(4, 2).get('a')).toMatchObject({ value: 'one', taken: ['e1'], context: { round: 1 } });
  });

  it('has the changes of a group that came in two frames', () => {
    expect(history.changesAt(5).map(({ type }) => type)).toEqual(['event', 'microstep', 'microstep', 'snapshot']);
  });

  it('is the same backwards as forwards', () => {
    const forwards = [1, 4, 9].map((seq) => history.stateAt(seq).get('a'));
    const backwards = [9, 4, 1].map((seq) => history.stateAt(seq).get('a')).reverse();
    expect(backwards).toEqual(forwards);
  });
});

describe('a long history', () => {
  const frames = Array.from({ length: 5000 }, (_, index): Frame => {
    const first = index === 0 ? [actor('a', 'host', 'host')] : [];
    return { seq: index * 20 + 1, changes: [...first, snapshot('a', { path: ['n'], value: index })] };
  });

  it('has the right state wherever one jumps', () => {
    const history = historyOf(...frames);
    for (const place of [4999, 3, 2600, 255, 256, 257, 0, 4998]) {
      expect(history.stateAt(place * 20 + 5).get('a')?.context).toEqual({ n: place });
    }
  });

  it('goes on after more has come', () => {
    const history = historyOf(...frames.slice(0, 300));
    expect(history.stateAt(Number.MAX_SAFE_INTEGER).get('a')?.context).toEqual({ n: 299 });
    history.push(frames.slice(300));
    expect(history.stateAt(Number.MAX_SAFE_INTEGER).get('a')?.context).toEqual({ n: 4999 });
  });
});
