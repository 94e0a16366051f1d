/** What the host should do and does not do yet. Each fails as long as the fault is there; `environments.ts` leaves these ways out. */
import { describe, expect, it } from 'vitest';
import type { RunOptions } from '../../src/domain/options.ts';
import { hostMachine } from '../../src/machines/host/host-machine.ts';
import { standingSteps } from '../../src/machines/host/host-plan.ts';
import type { PlanStep } from '../../src/plan/plan.ts';
import { drive } from './drive.ts';
import {
  besides,
  decided,
  firstSteps,
  forkedSteps,
  limitedResult,
  limits,
  outline,
  planned,
  request,
  result,
  settled,
  thought,
  unplannedAtLimit,
  withOther,
  without,
} from './environments.ts';

/** A host whose planner is at work. */
function planning(options: Partial<RunOptions> = {}) {
  const host = drive(hostMachine, { messages: [] });
  host.send(request(options));
  host.done('analyze', settled({ isContinuation: false }));
  host.done('think', settled(thought()));
  return host;
}

type Host = ReturnType<typeof planning>;

/** A host that executes its first plan. */
function plans(steps: readonly PlanStep[], options: Partial<RunOptions> = {}) {
  const host = planning(options);
  host.done('planner', planned(steps));
  return host;
}

const edit = (host: Host, steps: readonly PlanStep[]) => host.send({ type: 'plan.edited', outline: outline(steps) });
const draft = (host: Host, step: PlanStep | undefined) =>
  step && host.send({ type: 'effect.progressed', key: 'plan-1/draft#1', value: step });
const statuses = (host: Host) => standingSteps(host.snapshot.context).map((step) => `${step.id} ${step.status}`);

describe('a limit', () => {
  it('that a drafted step has met ends the run when the plan comes', () => {
    const host = planning();
    draft(host, firstSteps[0]);
    host.done('step-1#1', limitedResult('1'));
    host.done('planner', planned());
    expect(host.children).toEqual(['finalize']);
  });

  it('that was met before the plan is edited still ends the run', () => {
    const host = plans(firstSteps.slice(0, 2));
    host.done('step-1#1', limitedResult('1'));
    edit(host, withOther(firstSteps.slice(0, 2), '2'));
    expect(host.children).toEqual(['finalize']);
  });

  it('in planning lets drafted steps that are under way finish, and keeps their results', () => {
    const host = planning();
    draft(host, firstSteps[0]);
    host.done('planner', unplannedAtLimit);
    expect(host.children).toEqual(['step-1#1']);
    host.done('step-1#1', result('1'));
    expect(host.children).toEqual(['finalize']);
    expect(host.notes.map((note) => note.type)).toContain('plan.created');
  });

  it('ends the deciding about steps that it skips', () => {
    const host = plans([...forkedSteps, besides]);
    for (const id of ['step-1#1', 'step-1#1@2']) host.done(id, result('1'));
    expect(host.children).toEqual(['step-4#1', 'when-2#1-1']);
    host.done('step-4#1', limitedResult('4'));
    expect(host.children).toEqual(['finalize']);
  });
});

describe('an edit', () => {
  it('drops what one of several has brought to a step that is stopped', () => {
    const host = plans(forkedSteps.slice(0, 1));
    host.done('step-1#1', result('1'));
    edit(host, withOther(forkedSteps.slice(0, 1), '1'));
    host.done('step-1#2', result('1'));
    expect(statuses(host)).toEqual(['1 executing']);
    expect(host.children).toEqual(['step-1#2@2']);
  });

  it('leaves a skipped step alone that did not change: what needs it runs already', () => {
    const host = plans(forkedSteps);
    for (const id of ['step-1#1', 'step-1#1@2']) host.done(id, result('1'));
    host.done('when-2#1-1', decided('2', false));
    edit(host, [...forkedSteps, besides]);
    expect(statuses(host)).toEqual(['1 completed', '2 skipped', '3 executing', '4 executing']);
  });

  it('that brings a step back starts it under a new name: its old effects are others', () => {
    const host = plans(firstSteps.slice(0, 2));
    host.done('step-1#1', result('1'));
    edit(host, without(firstSteps.slice(0, 2), '1'));
    edit(host, withOther(firstSteps.slice(0, 2), '1'));
    expect(host.children.toSorted()).toEqual(['step-1#2', 'step-2#1']);
  });
});

describe('a request', () => {
  it('that cannot be worked on fails at once, also when its time is limited', () => {
    const host = drive(hostMachine, { messages: [] });
    host.send(request({ limits: limits({ wallMs: 1000 }) }, ' '));
    expect(host.snapshot.output).toMatchObject({ status: 'failed', error: { code: 'bad-request' } });
  });
});
