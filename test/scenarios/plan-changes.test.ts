import { defineSpecialist, type Entry, type Run } from 'troupe';
import { reflection, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { isAbout, of, planText, stage } from './scenario.ts';

/** A specialist whose steps are held until the test lets them go. */
function gatedSpecialist(name = 'gated') {
  const open = new Map<string, PromiseWithResolvers<string>>();
  const began: string[] = [];
  const aborted: string[] = [];
  const waiters: { id: string; resolve: () => void }[] = [];
  const specialist = defineSpecialist({
    name,
    description: 'waits for the test',
    readsOnly: true,
    run: ({ step, signal }) => {
      began.push(step.id);
      const gate = Promise.withResolvers<string>();
      open.set(step.id, gate);
      signal.addEventListener('abort', () => aborted.push(step.id));
      for (const waiter of waiters) if (waiter.id === step.id) waiter.resolve();
      return gate.promise;
    },
  });
  return {
    specialist,
    began,
    aborted,
    finish: (id: string, text = `result of ${id}`) => open.get(id)?.resolve(text),
    /** Resolves when the step has begun. */
    hasBegun: (id: string) =>
      began.includes(id) ? Promise.resolve() : new Promise<void>((resolve) => waiters.push({ id, resolve })),
  };
}

const entry = (run: Run, type: Entry['type'], id?: string) =>
  new Promise<Entry>((resolve) => {
    const found = run.log.find((each) => each.type === type && (id === undefined || isAbout(each, id)));
    if (found) resolve(found);
    run.subscribe((event) => {
      if (event.type === type && 'data' in event && (id === undefined || isAbout(event, id))) resolve(event);
    });
  });

const lines = (plan: string) =>
  [
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: plan },
    { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
  ] as const;

describe('a plan that is edited while it runs', () => {
  it('re-runs nothing that was done, stops what changed, and lists exactly the changes', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const { specialist, began, aborted, finish, hasBegun } = gatedSpecialist();
    const plan = planText(Object.fromEntries(ids.map((id) => [id, []])), 'gated');
    const { start } = stage(lines(plan), { specialists: [specialist], concurrency: 2 });
    const run = start();
    for (const id of ['a', 'b', 'c', 'd']) {
      await hasBegun(id);
      finish(id);
      await entry(run, 'step.completed', id);
    }
    await hasBegun('e');
    await hasBegun('f');
    run.editPlan(
      plan
        .replace('work on e', 'work on e in another way')
        .replace('work on g', 'work on g in another way')
        .replace('work on h', 'work on h in another way'),
    );
    expect(aborted).toEqual(['e']);
    const updated = of(run.log, 'plan.updated')[0];
    expect(updated?.data.plan).toMatchObject({ version: 2 });
    expect(updated?.data.updates).toMatchObject([
      { changes: { id: 'e' } },
      { changes: { id: 'g' } },
      { changes: { id: 'h' } },
    ]);
    expect(updated?.data.updates).toHaveLength(3);
    for (const id of ['f', 'e', 'g', 'h', 'i', 'j']) {
      await hasBegun(id);
      finish(id);
      await entry(run, 'step.completed', id);
      // e begins a second time, so it is let go again.
      if (id === 'f') finish('e', 'result of the new e');
    }
    const result = await run.result;
    expect(result.plan?.version).toBe(2);
    expect(began.filter((id) => 'abcd'.includes(id))).toEqual(['a', 'b', 'c', 'd']);
    expect(began.filter((id) => id === 'e')).toHaveLength(2);
    expect(began.filter((id) => id === 'f')).toHaveLength(1);
    expect(result.plan?.steps.every((step) => step.status === 'completed')).toBe(true);
  });

  it('does a finished step again when its work changed, and all that needs it', async () => {
    const { specialist, began, finish, hasBegun } = gatedSpecialist();
    const plan = planText({ a: [], b: ['a'], c: [], d: [] }, 'gated');
    const { start } = stage(lines(plan), { specialists: [specialist] });
    const run = start();
    for (const id of ['a', 'b', 'c']) {
      await hasBegun(id);
      finish(id);
      await entry(run, 'step.completed', id);
    }
    run.editPlan(plan.replace('work on a', 'work on a again'));
    await entry(run, 'plan.updated');
    expect(began.toSorted()).toEqual(['a', 'a', 'b', 'c', 'd']);
    finish('a', 'new a');
    finish('d');
    await new Promise<void>((resolve) => {
      run.subscribe((event) => {
        if (event.type === 'step.started' && event.data.id === 'b') resolve();
      });
    });
    await Promise.resolve();
    finish('b', 'new b');
    const result = await run.result;
    expect(result.plan?.steps.map((step) => step.result)).toEqual(['new a', 'new b', 'result of c', 'result of d']);
  });

  it('goes back to an earlier version with the results of steps that did not change', async () => {
    const { specialist, began, finish, hasBegun } = gatedSpecialist();
    const plan = planText({ a: [], b: [] }, 'gated');
    const { start } = stage(lines(plan), { specialists: [specialist] });
    const run = start();
    await hasBegun('a');
    finish('a');
    await entry(run, 'step.completed', 'a');
    run.editPlan(planText({ b: [] }, 'gated'));
    run.restorePlan(1);
    finish('b');
    const result = await run.result;
    expect(result.plan).toMatchObject({ version: 3, steps: [{ id: 'a', result: 'result of a' }, { id: 'b' }] });
    expect(began).toEqual(['a', 'b']);
    expect(of(run.log, 'plan.restored')[0]?.data.version).toBe(1);
  });

  it('may be edited in a pause, too', async () => {
    const { specialist, began, finish, hasBegun } = gatedSpecialist();
    const plan = planText({ a: [] }, 'gated');
    const { start } = stage(lines(plan), { specialists: [specialist] });
    const run = start();
    await hasBegun('a');
    run.pause();
    run.editPlan(planText({ a: [], b: [] }, 'gated'));
    finish('a');
    await entry(run, 'step.completed', 'a');
    expect(began).toEqual(['a']);
    run.resume();
    await hasBegun('b');
    finish('b');
    expect((await run.result).plan?.steps).toHaveLength(2);
  });

  it('is refused with the reason when the edit is not sound, and nothing changes', async () => {
    const { specialist, finish, hasBegun } = gatedSpecialist();
    const { start } = stage(lines(planText({ a: [] }, 'gated')).slice(0, 2), { specialists: [specialist] });
    const run = start();
    expect(() => run.editPlan(planText({ a: [] }, 'gated'))).toThrow('no plan that can be changed now');
    await hasBegun('a');
    expect(() => run.editPlan(planText({ a: ['a'] }, 'gated'))).toThrow('circle');
    expect(() => run.editPlan('nothing')).toThrow('no steps');
    expect(() => run.restorePlan(7)).toThrow('no version 7');
    finish('a');
    expect((await run.result).plan?.version).toBe(1);
  });

  it('may be edited instead of approved', async () => {
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText({ a: [] }) },
        { purpose: 'work', step: 'b', reply: 'B' },
      ],
      { reviewPlan: true },
    );
    const run = start();
    expect((await run.settled()).waitingFor?.kind).toBe('plan-review');
    run.editPlan(planText({ b: [] }));
    expect((await run.result).plan?.steps.map((step) => step.id)).toEqual(['b']);
  });
});

