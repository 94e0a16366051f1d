import fc from 'fast-check';
import type { PlanStep } from 'troupe';
import { planProblems, planStep } from 'troupe/plan';
import { describe, expect, it } from 'vitest';

const options = { specialists: ['data', 'writer'], maxSteps: 10 };
const step = (id: string, dependencies: string[] = [], assignedTo = 'data') =>
  planStep({ id, description: `do ${id}`, dependencies, assignedTo });
const problems = (steps: PlanStep[]) => planProblems({ steps }, options);

/** Steps 0 to n - 1 with any needs among them. */
const graph = fc
  .integer({ min: 1, max: 8 })
  .chain((size) =>
    fc
      .array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 4 }), { minLength: size, maxLength: size })
      .map((needs) => needs.map((ids, index) => step(String(index), ids.map(String)))),
  );
/** Takes away steps without needs until nothing changes: what is left lies on or behind a circle. */
function hasCircle(steps: readonly PlanStep[]): boolean {
  let left = [...steps];
  for (;;) {
    const ids = new Set(left.map((each) => each.id));
    const rest = left.filter((each) => each.dependencies.some((need) => ids.has(need)));
    if (rest.length === left.length) return left.length > 0;
    left = rest;
  }
}

describe('planProblems', () => {
  it('finds none in a sound plan', () => {
    expect(problems([step('1'), step('2', ['1'], 'writer'), step('3', ['1', '2'], '')])).toEqual([]);
  });

  it('names a plan without steps', () => {
    expect(problems([])).toEqual(['The plan has no steps.']);
  });

  it('names a plan with too many steps', () => {
    expect(planProblems({ steps: [step('1'), step('2')] }, { ...options, maxSteps: 1 })).toEqual([
      'The plan has 2 steps; at most 1 are allowed.',
    ]);
  });

  it('names an id that two steps have', () => {
    expect(problems([step('1'), step('1')])).toEqual(['Two steps have the id 1.']);
  });

  it('names a need that is not in the plan', () => {
    expect(problems([step('3', ['7'])])).toEqual(['Plan step 3 needs step 7, which is not in the plan.']);
  });

  it('names a specialist who is not there, and those who are', () => {
    expect(problems([step('1', [], 'cook')])).toEqual([
      'Plan step 1 is for "cook", but the specialists are: data, writer.',
    ]);
  });

  it('names a circle step by step', () => {
    expect(problems([step('1', ['3']), step('2', ['1']), step('3', ['2'])])).toEqual([
      'Steps need each other in a circle: 1 needs 3 needs 2 needs 1.',
    ]);
    expect(problems([step('1', ['1'])])).toEqual(['Steps need each other in a circle: 1 needs 1.']);
  });

  it('finds a circle exactly when there is one, and names a true one', () => {
    fc.assert(
      fc.property(graph, (steps) => {
        const [problem] = problems(steps);
        expect(problem !== undefined).toBe(hasCircle(steps));
        const named = problem?.match(/\d+/g) ?? [];
        expect(named[0]).toBe(named.at(-1));
        for (const [index, id] of named.slice(0, -1).entries()) {
          expect(steps[Number(id)]?.dependencies).toContain(named[index + 1]);
        }
      }),
    );
  });

  it('takes a chain of ten thousand steps', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) =>
      step(String(index), index === 0 ? [] : [String(index - 1)]),
    );
    expect(planProblems({ steps: chain.reverse() }, { ...options, maxSteps: 10_000 })).toEqual([]);
  });
});
