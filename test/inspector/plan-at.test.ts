import { describe, expect, it } from 'vitest';
import { PlanHistory } from '../../inspector/src/state/plan-at.ts';
import type { TimelineEntry } from '../../src/inspect/protocol.ts';

const entry = (seq: number, type: string, data: Record<string, unknown>): TimelineEntry => ({
  seq,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'move',
  type,
  actor: 'host',
  data,
});
const step = (id: string, dependencies: string[] = []) => ({
  id,
  description: id,
  status: 'pending',
  assignedTo: 'data',
  dependencies,
  priority: 0,
});

describe('the plan at an entry', () => {
  const entries = [
    entry(5, 'plan.created', { plan: { version: 1, title: 'T', steps: [step('1'), step('2', ['1'])] } }),
    entry(6, 'step.started', { id: '1', dependencies: [], round: 1 }),
    entry(9, 'step.completed', { id: '1', results: [{ durationMs: 30 }, { durationMs: 50 }] }),
    entry(12, 'step.failed', { id: '2', results: [], reason: 'no data' }),
    entry(15, 'plan.updated', { plan: { version: 2, title: 'T', steps: [step('3')] } }),
    entry(16, 'step.skipped', { id: '3', reason: 'not needed' }),
  ];
  const plans = new PlanHistory();
  for (const each of entries) plans.push(each);
  const planAt = (seq: number) => plans.at(seq);
  const statuses = (seq: number) => planAt(seq)?.steps.map(({ id, status }) => `${id} ${status}`);

  it('is not there before it is made', () => {
    expect(planAt(4)).toBeUndefined();
  });

  it('follows what happens to its steps', () => {
    expect(statuses(5)).toEqual(['1 pending', '2 pending']);
    expect(statuses(8)).toEqual(['1 executing', '2 pending']);
    expect(statuses(12)).toEqual(['1 completed', '2 failed']);
  });

  it('tells how long a step took and why it failed', () => {
    expect(planAt(12)?.steps).toMatchObject([{ actualMs: 50 }, { reason: 'no data' }]);
  });

  it('is the latest version from its entry on', () => {
    expect(planAt(15)?.version).toBe(2);
    expect(statuses(20)).toEqual(['3 skipped']);
  });

  it('has steps that are to be done again as pending', () => {
    plans.push(entry(17, 'step.renewed', { id: '3' }));
    expect(statuses(16)).toEqual(['3 skipped']);
    expect(statuses(17)).toEqual(['3 pending']);
  });

  it('is not disturbed by events of another actor that have the same names', () => {
    for (const type of ['plan.created', 'step.completed', 'step.started', 'step.drafted', 'step.renewed'])
      plans.push(entry(18, type, { id: 3, plan: 'B', results: 'none' }));
    expect(statuses(18)).toEqual(['3 pending']);
  });
});