describe('a plan that still arrives', () => {
  it('has its first step started before the last one is there', async () => {
    const { specialist, began, finish, hasBegun } = gatedSpecialist();
    const rest = Promise.withResolvers<void>();
    const whole = planText({ a: [], b: ['a'], c: [] }, 'gated');
    const cut = whole.indexOf('- [ ] b') + 12;
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        {
          purpose: 'plan',
          reply: async (request) => {
            request.onDelta?.(whole.slice(0, cut).replace(/[^\n]*$/, ''));
            request.onDelta?.('- [ ] b: wor\n');
            await rest.promise;
            return whole;
          },
        },
        { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
      ],
      { specialists: [specialist] },
    );
    const run = start();
    await hasBegun('a');
    expect(of(run.log, 'plan.created')).toHaveLength(0);
    finish('a');
    await entry(run, 'step.completed', 'a');
    rest.resolve();
    await hasBegun('b');
    finish('b');
    await hasBegun('c');
    finish('c');
    const result = await run.result;
    expect(began).toEqual(['a', 'b', 'c']);
    expect(result.plan?.steps.map((step) => step.result)).toEqual(['result of a', 'result of b', 'result of c']);
  });
});

describe('conditions', () => {
  it('decide by computing which of two ways is taken, and a step after both runs', async () => {
    const plan = `# Plan: either or

- [ ] 1: measure
  - specialist: worker
- [ ] 2: if it is much
  - specialist: worker
  - after: 1
  - when: number in 1 > 100
- [ ] 3: if it is little
  - specialist: worker
  - after: 1
  - when: not (number in 1 > 100)
- [ ] 4: only after the little
  - specialist: worker
  - after: 3
- [ ] 5: in the end
  - specialist: worker
  - after: 2, 3
`;
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: plan },
      { purpose: 'work', step: '1', reply: 'There are 1,200 of them.' },
      { purpose: 'work', step: '2', reply: 'much' },
      { purpose: 'work', step: '5', reply: 'end' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    const result = await start().result;
    expect(result.plan?.steps.map((step) => step.status)).toEqual([
      'completed',
      'completed',
      'skipped',
      'skipped',
      'completed',
    ]);
    expect(result.plan?.steps[2]?.reason).toContain('is not met');
    expect(result.plan?.steps[3]?.reason).toBe('Everything it needs was skipped.');
  });

  it('let a step run exactly when the one before it failed', async () => {
    const plan = `# Plan: plan B

- [ ] 1: try
  - specialist: worker
- [ ] 2: plan B
  - specialist: worker
  - after: 1
  - when: step 1 failed
`;
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: plan },
      { purpose: 'work', step: '1', reply: 'CANNOT: no' },
      { purpose: 'work', step: '2', reply: 'plan B worked' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    expect((await start().result).plan?.steps.map((step) => step.status)).toEqual(['failed', 'completed']);
  });

  it('in plain words are judged by the model', async () => {
    const plan =
      '# Plan: p\n\n- [ ] 1: look\n  - specialist: worker\n- [ ] 2: act\n  - specialist: worker\n  - after: 1\n  - when: the first result sounds urgent\n';
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: plan },
      { purpose: 'work', step: '1', reply: 'all calm' },
      { purpose: 'decide', reply: JSON.stringify({ run: false, reason: 'It is calm.' }) },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    expect((await start().result).plan?.steps[1]).toMatchObject({ status: 'skipped', reason: 'It is calm.' });
  });
});

describe('several specialists on one step', () => {
  it('each do it on their own; the step has all their results', async () => {
    const say = (name: string, text: string) => defineSpecialist({ name, description: name, run: () => text });
    const bad = defineSpecialist({ name: 'bad', description: 'bad', run: () => 'CANNOT: not today' });
    const plan =
      '# Plan: p\n\n- [ ] 1: look\n  - specialist: left, right, bad\n- [ ] 2: join\n  - specialist: join\n  - after: 1\n';
    const join = defineSpecialist({
      name: 'join',
      description: 'join',
      run: ({ inputs }) => inputs.map((input) => input.text).join(''),
    });
    const { start } = stage(lines(plan), { specialists: [say('left', 'L'), say('right', 'R'), bad, join] });
    const result = await start().result;
    expect(result.plan?.steps.map((step) => [step.status, step.result])).toEqual([
      ['completed', 'L\n\nR'],
      ['completed', 'L\n\nR'],
    ]);
  });
});
