import { extractMemories } from 'troupe/memory';
import { expect, it } from 'vitest';
import { idle } from './said-idle.ts';
import { known, type Said } from './said-known.ts';
import { unseen } from './said-unseen.ts';

function measure(set: readonly Said[]) {
  const count = { wished: 0, found: 0, idle: 0, taken: 0 };
  for (const { say, holds, apart } of set) {
    const values = extractMemories([{ role: 'user', content: say }]).map(({ value }) => value);
    if (holds.length === 0) {
      count.idle++;
      if (values.length > 0) count.taken++;
    }
    for (const words of holds) {
      count.wished++;
      const place = values.findIndex((value) => value.includes(words));
      if (place < 0) continue;
      count.found++;
      if (apart) values.splice(place, 1);
    }
  }
  return count;
}

it('finds in sentences that nobody mended the rules for no less than the docs say', () => {
  const { wished, found, idle, taken } = measure(unseen);
  expect({ wished, idle }).toEqual({ wished: 46, idle: 16 });
  expect(found).toBeGreaterThanOrEqual(33);
  expect(taken).toBeLessThanOrEqual(1);
});

it('finds what it was taught to find', () => {
  const { wished, found, idle, taken } = measure(known);
  expect({ wished, idle }).toEqual({ wished: 180, idle: 50 });
  expect(found).toBeGreaterThanOrEqual(174);
  expect(taken).toBe(0);
});

it('leaves talk about the work at hand alone, but for three cases', () => {
  expect(idle.flatMap((content) => extractMemories([{ role: 'user', content }])).map(({ value }) => value)).toEqual([
    "i'm into chapter 3 now",
    'My boss says I should always use tabs',
    "I'm an idiot lol",
  ]);
});
