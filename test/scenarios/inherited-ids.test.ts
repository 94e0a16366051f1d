/**
 * The scenarios once more, with steps that are called `constructor`, `toString` and the like: what a plan calls `a` is called so inside the run, and
 * is `a` again for whoever looks.
 */
import { readdirSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

let plans = 0;

vi.mock('../../src/plan/plan-markdown.ts', async (original) => {
  const [actual, { withInheritedIds }] = await Promise.all([
    original<typeof import('../../src/plan/plan-markdown.ts')>(),
    import('./plain-ids.ts'),
  ]);
  const parsePlanMarkdown = (markdown: string) => {
    plans++;
    return withInheritedIds(actual.parsePlanMarkdown(markdown));
  };
  return { ...actual, parsePlanMarkdown };
});

vi.mock('../../src/plan/plan-step-reader.ts', async (original) => {
  const [actual, { withInheritedIds }] = await Promise.all([
    original<typeof import('../../src/plan/plan-step-reader.ts')>(),
    import('./plain-ids.ts'),
  ]);
  const planStepReader: typeof actual.planStepReader = (tell, cards) =>
    actual.planStepReader(
      (step) => withInheritedIds({ title: '', strategy: '', steps: [step] }).steps.forEach(tell),
      cards,
    );
  return { ...actual, planStepReader };
});

vi.mock('troupe', async (original) => {
  const [actual, { face, facing, facingConfig }] = await Promise.all([
    original<typeof import('troupe')>(),
    import('./plain-ids.ts'),
  ]);
  const faced = Object.entries(actual).map(([name, value]) =>
    ['replay', 'toRunState', 'toRunResult', 'toMetrics', 'memoryStore'].includes(name)
      ? [name, facing(value)]
      : [name, value],
  );
  return {
    ...Object.fromEntries(faced),
    createOrchestrator: (config: Parameters<typeof actual.createOrchestrator>[0]) =>
      face(actual.createOrchestrator(facingConfig(config))),
  };
});

/** What has ids of its own, is about the very objects of a log or a request, which are others here, or does the same many times. */
const apart = new Set(
  [
    ...['inherited-ids', 'names-of-objects', 'log-from-outside', 'request-context', 'given-outcome'],
    ...['limits', 'many-runs', 'two-tenants', 'random-use'],
  ].map((name) => `${name}.test.ts`),
);
for (const file of readdirSync(import.meta.dirname)) {
  if (file.endsWith('.test.ts') && !apart.has(file)) await import(`./${file}`);
}

afterAll(() => expect(plans).toBeGreaterThan(100));
