/** What the views of a log say of a run in which the host looks something up itself. */
import { createOrchestrator, defineSpecialist, defineTool, type Entry, type Milestone, ModelError } from 'troupe';
import { stateProblems, toMetrics, toRunState } from 'troupe/log';
import { scriptedModel, simulatedClock } from 'troupe/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { milestoneReader } from '../../src/log/to-milestones.ts';

/** Looks up twice, the first time two things at once, and has to ask again in between. */
async function lookupLog(): Promise<readonly Entry[]> {
  const clock = simulatedClock();
  const peek = (at: string) => ({ name: 'peek', arguments: JSON.stringify({ at }) });
  const model = scriptedModel([
    { purpose: 'think', reply: { toolCalls: [peek('the sky'), peek('the sea')] } },
    { purpose: 'think', reply: new ModelError('server', 'down', { retryAfterMs: 700 }) },
    { purpose: 'think', reply: { toolCalls: [peek('the grass')] } },
    { purpose: 'think', reply: 'Blue, blue and green.' },
  ]);
  const tool = defineTool({
    name: 'peek',
    description: 'looks',
    capability: 'read',
    input: z.object({ at: z.string() }),
    run: async () => {
      await new Promise<void>((resolve) => void clock.after(50, resolve));
      return { text: 'a colour' };
    },
  });
  const run = createOrchestrator({
    model,
    specialists: [defineSpecialist({ name: 'worker', description: 'works', tools: [tool] })],
    clock,
    retry: { baseMs: 700, maxMs: 700, maxAskedMs: 1000 },
  }).start([{ role: 'user', content: 'which colours?' }], { runId: 'run-1' });
  await clock.run(run.result);
  model.assertUsedUp();
  return run.log;
}

it('thinks once: it begins before the first look-up and ends after the last', async () => {
  const milestones: Milestone[] = (await lookupLog()).flatMap(milestoneReader('run-1'));
  expect(milestones).toMatchObject([
    { type: 'thinking.started', turn: 1 },
    { type: 'thinking.completed', turn: 1, branch: 'direct', durationMs: 800 },
    { type: 'task.completed' },
  ]);
});

it('counts the look-ups among the tools, and the time for them as that of a state', async () => {
  const { effects, statesMs, usage } = toMetrics(await lookupLog());
  expect(effects.useTool).toMatchObject({ started: 3, completed: 3, totalMs: 150, maxMs: 50, modelCalls: 0 });
  expect(effects.think).toMatchObject({ started: 4, completed: 3, failed: 1 });
  expect(statesMs).toMatchObject({ lookingUp: 100, thinking: 700 });
  expect(usage.modelCalls).toBe(4);
});

it('has a sound state at every entry, which says when it looks something up', async () => {
  const log = await lookupLog();
  const states = log.map(({ seq }) => toRunState(log.slice(0, seq)));
  for (const state of states) expect(stateProblems(state)).toEqual([]);
  expect(states.some(({ currentStep }) => currentStep === 'lookingUp')).toBe(true);
  expect(states.at(-1)).toMatchObject({ isCompleted: true, isSimpleTask: true, thinkingHistory: [{}] });
});
