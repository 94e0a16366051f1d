import { expect, it } from 'vitest';
import { seed } from '../seed.ts';
import { crashRounds, plainly } from './crash-rounds.ts';
import { sabotageNames } from './sabotage.ts';

/** What the crash tests say about each broken runner, and the machines that show it. */
const noticed: Readonly<Record<string, { readonly names: readonly string[]; readonly problem: RegExp }>> = {
  'effects begin before they are stored': {
    names: ['retry-with-back-off', 'booking-saga', 'nested-orders'],
    problem: /was performed and its start is not stored/,
  },
  'effects that have completed begin again': {
    names: ['booking-saga', 'trivia', 'nested-orders'],
    problem: /was recorded and was performed again/,
  },
  'the store confirms a batch and writes it with the next': {
    names: ['trivia', 'counter-reducer', 'fetch-users'],
    problem: /was confirmed and is not stored|its start is not stored/,
  },
  'random numbers are random': { names: ['dice-game'], problem: /comes out differently/ },
  'ids of events are forgotten': {
    names: ['counter-reducer', 'vending-machine'],
    problem: /was taken twice/,
  },
  'actions that may not have been done are not done again': {
    names: ['trivia', 'traffic-light', 'self-talk'],
    problem: /was never done|hangs/,
  },
  'timers are not set again': { names: ['traffic-light'], problem: /hangs/ },
};

const plain = await plainly();

it('every sabotage has its test', () => {
  expect(Object.keys(noticed)).toEqual(sabotageNames);
});

it.each(Object.entries(noticed))('the crash tests notice when %s', async (sabotage, { names, problem }) => {
  // Where the processes are killed is random: a sabotage that shows in none of the first rounds shows in a later one.
  for (let round = 0; round < 10; round++) {
    const { problems } = await crashRounds({ names, kills: 4, seed: seed + round, sabotage, hangMs: 3_000 }, plain);
    if (problems.some((each) => problem.test(each))) return;
  }
  expect.unreachable(`Nobody noticed that ${sabotage}.`);
});
