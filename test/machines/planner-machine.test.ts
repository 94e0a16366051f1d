import { describe, expect, it } from 'vitest';
import { type PlannerInput, plannerMachine } from '../../src/machines/planner-machine.ts';
import { planStep } from '../../src/plan/plan-markdown.ts';
import { drive } from './drive.ts';
import { drafts, effectError, lasting, passing, plannerInput, settled } from './environments.ts';

const start = (parts: Partial<PlannerInput> = {}) => drive(plannerMachine, { ...plannerInput, ...parts });

describe('a draft', () => {
  it('that can be run becomes the plan', () => {
    const planner = start();
    expect(planner.inputOf('draft')).toMatchObject({ key: 'plan-1/draft#1', isUpdate: false });
    planner.done('draft', settled(drafts.sound, 3000));
    expect(planner.snapshot.output).toMatchObject({
      ok: true,
      at: 3000,
      outline: { title: 'fine', steps: [{ id: '1' }, { id: '2', dependencies: ['1'] }] },
    });
  });

  it('without a specialist for a step gets the one who fits best', () => {
    const planner = start();
    planner.done('draft', settled(drafts.sound));
    expect(planner.snapshot.context.outline.steps.map((step) => step.assignedTo)).toEqual(['worker', 'writer']);
  });

  it('with a circle is refused, and the next one is drafted with the problems in hand', () => {
    const planner = start();
    planner.done('draft', settled(drafts.cyclic));
    expect(planner.inputOf('draft')).toMatchObject({
      key: 'plan-1/draft#2',
      refused: { key: 'plan-1/draft#1', problems: ['Steps need each other in a circle: 1 needs 2 needs 1.'] },
    });
    planner.done('draft', settled(drafts.sound));
    expect(planner.snapshot.output).toMatchObject({ ok: true });
  });

  it('with unknown needs or too many steps is refused with each problem', () => {
    const planner = start({ maxSteps: 1 });
    planner.done('draft', settled('- [ ] 1: a\n  - specialist: worker\n  - after: 9\n- [ ] 2: b\n'));
    expect(planner.inputOf('draft').refused).toEqual({
      key: 'plan-1/draft#1',
      problems: ['The plan has 2 steps; at most 1 are allowed.', 'Plan step 1 needs step 9, which is not in the plan.'],
    });
  });

  it('for somebody who is not there goes to who fits best; a name in another dress is the same name', () => {
    const planner = start();
    planner.done(
      'draft',
      settled('- [ ] 1: write a report\n  - specialist: nobody\n- [ ] 2: b\n  - specialist: @Worker\n'),
    );
    expect(planner.snapshot.output).toMatchObject({
      outline: { steps: [{ assignedTo: 'writer' }, { assignedTo: 'worker' }] },
    });
  });

  it('that is there already is taken without a call, and mended with one when it cannot be run', () => {
    const given = (plan: string) => start({ draft: { key: 't1/think#1', plan } });
    expect(given(drafts.sound).snapshot.output).toMatchObject({ ok: true });
    const planner = given(drafts.cyclic);
    expect(planner.inputOf('draft')).toMatchObject({ key: 'plan-1/draft#2', refused: { key: 't1/think#1' } });
  });

  it('without steps is refused', () => {
    const planner = start();
    planner.done('draft', settled(drafts.empty));
    expect(planner.inputOf('draft')).toMatchObject({ refused: { problems: ['The plan has no steps.'] } });
  });

  it('is refused a bounded number of times, then the planner gives up and says why', () => {
    const planner = start({ attempts: 2 });
    planner.done('draft', settled(drafts.cyclic));
    planner.done('draft', settled(drafts.empty));
    expect(planner.snapshot.output).toEqual({
      ok: false,
      error: { code: 'bad-plan', message: 'No plan that can be run after 2 drafts: The plan has no steps.' },
    });
  });
});

describe('a call that fails', () => {
  it('is made again as late as retry-after says', () => {
    const planner = start();
    planner.failed('draft', effectError({ retryAfterMs: 9000 }));
    expect(planner.inputOf('wait')).toMatchObject({ key: 'plan-1/wait#1', until: 2000 + 9000 });
    planner.done('wait', settled({}));
    expect(planner.inputOf('draft').key).toBe('plan-1/draft#2');
  });

  it('shares its attempts with refused drafts', () => {
    const planner = start({ attempts: 2 });
    planner.failed('draft', passing);
    planner.done('wait', settled({}));
    planner.done('draft', settled(drafts.cyclic));
    expect(planner.snapshot.output).toMatchObject({ ok: false, error: { code: 'bad-plan' } });
  });

  it('ends the planning when it would fail again', () => {
    const planner = start();
    planner.failed('draft', lasting);
    expect(planner.snapshot.output).toEqual({ ok: false, error: { code: 'auth', message: 'The key is wrong.' } });
  });

  it('ends the planning when the wait before it breaks', () => {
    const planner = start();
    planner.failed('draft', passing);
    planner.failed('wait', new Error('no clock'));
    expect(planner.snapshot.output).toEqual({ ok: false, error: { code: 'bug', message: 'no clock' } });
  });
});

describe('an update', () => {
  const previous = [
    planStep({ id: '1', description: 'look', assignedTo: 'worker', status: 'completed', resultKeys: ['k1'] }),
    planStep({ id: '2', description: 'break', assignedTo: 'worker', status: 'failed', reason: 'It broke.' }),
  ];

  it('keeps finished steps with their results and starts the rest afresh', () => {
    const planner = start({ previous });
    expect(planner.inputOf('draft').isUpdate).toBe(true);
    planner.done('draft', settled('- [ ] 1: look\n- [ ] 2: try again\n  - after: 1\n'));
    expect(planner.snapshot.output).toMatchObject({
      ok: true,
      outline: {
        steps: [
          { id: '1', description: 'look', status: 'completed', resultKeys: ['k1'] },
          { id: '2', description: 'try again', status: 'pending', dependencies: ['1'] },
        ],
      },
    });
  });

  it('without any step is refused, although finished steps are there', () => {
    const planner = start({ previous });
    planner.done('draft', settled(drafts.empty));
    expect(planner.inputOf('draft')).toMatchObject({ refused: { problems: ['The plan has no steps.'] } });
  });

  it('carries the remark of the person who reviewed the plan', () => {
    expect(start({ remark: 'shorter' }).inputOf('draft').remark).toBe('shorter');
    expect(start().inputOf('draft').remark).toBeUndefined();
  });
});
