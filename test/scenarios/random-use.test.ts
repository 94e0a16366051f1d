import fc from 'fast-check';
import { stateProblems, toRunState } from 'troupe/log';
import { describe, expect, it } from 'vitest';
import { seed } from '../seed.ts';
import { live, type Used, uses } from './random-use.ts';
import { expectReplay, of } from './scenario.ts';

const ends: readonly unknown[] = ['completed', 'failed', 'cancelled'];

function check({ run, entries, result, stored, heard, milestones, repeated, timers, openRuns }: Used): void {
  const { log } = run;
  expect(ends).toContain(result.status);
  const endings = of(log, 'status.changed').filter((entry) => ends.includes(entry.data.status));
  expect(endings.map((entry) => entry.data.status)).toEqual([result.status]);
  expect(log.length).toBe(entries);
  expect(heard).toEqual(log.slice(log.length - heard.length));
  if (stored) expect(stored).toEqual(log);
  expect(milestones.filter((entry) => entry.type === 'task.completed')).toEqual([milestones.at(-1)]);
  expect(repeated).toEqual([]);
  expect({ timers, openRuns }).toEqual({ timers: 0, openRuns: 0 });
  expectReplay(log);
  for (let seq = log.length; seq > 0; seq -= 7) expect(stateProblems(toRunState(log.slice(0, seq)))).toEqual([]);
}

describe('a run that is used at random', () => {
  it('ends once, whatever models, tools and people do, with a sound log that replays and nothing left behind', async () => {
    await fc.assert(
      fc.asyncProperty(uses, async (use) => check(await live(use))),
      { seed, numRuns: 300 },
    );
  });
});
