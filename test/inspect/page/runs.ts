import { createOrchestrator, defineSpecialist, memoryStore, type OrchestratorConfig, type Run } from 'troupe';
import type { Inspector } from 'troupe/inspect';
import { offlineModel, shippedSpecialists } from 'troupe/offline';
import { reflection, type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { onTestFinished } from 'vitest';
import { demo } from '../../../src/cli/config.ts';
import { ask, planText, worker } from '../../scenarios/scenario.ts';

/** The run of `troupe ask` without a question: a table, three specialists, no model. */
export function startDemo(inspector?: Inspector, config: Partial<OrchestratorConfig> = {}): Run {
  const files = [demo.file];
  const troupe = createOrchestrator({
    model: offlineModel({ files }),
    specialists: shippedSpecialists({ files }),
    store: memoryStore(),
    ...(inspector ? { inspect: inspector } : {}),
    ...config,
  });
  return troupe.start(ask(demo.question));
}

/** A run on a script; the script has to be used up when the test ends. */
export function startScript(
  inspector: Inspector,
  lines: readonly ScriptLine[],
  config: Partial<OrchestratorConfig> = {},
): Run {
  const model = scriptedModel(lines);
  onTestFinished(() => model.assertUsedUp());
  const troupe = createOrchestrator({
    model,
    specialists: [worker],
    store: memoryStore(),
    inspect: inspector,
    ...config,
  });
  return troupe.start(ask('do it'));
}

/** A plan of three steps with one round. */
export const threeSteps = (): ScriptLine[] => [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: planText({ a: [], b: [], c: ['a', 'b'] }) },
  { purpose: 'work', reply: 'one' },
  { purpose: 'work', reply: 'two' },
  { purpose: 'work', reply: 'three' },
  { purpose: 'reflect', reply: 'the end' },
];

/** Two rounds: the first judgement asks for another plan. */
export const twoRounds = () => [
  { purpose: 'think' as const, reply: thinking() },
  { purpose: 'plan' as const, reply: planText({ a: [], b: [], c: ['a', 'b'] }) },
  ...['one', 'two', 'three'].map((reply) => ({ purpose: 'work' as const, reply })),
  { purpose: 'reflect' as const, reply: reflection({ verdict: 'update' }) },
  { purpose: 'plan' as const, reply: planText({ a: [], b: [], c: ['a', 'b'], d: ['c'] }) },
  { purpose: 'work' as const, reply: 'four' },
  { purpose: 'reflect' as const, reply: 'the end' },
];

const quick = defineSpecialist({ name: 'quick', description: 'works', run: ({ step }) => `done ${step.id}` });

/** A finished run of a plan with so many steps, each of which needs two of those before it; nobody looked at it. */
export async function finishedPlan(count: number): Promise<Run> {
  const steps = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `s${index + 1}`,
      [index - 7, index - 3].filter((need) => need >= 0 && index % 4 !== 0).map((need) => `s${need + 1}`),
    ]),
  );
  const model = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText(steps, 'quick') },
    { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
  ]);
  const troupe = createOrchestrator({ model, specialists: [quick], limits: { steps: 20_000 }, concurrency: 16 });
  const run = troupe.start(ask('go'));
  await run.result;
  model.assertUsedUp();
  return run;
}
