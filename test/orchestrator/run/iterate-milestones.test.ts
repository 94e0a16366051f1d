import { createOrchestrator } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { RunLog } from '../../../src/log/run-log.ts';
import { DurableMark } from '../../../src/orchestrator/run/durable-mark.ts';
import { iterateMilestones } from '../../../src/orchestrator/run/iterate-milestones.ts';
import { ask, worker } from '../../scenarios/scenario.ts';

const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: '4' }) }]);
const run = createOrchestrator({ model, specialists: [worker] }).start(ask('2 + 2'));
await run.result;

it('gives the next milestone to whoever has waited longest, also when a call comes just as it arrives', async () => {
  const mark = new DurableMark();
  const reader = iterateMilestones(new RunLog(run.id, run.log), mark);
  const first = reader.next();
  await new Promise((resolve) => setImmediate(resolve));
  mark.reach(run.log.length);
  const second = reader.next();
  expect((await first).value?.type).toBe('thinking.started');
  expect((await second).value?.type).toBe('thinking.completed');
});

it('shows nothing that is not durable yet', async () => {
  const mark = new DurableMark();
  const reader = iterateMilestones(new RunLog(run.id, run.log), mark);
  const thought = run.log.findIndex((entry) => entry.type === 'thought.formed');
  mark.reach(thought);
  mark.close();
  expect((await reader.next()).value?.type).toBe('thinking.started');
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});
