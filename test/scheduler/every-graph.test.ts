import { describe, expect, it } from 'vitest';
import { type Case, everyLimitedRun, everyRun } from './every-run.ts';
import { everyGraph, places, subsets } from './graphs.ts';

const sizes = [1, 2, 3, 4, 5];
const graphs = sizes.flatMap((size) => everyGraph(size));
const unlimited = 10;

const cases = (conditionals: (size: number) => readonly number[][], parts: Partial<Case>): Case[] =>
  graphs.flatMap((graph) =>
    conditionals(graph.length).map((conditional) => ({
      graph,
      conditional,
      concurrency: unlimited,
      isBackwards: false,
      ...parts,
    })),
  );

/** Goes through every run of every case, small ones first, and stops at the first thing that is not as it must be. */
function exploreAll(name: string, all: readonly Case[], explore = everyRun): void {
  const began = performance.now();
  let [states, transitions, ends] = [0, 0, 0];
  for (const each of all) {
    const seen = explore(each, (what) => {
      throw new Error(what);
    });
    states += seen.states;
    transitions += seen.transitions;
    ends += seen.ends;
    expect(seen.ends).toBeGreaterThan(0);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name}: ${all.length} plans, ${states} states, ${transitions} transitions, ${ends} ends, ${seconds} s`);
}

const none = () => [[]];
/** Every set of conditional steps of up to four. */
const anyOfFour = (size: number) => (size < 5 ? subsets(places(size)).filter((set) => set.length > 0) : []);
/** The same, and each single one of five. */
const anyOfFive = (size: number) => (size < 5 ? anyOfFour(size) : places(size).map((place) => [place]));
/** At most one conditional step of up to four, and none of five. */
const few = (size: number) => (size < 5 ? [[], ...places(size).map((place) => [place])] : [[]]);

describe('every graph of up to five steps', () => {
  it('is there: 1, 2, 6, 31 and 302 of them up to renaming', () => {
    expect(sizes.map((size) => everyGraph(size).length)).toEqual([1, 2, 6, 31, 302]);
  });

  it.each([
    ['any number at a time', { concurrency: unlimited }],
    ['needs named last', { concurrency: unlimited, isBackwards: true }],
    ['two at a time', { concurrency: 2 }],
    ['one at a time', { concurrency: 1 }],
  ])('runs each step once, after its needs, to an end where everything has a result or a reason: %s', (name, parts) => {
    exploreAll(name, cases(none, parts));
  });

  it.each([
    ['conditions, any number at a time', { concurrency: unlimited }, anyOfFive],
    ['conditions, two at a time', { concurrency: 2 }, anyOfFour],
    ['conditions, one at a time', { concurrency: 1 }, anyOfFour],
  ] as const)(
    'does so too when steps have conditions that are met, not met or undecidable: %s',
    (name, parts, conditionals) => {
      exploreAll(name, cases(conditionals, parts));
    },
  );

  it.each([
    ['a limit, any number at a time', { concurrency: unlimited }],
    ['a limit, two at a time', { concurrency: 2 }],
  ])('starts nothing more when a step meets a limit, and ends with what it has: %s', (name, parts) => {
    exploreAll(name, cases(few, parts), everyLimitedRun);
  });
});
