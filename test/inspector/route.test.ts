import { describe, expect, it } from 'vitest';
import { parseRoute, type Route, toHash } from '../../inspector/src/routing/route.ts';
import { markWords, statusWords, whenWords } from '../../inspector/src/runs/run-words.ts';

describe('an address', () => {
  it.each<[string, Route]>([
    [
      '#run=r-1&at=105&actor=host/step-2%231&tab=prompt',
      { page: 'run', run: 'r-1', at: 105, actor: 'host/step-2#1', tab: 'prompt' },
    ],
    ['#runs', { page: 'runs' }],
    ['#runs?q=a%20%26%20b&status=failed&sort=cost', { page: 'runs', text: 'a & b', group: 'failed', order: 'cost' }],
    ['#', { page: 'home' }],
  ])('%s is read as it was written', (hash, route) => {
    expect(toHash(route)).toBe(hash);
    expect(parseRoute(hash)).toEqual(route);
  });

  it('leaves out what is not said, or makes no sense', () => {
    expect(parseRoute('')).toEqual({ page: 'home' });
    expect(parseRoute('#run=x&at=nonsense')).toEqual({ page: 'run', run: 'x' });
    expect(parseRoute('#run=x&at=-3')).toEqual({ page: 'run', run: 'x' });
    expect(parseRoute('#runs?status=__proto__&sort=name')).toEqual({ page: 'runs' });
    expect(parseRoute('#runsome')).toEqual({ page: 'home' });
  });
});

describe('the words of the list', () => {
  it('mark what is looked for, the longer word where two begin at one place', () => {
    const marked = (text: string, words: string[]) =>
      markWords(text, words)
        .map(({ text: piece, isFound }) => (isFound ? `[${piece}]` : piece))
        .join('');
    expect(marked('Proof before the proofs', ['proof', 'proofs'])).toBe('[Proof] before the [proofs]');
    expect(marked('nothing', ['else'])).toBe('nothing');
    expect(marked('', ['x'])).toBe('');
  });

  it('say of a run that nobody drives here that it is not finished', () => {
    expect(statusWords({ group: 'working', status: 'executing', isLive: false })).toBe('Not finished');
    expect(statusWords({ group: 'working', status: 'executing', isLive: true })).toBe('Executing');
    expect(statusWords({ group: 'failed', status: 'timeout', isLive: false })).toBe('Out of time');
  });

  it('say when a run began as people do', () => {
    const now = new Date(2026, 4, 17, 12, 0);
    const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
    expect(whenWords(at(2026, 4, 17, 9, 5), now)).toBe('today 09:05');
    expect(whenWords(at(2026, 4, 16, 23, 59), now)).toBe('yesterday 23:59');
    expect(whenWords(at(2026, 0, 2, 8, 0), now)).toBe('2 Jan 08:00');
    expect(whenWords(at(2025, 11, 31, 8, 0), now)).toBe('31 Dec 2025');
    expect(whenWords('nonsense', now)).toBe('');
  });
});
