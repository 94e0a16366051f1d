import fc from 'fast-check';
import { createOrchestrator, defineSpecialist, type Model } from 'troupe';
import { planStep, toPlanMarkdown } from 'troupe/plan';
import { reflection, thinking } from 'troupe/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';
import { toResponse } from '../scenarios/to-response.ts';
import { type Graph, places } from './graphs.ts';

/** A plan and how long each of its steps takes, in milliseconds. */
interface Work {
  readonly graph: Graph;
  readonly times: readonly number[];
}

/** A random plan in which a step needs up to three of the steps before it, of the near ones or of all. */
const workOf = (size: number): fc.Arbitrary<Work> =>
  fc
    .record({
      needs: fc.array(fc.array(fc.nat(), { maxLength: 3, size: 'max' }), { minLength: size, maxLength: size }),
      window: fc.constantFrom(3, 10, size),
      times: fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: size, maxLength: size }),
    })
    .map(({ needs, window, times }) => ({
      graph: needs.map((picks, place) => {
        const reach = Math.min(place, window);
        return reach === 0 ? [] : [...new Set(picks.map((pick) => place - 1 - (pick % reach)))];
      }),
      times,
    }));

const smallWork = fc.sample(fc.integer({ min: 3, max: 25 }).chain(workOf), { numRuns: 150, seed: 1 });
const largeWork = fc.sample(fc.integer({ min: 26, max: 200 }).chain(workOf), { numRuns: 25, seed: 2 });
const works = [...smallWork, ...largeWork, ...fc.sample(workOf(200), { numRuns: 1, seed: 3 })];

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The longest chain of steps that need each other. */
function longestChain({ graph, times }: Work): number {
  const ends: number[] = [];
  for (const [place, needs] of graph.entries()) {
    ends.push(Math.max(0, ...needs.map((need) => ends[need] ?? 0)) + (times[place] ?? 0));
  }
  return Math.max(...ends);
}

/** How long the work takes when `limit` steps run at a time and those that became ready first go first. */
function firstComeMs({ graph, times }: Work, limit: number): number {
  const open = new Set(places(graph.length));
  const done = new Set<number>();
  const running = new Map<number, number>();
  const queue: number[] = [];
  let now = 0;
  while (done.size < graph.length) {
    for (const place of open) {
      if (graph[place]?.some((need) => !done.has(need))) continue;
      open.delete(place);
      queue.push(place);
    }
    for (const place of queue.splice(0, limit - running.size)) running.set(place, now + (times[place] ?? 0));
    now = Math.min(...running.values());
    for (const [place, end] of running) {
      if (end === now && running.delete(place)) done.add(place);
    }
  }
  return now;
}

/** What a real run needs from the start of its first step to the end of its last. */
async function makespanMs(work: Work, concurrency: number, { isStreamed = false } = {}) {
  const clock = simulatedClock();
  const [starts, ends]: [number[], number[]] = [[], []];
  let [running, most] = [0, 0];
  const worker = defineSpecialist({
    name: 'worker',
    description: 'takes its time',
    run: ({ step }) =>
      new Promise<string>((resolve) => {
        starts.push(clock.now());
        most = Math.max(most, ++running);
        clock.after(work.times[Number(step.id)] ?? 0, () => {
          running--;
          ends.push(clock.now());
          resolve('done');
        });
      }),
  });
  const steps = work.graph.map((needs, place) =>
    planStep({
      id: String(place),
      description: 'work',
      assignedTo: 'worker',
      dependencies: needs.map(String),
      estimatedMs: work.times[place] ?? 0,
    }),
  );
  const plan = toPlanMarkdown({ title: 'a plan', strategy: '', steps });
  const model: Model = {
    name: 'scripted',
    isFree: true,
    async call({ brief: { purpose }, onDelta }) {
      if (isStreamed && purpose === 'plan') for (const line of plan.split(/(?<=\n)/)) onDelta?.(line);
      const reply = purpose === 'think' ? thinking() : purpose === 'plan' ? plan : reflection({ finalAnswer: 'ok' });
      return toResponse(reply);
    },
  };
  const troupe = createOrchestrator({
    model,
    specialists: [worker],
    clock,
    concurrency,
    limits: { steps: work.graph.length },
  });
  const result = await clock.run(troupe.invoke([{ role: 'user', content: 'go' }]));
  expect(result.plan?.steps.filter((step) => step.status !== 'completed')).toEqual([]);
  expect(starts).toHaveLength(work.graph.length);
  return { ms: Math.max(...ends) - Math.min(...starts), most };
}

/** The first plans that are not as they must be, the smallest first. */
const smallest = (wrong: readonly { work: Work }[]) =>
  wrong.toSorted((a, b) => a.work.graph.length - b.work.graph.length).slice(0, 1);

describe('the time that a plan takes', () => {
  it.each([
    ['planned as a whole', {}],
    ['started while it is still being written', { isStreamed: true }],
  ])('is its critical path, to the millisecond, when nothing limits it: %s', async (_, options) => {
    const wrong: object[] = [];
    for (const work of works) {
      const { ms } = await makespanMs(work, work.graph.length, options);
      if (ms !== longestChain(work)) wrong.push({ work, ms, wanted: longestChain(work) });
    }
    expect(wrong.slice(0, 1)).toEqual([]);
  });

  describe.each([1, 2, 3, 6])('with %i at a time', (limit) => {
    const runs: { work: Work; ms: number; most: number }[] = [];
    beforeAll(async () => {
      for (const work of works) runs.push({ work, ...(await makespanMs(work, limit)) });
    });

    it('is never more than what any order of work can guarantee', () => {
      const bound = (work: Work) => sum(work.times) / limit + (1 - 1 / limit) * longestChain(work);
      const wrong = runs.filter(({ work, ms }) => ms > bound(work) + 1e-6);
      expect(smallest(wrong)).toEqual([]);
    });

    it('is on average no longer than first come, first served', () => {
      const ratios = runs.map(({ work, ms }) => ms / firstComeMs(work, limit));
      const average = sum(ratios) / ratios.length;
      const better = ratios.filter((ratio) => ratio < 1).length;
      const worse = ratios.filter((ratio) => ratio > 1).length;
      console.log(
        `${limit} at a time: ${average.toFixed(4)} of first come; ${better} shorter, ${worse} longer of ${ratios.length}`,
      );
      expect(average).toBeLessThanOrEqual(1);
    });

    it('never has more steps under way', () => {
      expect(Math.max(...runs.map(({ most }) => most))).toBe(limit);
    });
  });
});
