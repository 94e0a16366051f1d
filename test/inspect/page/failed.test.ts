import { ModelError, memoryStore } from 'troupe';
import { describe, expect, it } from 'vitest';
import { of } from '../../scenarios/scenario.ts';
import { chooseActor, hasStatus, testInspector, usePages } from './open-page.ts';
import { startScript } from './runs.ts';

const open = usePages();

/** A run whose model refuses the key. */
async function failedRun(look: Parameters<typeof open>[1] = {}) {
  const store = memoryStore();
  const inspector = await testInspector({ store });
  const reply = new ModelError('auth', 'The key was refused: it is no longer valid. Ask for another one.');
  const run = startScript(inspector, [{ purpose: 'think', reply }], { store });
  await run.result;
  const cause = of(run.log, 'effect.failed')[0]?.seq ?? 0;
  const { page } = await open(inspector.urlOf(run.id), look);
  return { page, run, cause, tab: page.getByTestId('cause-tab') };
}

describe('a run that failed', () => {
  it('opens at its end with the cause: who, why, what was sent to the model, and what can be done', async () => {
    const { page, run, cause, tab } = await failedRun();
    await hasStatus(page, `failed · ${run.log.length}`);
    await tab.getByRole('heading', { name: 'The key was refused: it is no longer valid.' }).waitFor();
    await tab.getByText('Ask for another one.').waitFor();
    await tab.getByText('host › think').waitFor();
    await tab.getByTestId('step-sent').getByText('do it').waitFor();
    await tab.getByRole('button', { name: `#${cause}`, exact: true }).click();
    await hasStatus(page, `at #${cause} of`);

    await tab.getByRole('button', { name: 'Re-ask this call' }).click();
    await page.getByTestId('reask-dialog').waitFor();
    await page.keyboard.press('Escape');
    await tab.getByRole('button', { name: 'Edit its prompt or its answer' }).click();
    await page.getByTestId('message-0').waitFor();
    await page.keyboard.press('Escape');
    await tab.getByRole('button', { name: `Fork before it, at #${cause - 1}` }).click();
    await page.getByTestId('fork-dialog').waitFor();
    await page.keyboard.press('Escape');
    await hasStatus(page, `at #${cause - 1} of`);
  });

  it('leaves the cause for what a person looks at, and comes back to it', async () => {
    const { page, cause, tab } = await failedRun();
    await tab.waitFor();
    await chooseActor(page, 'host/analyze');
    await tab.waitFor({ state: 'detached' });
    await page.getByTestId('show-cause').click();
    await tab.waitFor();
    await hasStatus(page, `at #${cause} of`);
    await page.getByTestId('tab-event').click();
    await tab.waitFor({ state: 'detached' });
    // An address that names a tab opens that one.
    await expect.poll(() => page.url()).toContain('tab=event');
    await page.reload();
    await page.getByTestId('tab-cause').waitFor();
    expect(await page.getByTestId('tab-event').getAttribute('aria-selected')).toBe('true');
    await page.getByTestId('tab-cause').click();
    await tab.waitFor();
  });

  it.each([1024, 390])('shows it at %i pixels', async (width) => {
    const { page, tab } = await failedRun({ viewport: { width, height: 800 } });
    await page.getByTestId('show-cause').click();
    await tab.getByText('host › think').waitFor();
  });
});
