import { describe, expect, it } from 'vitest';
import { aside, decide, SeededRandom } from '../../src/run/determinism.ts';

const surroundings = (seed: number) => ({ now: () => 86_400_000, random: new SeededRandom(seed), chart: 'order' });

describe('while a chart decides', () => {
  it('time stands still', () => {
    const times = decide(surroundings(1), () => [
      Date.now(),
      Date.parse(new Date().toISOString()),
      performance.now(),
      new Date(7).getTime(),
    ]);
    expect(times).toEqual([86_400_000, 86_400_000, 86_400_000, 7]);
    expect(decide(surroundings(1), () => new Date() instanceof Date)).toBe(true);
  });

  it('random numbers, ids and bytes come from the seed', () => {
    const draw = () => [Math.random(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(4))]];
    const first = decide(surroundings(1), draw);
    expect(decide(surroundings(1), draw)).toEqual(first);
    expect(decide(surroundings(2), draw)).not.toEqual(first);
    expect(first[1]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('nothing is fetched, and the message names the chart and what to do', () => {
    expect(() => decide(surroundings(1), () => fetch('http://127.0.0.1'))).toThrow(
      /The chart "order" called fetch while it decided.* Move the call into an actor \(fromPromise\) or an action\./,
    );
  });

  it('the world goes on for what is done aside, and stands still again after it, also when that threw', () => {
    const world = Date;
    const fail = () => {
      throw new Error('x');
    };
    decide(surroundings(1), () => {
      const first = Math.random();
      aside(() => expect([Date, Date.now() > 86_400_000]).toEqual([world, true]));
      expect(() => aside(fail)).toThrow('x');
      aside(() => decide(surroundings(2), () => expect(Date.now()).toBe(86_400_000)));
      expect([Date === world, Date.now()]).toEqual([false, 86_400_000]);
      expect(Math.random()).not.toBe(first);
    });
    expect(Date).toBe(world);
    expect(aside(() => Date)).toBe(world);
  });

  it('the world is as before when it has decided, also when it threw', () => {
    const before = [Date, Math.random, globalThis.fetch, performance.now, crypto.randomUUID, crypto.getRandomValues];
    expect(() =>
      decide(surroundings(1), () => {
        throw new Error('x');
      }),
    ).toThrow('x');
    expect([Date, Math.random, globalThis.fetch, performance.now, crypto.randomUUID, crypto.getRandomValues]).toEqual(
      before,
    );
    expect(Date.now()).toBeGreaterThan(86_400_000);
  });
});
