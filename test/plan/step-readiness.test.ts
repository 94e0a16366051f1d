import fc from 'fast-check';
import type { StepStatus } from 'troupe';
import { blockedSteps, planStep, readySteps } from 'troupe/plan';
import { describe, expect, it } from 'vitest';
import { stepStatuses } from '../../src/domain/status.ts';
import { isSettled } from '../../src/plan/plan.ts';

const step = (id: string, dependencies: string[] = [], status: StepStatus = 'pending') =>
  planStep({ id, description: `do ${id}`, dependencies, status });
const ids = (steps: readonly { id: string }[]) => steps.map(({ id }) => id);

/** Plans whose needs are all before a step; some steps have a condition. */
const acyclic = fc
  .array(fc.record({ needs: fc.array(fc.nat(7), { maxLength: 4 }), isConditional: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((steps) =>
    steps.map(({ needs, isConditional }, place) => ({
      ...step(String(place), [...new Set(needs.filter((need) => need < place).map(String))]),
      ...(isConditional ? { when: 'it is so' } : {}),
    })),
  );
const anyStatus = acyclic.chain((steps) =>
  fc
    .tuple(...steps.map(() => fc.constantFrom(...stepStatuses)))
    .map((statuses) => steps.map((each, index) => ({ ...each, status: statuses[index] ?? 'pending' }))),
);

type Step = ReturnType<typeof step>;
/** Where a step will stand when nothing more is done: a skipped need counts as settled. */
function comesTo(steps: readonly Step[], { status, dependencies, when }: Step): StepStatus {
  if (status !== 'pending' || when !== undefined || dependencies.length === 0) return status;
  const needs = dependencies.map((id) => comesTo(steps, steps[Number(id)] as Step)); // needs are in the plan
  if (needs.some((need) => need === 'failed' || need === 'blocked')) return 'blocked';
  return needs.every((need) => need === 'skipped') ? 'skipped' : 'pending';
}

describe('the steps of a plan', () => {
  it('are ready after a need that was skipped, as they are on the board', () => {
    const steps = [step('1', [], 'completed'), step('2', [], 'skipped'), step('3', ['1', '2']), step('4', ['3'])];
    expect(ids(readySteps(steps))).toEqual(['3']);
    expect(blockedSteps(steps)).toEqual([]);
  });

  it('are neither ready nor blocked when all their needs were skipped: they are skipped', () => {
    const steps = [step('1', [], 'skipped'), step('2', ['1'])];
    expect([readySteps(steps), blockedSteps(steps)]).toEqual([[], []]);
  });

  it('with a condition are ready, and not blocked, after a need that failed', () => {
    const fallback = { ...step('2', ['1']), when: 'step 1 failed' };
    const steps = [step('1', [], 'failed'), fallback, step('3', ['1'])];
    expect(ids(readySteps(steps))).toEqual(['2']);
    expect(blockedSteps(steps)).toEqual([{ step: step('3', ['1']), by: '1' }]);
  });

  it('are ready exactly when they are pending and all their needs are settled', () => {
    fc.assert(
      fc.property(anyStatus, (steps) => {
        const settled = (id: string) => isSettled({ status: comesTo(steps, steps[Number(id)] as Step) });
        const expected = steps.filter((each) => {
          const isOpen = each.status === 'pending' && comesTo(steps, each) === 'pending';
          return isOpen && each.dependencies.every(settled);
        });
        expect(readySteps(steps)).toEqual(expected);
      }),
    );
  });

  it('are blocked exactly when they are pending and a need is lost', () => {
    fc.assert(
      fc.property(anyStatus, (steps) => {
        const blocked = blockedSteps(steps);
        const expected = steps.filter((each) => each.status === 'pending' && comesTo(steps, each) === 'blocked');
        expect(blocked.map(({ step: each }) => each)).toEqual(expected);
        for (const { step: each, by } of blocked) {
          expect(each.dependencies).toContain(by);
          expect(['failed', 'blocked']).toContain(comesTo(steps, steps[Number(by)] as Step));
        }
      }),
    );
  });

  it('lead every plan to its end, whichever of them fail or are skipped', () => {
    fc.assert(
      fc.property(acyclic, fc.infiniteStream(fc.nat(2)), (planned, outcomes) => {
        let steps: readonly Step[] = planned;
        for (let ready = readySteps(steps); ready.length > 0; ready = readySteps(steps)) {
          const outcome = new Map(
            ready.map((each) => [each.id, (['completed', 'failed', 'skipped'] as const)[outcomes.next().value ?? 0]]),
          );
          steps = steps.map((each) => ({ ...each, status: outcome.get(each.id) ?? each.status }));
        }
        expect(steps.filter((each) => comesTo(steps, each) === 'pending' || each.status === 'executing')).toEqual([]);
      }),
    );
  });
});
