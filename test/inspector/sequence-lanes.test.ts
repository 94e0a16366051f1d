import { describe, expect, it } from 'vitest';
import { type Arrow, lanesOf } from '../../inspector/src/timeline/sequence-lanes.ts';
import { textWidth } from '../../src/inspect/chart/text-width.ts';

const send = (from: string, to: string, text = 'done'): Arrow => ({ seq: 1, from, to, text });
const same = (name: string) => name;

describe('the lanes of a sequence', () => {
  it('are few where many actors come one after the other', () => {
    const arrows = Array.from({ length: 30 }, (_, place) => [
      send('host', `step-${place}`),
      send(`step-${place}`, `step-${place}`),
      send(`step-${place}`, 'host'),
    ]).flat();
    const { parts, xs } = lanesOf(arrows, same);
    expect(parts).toHaveLength(31);
    expect(xs.length).toBeLessThanOrEqual(3);
  });

  it('never stand two actors in one place at the same time', () => {
    const arrows = Array.from({ length: 200 }, (_, place) => send(`a${place % 7}`, `b${(place * 13) % 40}`));
    const { parts } = lanesOf(arrows, same);
    for (const one of parts)
      for (const other of parts) {
        const isBeside = one === other || one.lane !== other.lane || one.last < other.first || other.last < one.first;
        expect(isBeside, `${one.actor} and ${other.actor}`).toBe(true);
      }
  });

  it('are as far apart as the words between them are wide', () => {
    const words = 'a long name of an event';
    const { xs, laneOf } = lanesOf([send('a', 'b', words), send('b', 'c', 'x')], same);
    const between = (one: string, other: string) => Math.abs((xs[laneOf(one)] ?? 0) - (xs[laneOf(other)] ?? 0));
    expect(between('a', 'b')).toBeGreaterThan(textWidth(words, 11));
    expect(between('b', 'c')).toBeLessThan(between('a', 'b'));
  });
});
