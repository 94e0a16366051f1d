import { createOrchestrator, defineSpecialist, type RunState } from 'troupe';
import { summarizeState, toRunState } from 'troupe/log';
import { planStep } from 'troupe/plan';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { completed, failed, later, plan, running, simple, start } from './states.ts';

it('sums a run up: what was asked, thought, done and answered, with figures', async () => {
  const worker = defineSpecialist({ name: 'worker', description: 'works', run: async ({ step }) => `done ${step.id}` });
  const model = scriptedModel([
    { purpose: 'think', reply: thinking({ thought: 'Two steps will do.' }) },
    {
      purpose: 'plan',
      reply:
        '# Plan: build\n\n- [ ] 1: measure\n  - specialist: worker\n- [ ] 2: cut\n  - specialist: worker\n  - depends on: 1\n',
    },
    { purpose: 'reflect', reply: reflection({ finalAnswer: 'Built.\nReally.' }) },
  ]);
  const run = createOrchestrator({ model, specialists: [worker] }).start([{ role: 'user', content: 'Build it.' }]);
  await run.result;
  const summary = summarizeState(toRunState(run.log));
  expect(summary).toMatchObject({
    sessionId: run.id,
    executionStatus: 'completed',
    isCompleted: true,
    question: 'Build it.',
    finalAnswer: 'Built.\nReally.',
    thinking: { thoughts: 1, strategy: 'planned' },
    execution: { title: 'build', steps: { completed: 2 } },
    notDone: [],
    figures: { messages: 1, rounds: 1, plans: 1, steps: 2, attempts: 2 },
  });
  expect(summary.figures.durationMs).toBeGreaterThanOrEqual(0);
  // What nothing was built on comes first.
  expect(summary.keyResults.map(({ step, result }) => [step, result])).toEqual([
    ['2', 'done 2'],
    ['1', 'done 1'],
  ]);
});

it('sums up runs without a plan, without an answer, and those that are under way', () => {
  expect(summarizeState(simple)).toEqual({
    sessionId: 'run-1',
    startTime: start,
    completionTime: later,
    executionStatus: 'completed',
    isCompleted: true,
    question: 'do it',
    finalAnswer: 'done',
    keyResults: [],
    notDone: [],
    figures: { messages: 1, rounds: 0, reflections: 0, plans: 0, steps: 0, attempts: 0, durationMs: 60_000 },
  });
  expect(summarizeState(failed).error).toEqual({ code: 'model', message: 'gone' });
  const { completionTime, finalAnswer, figures } = summarizeState(running);
  expect([completionTime, finalAnswer, figures.durationMs, figures.plans]).toEqual([
    undefined,
    undefined,
    undefined,
    2,
  ]);
});

it('has a bounded size, whatever the run was, and cuts no character in two', () => {
  const text = `🎭${'很长的文字 and long words 🎭 '.repeat(20_000)}`;
  const thought = {
    ...{ thought: text, complexity: 'complex', nextAction: 'create_plan', responseStrategy: 'planned' },
    ...{ keyInsights: Array.from({ length: 500 }, (_, index) => `${index}${text}`), notDone: [] },
    ...{ durationMs: 0, timestamp: start, metadata: { text } },
  } as RunState['thinkingHistory'][number];
  const steps = Array.from({ length: 300 }, (_, index) =>
    planStep({ id: `s${index}`, description: text, assignedTo: text, result: text, status: 'completed' }),
  );
  const huge: RunState = {
    ...completed,
    originalMessages: Array.from({ length: 2_000 }, () => ({ role: 'user', content: text })),
    finalAnswer: { role: 'assistant', content: text },
    thinkingHistory: Array.from({ length: 200 }, () => thought),
    currentPlan: { ...plan(2), title: text, steps },
    metadata: { ...completed.metadata, notDone: Array.from({ length: 100 }, () => ({ what: text, why: text })) },
  };
  const before = JSON.stringify(huge.currentPlan);
  const summary = summarizeState(huge);
  const json = JSON.stringify(summary);
  expect(json.length).toBeLessThan(20_000);
  expect(json.isWellFormed()).toBe(true);
  expect([summary.keyResults.length, summary.notDone.length, summary.thinking?.insights.length]).toEqual([8, 8, 8]);
  expect(summary.finalAnswer?.endsWith('…')).toBe(true);
  expect([summary.figures.steps, summary.figures.messages, summary.thinking?.thoughts]).toEqual([300, 2_000, 200]);
  expect(JSON.stringify(huge.currentPlan)).toBe(before);
});
