import { defineSpecialist, type PlanStep } from 'troupe';
import { planStep } from 'troupe/plan';
import { describe, expect, it } from 'vitest';
import { ask } from '../../../src/actors/performers/ask.ts';
import type { Performance } from '../../../src/actors/performers/performer.ts';
import { RunLog } from '../../../src/log/run-log.ts';
import { initialHostContext } from '../../../src/machines/host/host-context.ts';
import { startedNote } from '../../../src/machines/host/host-notes.ts';

/** One turn of a specialist with a function of its own, on a step as the plan has it or as it started before the plan. */
async function turnOf(text: string, step: Partial<PlanStep>, isPlanned: boolean) {
  const log = new RunLog('run-1');
  const planned = planStep({ id: '1', description: 'count', assignedTo: 'own', ...step });
  const note = isPlanned
    ? ({ type: 'plan.created', data: { plan: { version: 1, title: '', strategy: '', steps: [planned] } } } as const)
    : startedNote(initialHostContext, planned, 1);
  log.append({ ...note, actor: 'host' }, '2026-01-01T00:00:00.000Z');
  const specialists = [defineSpecialist({ name: 'own', description: 'counts', run: () => text })];
  const speech = { add() {}, end() {} };
  // A function of its own needs no more than this.
  const performance = { cast: { specialists }, log, speech, key: 'k', signal: AbortSignal.any([]) };
  const input = { stepId: '1', specialist: 'own', planVersion: 1, exchange: [], remarks: [], isLast: false };
  const { output } = await ask(input, performance as unknown as Performance);
  return output;
}

describe.each([
  ['of the plan', true],
  ['that started before the plan was whole', false],
])('a step %s that asks for a form', (_, isPlanned) => {
  it('has its result checked for it', async () => {
    const remark = expect.stringContaining('The step asks for "a number"');
    expect(await turnOf('many', { format: 'a number' }, isPlanned)).toMatchObject({
      assessment: { accepted: false, final: false, quality: 0, remark },
    });
    expect(await turnOf('7', { format: 'a number' }, isPlanned)).toMatchObject({
      assessment: { accepted: true, quality: 1 },
    });
    expect(await turnOf('many', {}, isPlanned)).toMatchObject({ assessment: { accepted: true } });
  });
});
