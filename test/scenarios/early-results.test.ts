import { defineSpecialist } from 'troupe';
import { simulatedClock, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { planText, stage } from './scenario.ts';

it('keeps the results of steps that were done while the plan still arrived, when time runs out in planning', async () => {
  const quick = defineSpecialist({
    name: 'quick',
    description: 'is quick',
    readsOnly: true,
    run: () => 'an early result',
  });
  const clock = simulatedClock();
  const whole = planText({ a: [], b: [] }, 'quick');
  const { start } = stage(
    [
      { purpose: 'think', reply: thinking() },
      {
        purpose: 'plan',
        reply: (request) => {
          request.onDelta?.(whole);
          return new Promise(() => {});
        },
      },
    ],
    { specialists: [quick], limits: { wallMs: 300 }, clock },
  );
  const result = await clock.run(start().result);
  expect(result).toMatchObject({ status: 'completed', limit: { name: 'wallMs' } });
  expect(result.plan?.steps.map((step) => step.result)).toEqual(['an early result']);
  expect(result.message.content).toContain('an early result');
});
