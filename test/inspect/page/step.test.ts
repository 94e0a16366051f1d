import { defineSpecialist, memoryStore } from 'troupe';
import { reflection, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { of, planText } from '../../scenarios/scenario.ts';
import { hasStatus, slideTo, testInspector, usePages } from './open-page.ts';
import { startScript } from './runs.ts';

const open = usePages();

const careful = defineSpecialist({
  name: 'worker',
  description: 'works',
  check: ({ text }) => (text === 'rough' ? 'It names no source.' : true),
});

/** A step whose first result is refused, and that the reflector has done once more. */
async function repeated() {
  const inspector = await testInspector();
  const lines = [
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
    { purpose: 'work', reply: 'one' },
    { purpose: 'work', reply: 'rough' },
    { purpose: 'work', reply: 'better' },
    {
      purpose: 'reflect',
      reply: reflection({
        verdict: 'continue',
        retries: [{ step: 'b', why: `Use the figures of 2025. ${'Please. '.repeat(30)}` }],
      }),
    },
    { purpose: 'work', reply: 'best' },
    { purpose: 'reflect', reply: 'the end' },
  ] as const;
  const run = startScript(inspector, lines, { specialists: [careful], store: memoryStore() });
  await run.result;
  const { page } = await open(inspector.urlOf(run.id), { showsGantt: true });
  await hasStatus(page, 'completed');
  return { page, run, inspector };
}

describe('the step that is chosen', () => {
  it('says who does it, which attempt it is and why again, what it took, its calls and what was sent', async () => {
    const { page, run } = await repeated();
    await page.getByTestId('plan-step-b').click();
    const tab = page.getByTestId('step-tab');
    await tab.getByRole('heading', { name: 'b work on b' }).waitFor();
    expect(await tab.locator('dl').first().textContent()).toMatch(
      /^SpecialistworkerAfterstep aAttempt1 of \d+, repeated in round 2Took/,
    );
    expect(await page.getByTestId('step-took').textContent()).toContain('15 tokens');
    // The reflector's words are cut on the wire, and fetched in full.
    const why = page.getByTestId('step-why');
    await why.getByText(/^“Use the figures of 2025\. (?:Please\. ){29}Please\.”$/).waitFor();
    expect(await why.textContent()).toContain('reflector, round 1');
    const judged = of(run.log, 'effect.completed').find(({ data }) => data.kind === 'reflect')?.seq;
    await why.getByRole('button', { name: `#${judged}` }).click();
    await hasStatus(page, `at #${judged} of`);
    // The first time that it was done, with the attempt that was refused.
    await page.getByTestId('plan-past-b').click();
    await why.getByText('“It names no source.”').waitFor();
    expect(await page.getByTestId('step-calls').getByRole('button').allTextContents()).toEqual([
      expect.stringMatching(/^askrough/),
      expect.stringContaining('waits to try again'),
      expect.stringMatching(/^askbetter/),
    ]);
    await page.getByTestId('step-calls').getByRole('button').first().click();
    const refused = of(run.log, 'effect.completed').find(
      ({ data }) => data.kind === 'ask' && data.key.startsWith('sb#1/ask#1'),
    );
    await hasStatus(page, `at #${refused?.seq} of`);
    const sent = page.getByTestId('step-sent');
    await sent.getByText('You are worker').first().waitFor();
    await sent.getByRole('button', { name: /^Show all \d+ tokens$/ }).click();
    await sent.getByRole('button', { name: 'Show less' }).waitFor();
  });

  it('is chosen in the Gantt too, leads to its chart, and says so where there is none', async () => {
    const { page } = await repeated();
    expect(await page.getByTestId('tab-step').getAttribute('aria-selected')).toBe('false');
    await page.getByTestId('tab-step').click();
    await page.getByText('Choose a step: its row in the plan').waitFor();
    await page.getByTestId('tab-state').click();
    await page.getByTestId('gantt-row-step a').click();
    await page.getByTestId('step-tab').getByRole('heading', { name: 'a work on a' }).waitFor();
    await page.getByTestId('step-chart').click();
    await page.locator('svg.chart[aria-label^="Chart of host/step-a#1."]').waitFor();
    await slideTo(page, 1);
    await page.getByText('Choose a step: its row in the plan').waitFor();
  });

  it('is what is edited and asked again by key, wherever the cursor stands', async () => {
    const { page, run } = await repeated();
    const last = of(run.log, 'effect.completed').findLast(({ data }) => data.key.startsWith('sb#'));
    await slideTo(page, last?.seq ?? 0);
    await page.getByTestId('plan-step-a').click();
    await page.getByTestId('step-tab').getByRole('heading', { name: 'a work on a' }).waitFor();
    for (const key of ['x', 'a']) {
      await page.keyboard.press(key);
      await page.getByTestId('call-line').getByText('step a · ask').waitFor();
      await page.keyboard.press('Escape');
      await page.getByTestId('call-line').waitFor({ state: 'detached' });
    }
  });

  it('can be looked at in a file, where nothing can be tried', async () => {
    const { page, run, inspector } = await repeated();
    const html = await inspector.toHtml(run.id);
    await page.route('**/shared.html', (route) => route.fulfill({ body: html, contentType: 'text/html' }));
    await page.goto(`${inspector.url}shared.html`);
    await page.getByTestId('plan-step-b').click();
    await page.getByTestId('step-sent').waitFor();
    await page.getByTestId('step-chart').waitFor();
    await page.getByTestId('step-calls').getByRole('button').first().click();
    await page.getByTestId('tab-event').click();
    await page.getByRole('heading', { name: 'Data' }).waitFor();
    for (const name of ['edit-and-try', 'reask']) expect(await page.getByTestId(name).count(), name).toBe(0);
    await page.keyboard.press('x');
    await page.getByText('This is a copy of a run in a file').waitFor();
  });
});
