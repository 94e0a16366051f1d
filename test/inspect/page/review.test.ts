import { defineSpecialist, type OrchestratorConfig } from 'troupe';
import { reflection, type ScriptLine, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { planText, worker } from '../../scenarios/scenario.ts';
import { command, hasStatus, testInspector, usePages } from './open-page.ts';
import { startScript } from './runs.ts';

const open = usePages();

/** A run whose plan waits for somebody, with what comes after that. */
async function reviewed(
  steps: Record<string, string[]>,
  after: readonly ScriptLine[],
  config: Partial<OrchestratorConfig> = {},
) {
  const inspector = await testInspector();
  const lines = [
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText(steps) },
    ...after,
  ] as const;
  const run = startScript(inspector, lines, { reviewPlan: true, specialists: [worker], ...config });
  await run.settled();
  return { inspector, run };
}

it('a plan is reviewed as cards, sent back with a remark, and its next version shows what is different', async () => {
  const { inspector, run } = await reviewed({ a: [], b: ['a'] }, [
    { purpose: 'plan', reply: planText({ a: [], c: ['a'] }) },
    { purpose: 'work', reply: 'one' },
    { purpose: 'work', reply: 'two' },
    { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
  ]);
  const { page } = await open(inspector.url);
  await page.getByTestId('card-a').getByText('work on a').waitFor();
  expect(await page.getByTestId('card-b').textContent()).toContain('after a');
  const asked = page.getByTestId('waiting');
  await asked.getByText('Every specialist is in the cast').waitFor();
  expect(await asked.getByRole('button', { name: 'Send back with remark' }).isDisabled()).toBe(true);
  await asked.getByLabel('Remark for the planner').fill('Without b.');
  await asked.getByRole('button', { name: 'Send back with remark' }).click();
  await page.locator('[data-testid="card-c"].new').waitFor();
  await page.locator('[data-testid="card-b"].gone').waitFor();
  expect(await page.getByTestId('version-changes').textContent()).toBe('Step c new, step b gone.');
  expect(await asked.getByLabel('Remark for the planner').inputValue()).toBe('');
  await page.getByTestId('stage-map').click();
  await page.locator('svg.chart').waitFor();
  await page.getByTestId('approve').click();
  await hasStatus(page, 'completed');
  expect(run.log.find(({ type }) => type === 'plan.reviewed')?.data).toMatchObject({ remark: 'Without b.' });
  await expect.poll(() => page.title()).toBe('do it · Troupe inspector');
});

it('a plan is edited in fields, with what is wrong beside them, and only what can be carried out is sent', async () => {
  const { inspector, run } = await reviewed({ a: [], b: ['a'] }, [
    { purpose: 'work', step: 'a', reply: 'one' },
    { purpose: 'work', step: '3', reply: 'three' },
    { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
  ]);
  const { page } = await open(inspector.url);
  await page.getByTestId('edit-a').click();
  const form = page.getByTestId('step-form');
  await form.getByLabel('Task').fill('look it up');
  await form.getByLabel('Condition').fill('step b failed');
  await form.getByText('so it has to be "after: b"').waitFor();
  await page.locator('[data-testid="card-a"].wrong').waitFor();
  await form.getByLabel('Condition').fill('');
  await form.getByLabel('After').selectOption('b');
  await form.getByText('Steps need each other in a circle: a needs b needs a.').waitFor();
  await form.getByRole('button', { name: 'Take b out' }).click();
  await form.getByTestId('step-done').click();
  await page.locator('[data-testid="edit-a"]:focus').waitFor();

  await page.getByTestId('edit-b').click();
  await form.getByRole('button', { name: 'Take step b out' }).click();
  await page.locator('[data-testid="card-b"].gone').waitFor();
  await page.getByTestId('add-step').click();
  await page.getByText('Step 2 does not say what is to be done.').first().waitFor();
  await form.getByRole('button', { name: 'Take step 2 out' }).click();
  await page.getByTestId('plan-as-text').click();
  const text = page.getByLabel('The plan as Markdown');
  expect(await text.inputValue()).toContain('look it up');
  await text.fill(`${await text.inputValue()}\n- [ ] 3: write it\n  - specialist: nobody\n`);
  await page.getByRole('button', { name: /^Line 7: Plan step 3 is for "nobody"/ }).click();
  expect(
    await text.evaluate((box: { selectionStart: number; value: string }) => box.value.slice(box.selectionStart)),
  ).toMatch(/^ {2}- specialist: nobody/);
  const send = page.getByTestId('run-edited');
  expect(await send.isDisabled()).toBe(true);
  await text.fill((await text.inputValue()).replace('nobody', 'worker'));
  await expect
    .poll(() => page.getByTestId('own-changes').textContent())
    .toBe('Step 3 new, step a changed, step b gone.');
  await send.click();
  await run.result;
  await hasStatus(page, 'completed');
  const edited = run.log.find(({ type }) => type === 'plan.edited')?.data;
  expect(edited).toMatchObject({ outline: { steps: [{ id: 'a', description: 'look it up' }, { id: '3' }] } });
});

it('hundreds of steps are drawn where one looks, and found by their words', async () => {
  const steps = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`s${index}`, index < 4 ? [] : [`s${index - 4}`]]),
  );
  const { inspector, run } = await reviewed(steps, [], { limits: { steps: 1000 } });
  const { page } = await open(inspector.url);
  await page.getByTestId('card-s0').waitFor();
  expect(await page.locator('.step-card').count()).toBeLessThan(80);
  await page.getByLabel('Find a step').fill('work on s39');
  await page.getByText('1 of 11').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('[data-testid="card-s390"].found').waitFor();
  await expect.poll(() => page.getByTestId('card-s390').isVisible()).toBe(true);
  await page.getByTestId('edit-s390').click();
  await page.getByTestId('step-form').getByRole('heading', { name: 'Step s390' }).waitFor();
  run.cancel();
  await run.result;
});

it('a plan that is carried out is edited in the same way', async () => {
  const inspector = await testInspector();
  const release = Promise.withResolvers<string>();
  const run = startScript(
    inspector,
    [
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: ['a'] }, 'slow') },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ],
    {
      specialists: [
        defineSpecialist({
          name: 'slow',
          description: 'works',
          run: ({ step }) => (step.id === 'a' ? release.promise : 'done'),
        }),
      ],
    },
  );
  const { page } = await open(inspector.url);
  await page.locator('[data-testid="plan-step-a"].executing').waitFor();
  await command(page, 'Edit the plan');
  await page.getByTestId('edit-b').click();
  await page.getByTestId('step-form').getByLabel('Task').fill('write it');
  await page.getByTestId('step-done').click();
  await page.getByTestId('plan-editor').getByRole('button', { name: 'Change the plan' }).click();
  await page.getByTestId('plan-editor').waitFor({ state: 'detached' });
  await page.locator('svg.chart').waitFor();
  release.resolve('done');
  await run.result;
  await page.getByTestId('plan-step-b').getByText('write it').waitFor();
  expect(run.log.find(({ type }) => type === 'plan.edited')).toBeDefined();
});
