import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanStep } from '../../src/plan/plan.ts';
import { criticalPath, planGraph } from '../../src/plan/plan-graph.ts';
import { planStep } from '../../src/plan/plan-markdown.ts';

const step = (id: string, dependencies: string[], parts: Partial<PlanStep> = {}) =>
  planStep({ id, description: `work on ${id}`, dependencies, ...parts });

/** Plans of up to eight steps in any order, some with estimates and priorities. */
const plans = fc.integer({ min: 1, max: 8 }).chain((size) =>
  fc
    .record({
      edges: fc.array(fc.boolean(), { minLength: size * size, maxLength: size * size }),
      estimates: fc.array(fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined }), {
        minLength: size,
        maxLength: size,
      }),
      priorities: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: size, maxLength: size }),
      order: fc.shuffledSubarray(
        Array.from({ length: size }, (_, place) => place),
        { minLength: size },
      ),
    })
    .map(({ edges, estimates, priorities, order }) =>
      order.map((place) => {
        const needs = Array.from({ length: place }, (_, need) => need).filter((need) => edges[place * size + need]);
        const estimatedMs = estimates[place];
        return step(
          `s${place}`,
          needs.map((need) => `s${need}`),
          { priority: priorities[place] ?? 0, ...(estimatedMs === undefined ? {} : { estimatedMs }) },
        );
      }),
    ),
);

const timeOf = (each: PlanStep) => each.estimatedMs ?? 1000;

/** Every path that begins with a step and ends with one that nobody needs. */
function pathsFrom(steps: readonly PlanStep[], from: PlanStep): PlanStep[][] {
  const after = steps.filter((each) => each.dependencies.includes(from.id));
  if (after.length === 0) return [[from]];
  return after.flatMap((each) => pathsFrom(steps, each).map((path) => [from, ...path]));
}

const lengthOf = (path: readonly PlanStep[]) => path.reduce((sum, each) => sum + timeOf(each), 0);

describe('planGraph', () => {
  it('ranks each step by the longest of all paths from it', () => {
    fc.assert(
      fc.property(plans, (steps) => {
        const longest = steps.map((each) => Math.max(...pathsFrom(steps, each).map(lengthOf)));
        expect(planGraph(steps).rank).toEqual(longest);
      }),
    );
  });

  it('puts the longest remaining path first, then priority, then the order of the plan', () => {
    fc.assert(
      fc.property(plans, (steps) => {
        const { rank, precedence } = planGraph(steps);
        expect(precedence.toSorted((a, b) => a - b)).toEqual([...steps.keys()]);
        for (const a of steps.keys()) {
          for (const b of steps.keys()) {
            const [ranks, priorities] = [
              (rank[a] ?? 0) - (rank[b] ?? 0),
              (steps[a]?.priority ?? 0) - (steps[b]?.priority ?? 0),
            ];
            const isFirst = ranks > 0 || (ranks === 0 && (priorities > 0 || (priorities === 0 && a < b)));
            expect((precedence[a] ?? 0) < (precedence[b] ?? 0)).toBe(isFirst);
          }
        }
      }),
    );
  });

  it('knows needs and dependents as two sides of the same edges', () => {
    fc.assert(
      fc.property(plans, (steps) => {
        const { index, needs, dependents } = planGraph(steps);
        const edges = steps.flatMap((each, place) => each.dependencies.map((id) => `${index.get(id)} ${place}`));
        expect(needs.flatMap((list, place) => list.map((need) => `${need} ${place}`)).sort()).toEqual(edges.sort());
        expect(dependents.flatMap((list, need) => list.map((place) => `${need} ${place}`)).sort()).toEqual(edges);
      }),
    );
  });

  it('leaves out needs that are not in the plan', () => {
    const { needs, rank } = planGraph([step('a', ['gone'])]);
    expect({ needs, rank }).toEqual({ needs: [[]], rank: [1000] });
  });

  it('is computed once for a list of steps', () => {
    const steps = [step('a', [])];
    expect(planGraph(steps)).toBe(planGraph(steps));
    expect(planGraph([...steps])).not.toBe(planGraph(steps));
  });

  it('ranks a chain of 10,000 steps', () => {
    const steps = Array.from({ length: 10_000 }, (_, place) => step(`s${place}`, place === 0 ? [] : [`s${place - 1}`]));
    expect(planGraph(steps).rank[0]).toBe(10_000_000);
    expect(criticalPath(steps)).toHaveLength(10_000);
  });
});

describe('criticalPath', () => {
  it('is a path from a step that needs nothing to one that nobody needs, and no other is longer', () => {
    fc.assert(
      fc.property(plans, (steps) => {
        const path = criticalPath(steps).map((id) => steps.find((each) => each.id === id) as PlanStep); // ids of the plan
        expect(path[0]?.dependencies).toEqual([]);
        for (const [position, each] of path.slice(1).entries()) {
          expect(each.dependencies).toContain(path[position]?.id);
        }
        expect(steps.some((each) => each.dependencies.includes(path.at(-1)?.id ?? ''))).toBe(false);
        const longest = Math.max(...steps.flatMap((each) => pathsFrom(steps, each).map(lengthOf)));
        expect(lengthOf(path)).toBe(longest);
      }),
    );
  });

  it('is empty for an empty plan', () => {
    expect(criticalPath([])).toEqual([]);
  });
});
