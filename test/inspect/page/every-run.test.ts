import type { Page } from 'playwright-core';
import { defineSpecialist, ModelError, type Run } from 'troupe';
import type { Inspector } from 'troupe/inspect';
import { reflection, type ScriptLine, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { planText, worker } from '../../scenarios/scenario.ts';
import { twoRounds } from '../../scenarios/two-rounds.ts';
import { hasStatus, planStatuses, slideTo, testInspector, usePages } from './open-page.ts';
import { startScript, threeSteps } from './runs.ts';

const open = usePages();

const other = defineSpecialist({ name: 'other', description: 'works as well' });

const planned = (steps: Record<string, readonly string[]>, work: readonly ScriptLine[]): ScriptLine[] => [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: planText(steps) },
  ...work,
];
const laterWork: ScriptLine = { purpose: 'work', step: 'c', reply: 'three' };
const ending: ScriptLine = { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) };

/** A run to which something is done while step b is at work. */
async function changedMeanwhile(
  inspector: Inspector,
  change: (run: Run) => Promise<unknown>,
  more: readonly ScriptLine[] = [],
): Promise<Run> {
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const work = (): Promise<string> => {
    begun.resolve();
    return over.promise;
  };
  const run = startScript(
    inspector,
    planned({ a: [], b: ['a'], c: ['b'] }, [
      { purpose: 'work', step: 'a', reply: 'one' },
      { purpose: 'work', step: 'b', reply: work },
      ...more,
    ]),
  );
  await begun.promise;
  await change(run);
  over.resolve('two');
  await run.result;
  return run;
}

const otherPlan = planText({ a: [], b: ['a'], c: ['b'] }).replace('work on c', 'work on c in another way');

/** What can become of a run, each brought to where it stays. */
const kinds: Record<string, (inspector: Inspector) => Promise<Run>> = {
  'of two rounds': async (inspector) => {
    const run = startScript(inspector, twoRounds, { specialists: [worker, other] });
    await run.result;
    return run;
  },
  'whose plan was edited after a step was done': (inspector) =>
    changedMeanwhile(inspector, (run) => run.editPlan(otherPlan), [laterWork, ending]),
  'that was steered': (inspector) =>
    changedMeanwhile(inspector, (run) => run.steer('in euro, please'), [
      { purpose: 'plan', reply: otherPlan },
      laterWork,
      ending,
    ]),
  'with a step that needs ten others': async (inspector) => {
    const needs = Array.from({ length: 10 }, (_, place) => `s${place}`);
    const steps = { ...Object.fromEntries(needs.map((id) => [id, []])), last: needs };
    const work = Object.keys(steps).map((step): ScriptLine => ({ purpose: 'work', step, reply: 'done' }));
    const run = startScript(inspector, planned(steps, [...work, ending]));
    await run.result;
    return run;
  },
  'that failed': async (inspector) => {
    const run = startScript(inspector, [
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: new ModelError('auth', 'The endpoint refused the API key.') },
    ]);
    await run.result;
    return run;
  },
  'that waits for an answer': async (inspector) => {
    const run = startScript(inspector, [{ purpose: 'think', reply: thinking({ question: 'Which year?' }) }]);
    await run.settled();
    return run;
  },
  'that waits for its plan to be approved': async (inspector) => {
    const run = startScript(inspector, planned({ a: [], b: ['a'] }, []), { reviewPlan: true });
    await run.settled();
    return run;
  },
  'that was cancelled': (inspector) =>
    changedMeanwhile(inspector, (run) => {
      run.cancel('enough');
      return run.result;
    }),
};

/** Long enough for a machine with much else to do. */
const patience = 60_000;

const brokenPanels = (page: Page) => page.getByTestId('broken').allTextContents();

/** Looks at everything that the page can show of where it is. */
async function lookAround(page: Page): Promise<void> {
  for (const tab of ['gantt', 'sequence', 'tokens', 'timeline', 'event', 'diff', 'prompt', 'send', 'state']) {
    await page.getByTestId(`tab-${tab}`).click();
    await page.locator(`#panel-${tab}`).waitFor();
    expect(await brokenPanels(page), tab).toEqual([]);
  }
}

describe('a run', { timeout: 5 * patience }, () => {
  it.each(Object.entries(kinds))('%s is shown whole, with its chart and its plan', async (_, start) => {
    const inspector = await testInspector();
    const run = await start(inspector);
    const { page } = await open(inspector.urlOf(run.id));
    page.setDefaultTimeout(patience);
    await hasStatus(page, new RegExp(`${run.log.length}( entries)?$`));
    if (run.waiting.some(({ kind }) => kind === 'plan-review')) await page.getByTestId('stage-map').click();
    await page.locator('svg.chart [data-testid^="state-"].active').first().waitFor();
    const { plan, status: end } = await run.settled();
    const isCancelled = end === 'cancelled';
    const statuses = Object.fromEntries(
      (plan?.steps ?? []).map(({ id, status }) => [id, isCancelled && status === 'executing' ? 'stopped' : status]),
    );
    await expect.poll(() => planStatuses(page), { timeout: patience }).toEqual(statuses);
    const plans = run.log.filter(({ type }) => type.startsWith('plan.'));
    for (const { seq } of [...plans, ...run.log.slice(-1)]) {
      await slideTo(page, seq);
      await hasStatus(page, `#${seq}`);
      expect(await brokenPanels(page), `at entry ${seq}`).toEqual([]);
    }
    await lookAround(page);
  });
});

describe('a panel that cannot show what it was given', { timeout: 5 * patience }, () => {
  it('says so, and the others go on', async () => {
    const inspector = await testInspector();
    const run = startScript(inspector, threeSteps());
    await run.result;
    const { page } = await open('about:blank', { expectedErrors: /The plan cannot be shown/ });
    page.setDefaultTimeout(patience);
    await page.route('**/entries?*', async (route) => {
      const response = await route.fetch();
      const entries = (await response.json()) as (TimelineEntry & { data: { plan?: { steps: object[] } } })[];
      for (const { data } of entries) if (data.plan) data.plan.steps = [{ id: 'never' }];
      await route.fulfill({ response, json: entries });
    });
    await page.goto(inspector.urlOf(run.id));
    const message = page.getByTestId('broken');
    await message.filter({ hasText: 'The plan cannot be shown' }).waitFor();
    expect(await brokenPanels(page)).toHaveLength(1);
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    await hasStatus(page, `completed · ${run.log.length} entries`);
    await slideTo(page, 3);
    await hasStatus(page, 'at #3');
    await page.getByTestId('row-3').waitFor();
    await message.getByRole('button', { name: 'Try again' }).click();
    await page.getByTestId('plan').getByText('No plan yet').waitFor();
  });
});
