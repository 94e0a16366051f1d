import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { command, hasStatus, testInspector, usePages } from './open-page.ts';
import { startDemo, startScript, threeSteps } from './runs.ts';

const open = usePages();

/** Goes on with the Tab key until this has the focus. */
async function tabTo(page: Page, testId: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    const isThere = await page.locator(`[data-testid="${testId}"]:focus`).count();
    if (isThere > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not lead to ${testId}.`);
}

/** What has the focus: its test id or its name, if it can be seen; nothing is said to be lost. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const element = document.activeElement;
    const { width, height } = element.getBoundingClientRect();
    if (element === document.body || width === 0 || height === 0) return 'lost';
    return element.dataset.testid ?? element.getAttribute('aria-label') ?? element.textContent.slice(0, 30);
  })()`);

describe('with the keyboard alone', () => {
  it('a run is opened from the list, all of it is walked through, and the way leads back; the focus is never lost', async () => {
    const inspector = await testInspector();
    const runs = [startDemo(inspector), startDemo(inspector)];
    await Promise.all(runs.map(({ result }) => result));
    const [run] = runs as [(typeof runs)[0]];
    const { page } = await open(`${inspector.url}#runs`, { showsGantt: true });
    await page.getByTestId(`run-${run.id}`).waitFor();
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        await expect.poll(() => focused(page), { message: `after ${key}` }).not.toBe('lost');
      }
    };
    await tabTo(page, `run-${run.id}`);
    await press('Enter');
    await hasStatus(page, `completed · ${run.log.length} entries`);
    await page.locator('svg.chart').waitFor();

    // All stops of the Tab key, once around: none is a trap, and none cannot be seen.
    const stops: string[] = [];
    while (stops.length < 200 && (stops.length < 2 || stops.at(-1) !== stops[0])) {
      await page.keyboard.press('Tab');
      const stop = await focused(page);
      if (stop !== 'lost') stops.push(stop);
    }
    expect(stops.length).toBeLessThan(100);
    const room = 'state-host.running.work.understanding';
    const parts = ['all-runs', 'slider', 'tab-plan', 'plan', 'follow', room, 'tab-gantt', 'gantt', 'tab-state'];
    expect(stops).toEqual(expect.arrayContaining(parts));

    // The chart is near: the first stop of the page leads to it.
    await page.reload();
    await page.getByTestId(room).waitFor();
    await press('Tab');
    await expect.poll(() => focused(page)).toBe('to-chart');
    await press('Enter');
    await expect.poll(() => focused(page)).toBe(room);
    await press('ArrowDown');
    await page.getByTestId('chart-card').waitFor();
    await press('Escape');
    await page.getByTestId('chart-card').waitFor({ state: 'detached' });

    await tabTo(page, 'gantt');
    await press('ArrowDown', 'ArrowRight', 'Enter');
    await hasStatus(page, 'at #');
    await tabTo(page, 'slider');
    await press('End', 'ArrowLeft');
    await hasStatus(page, `at #${run.log.length - 1} of`);
    await tabTo(page, 'plan');
    await press('ArrowDown', 'ArrowDown');
    expect(await focused(page)).toMatch(/^plan-step-/);
    await press('Enter');
    await tabTo(page, 'tab-gantt');
    await press('ArrowRight');
    await page.locator('[data-testid="tab-timeline"][aria-selected="true"]:focus').waitFor();
    await tabTo(page, 'timeline');
    await press('ArrowUp');
    // The step that was chosen in the plan is shown.
    await tabTo(page, 'tab-step');
    await press('ArrowRight', 'ArrowRight', 'ArrowRight');
    await page.locator('[data-testid="tab-event"][aria-selected="true"]:focus').waitFor();
    for (const [key, dialog] of [
      ['?', 'help'],
      ['Control+k', 'palette'],
    ] as const) {
      await press(key);
      await page.getByTestId(dialog).waitFor();
      for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Tab');
      await press('Escape');
      await page.getByTestId(dialog).waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toBe('tab-event');
    }
    await tabTo(page, 'all-runs');
    await press('Enter');
    await page.getByTestId(`run-${run.id}`).waitFor();
    await press('Tab');
  });

  it('a run is held, stepped, left alone and looked at live', async () => {
    const inspector = await testInspector({ hold: true });
    const run = startScript(inspector, threeSteps());
    const { page } = await open(inspector.url);
    await page.locator('.pill.held').waitFor();
    await tabTo(page, 'step');
    await page.keyboard.press('Enter');
    await page.getByTestId('row-1').waitFor();
    await tabTo(page, 'hold');
    await page.keyboard.press('Enter');
    await run.result;
    await hasStatus(page, `completed · ${run.log.length} entries`);
    await tabTo(page, 'slider');
    await page.keyboard.press('ArrowLeft');
    await hasStatus(page, `at #${run.log.length - 1} of`);
    await page.keyboard.press('Home');
    await hasStatus(page, 'at #1 of');
    await tabTo(page, 'live');
    await page.keyboard.press('Enter');
    await hasStatus(page, `completed · ${run.log.length} entries`);
  });

  it('the tree, the timeline, the tabs, the chart, the palette and the dialog of forks are used', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const { page } = await open(inspector.url);
    await hasStatus(page, 'completed');
    await page.locator('svg.chart').waitFor();

    await tabTo(page, 'tab-plan');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'actor-tree');
    const selected = page.locator('[role="treeitem"][aria-selected="true"]');
    const first = await selected.getAttribute('title');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => selected.getAttribute('title')).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => selected.getAttribute('title')).toBe(first);

    await tabTo(page, 'timeline');
    await page.keyboard.press('ArrowUp');
    await hasStatus(page, `at #${run.log.length - 1} of`);

    await tabTo(page, 'tab-state');
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-testid="tab-event"][aria-selected="true"]:focus').waitFor();

    await page.keyboard.press('Control+k');
    const palette = page.getByTestId('palette');
    await palette.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Show sequence');
    await expect.poll(() => palette.getByRole('option').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.locator('[data-testid="tab-sequence"][aria-selected="true"]').waitFor();

    await page.keyboard.press('Home');
    await hasStatus(page, 'at #1 of');
    await page.keyboard.press('Shift+ArrowRight');
    await hasStatus(page, 'at #11 of');
    await tabTo(page, 'fork');
    await page.keyboard.press('Enter');
    const dialog = page.getByTestId('fork-dialog');
    await dialog.waitFor();
    for (let presses = 0; presses < 10; presses++) {
      if ((await dialog.getByRole('button', { name: 'Fork', exact: true }).and(page.locator(':focus')).count()) > 0)
        break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await dialog.getByText('Forked at entry #11').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByTestId('sessions').locator('option').count()).toBe(2);

    await page.keyboard.press('t');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  it('a state of the chart is reached, gets a breakpoint and is collapsed', async () => {
    const inspector = await testInspector({ hold: true });
    const run = startScript(inspector, threeSteps());
    const { page } = await open(inspector.url);
    await page.locator('svg.chart').waitFor();
    const room = 'state-host.running.work.understanding';
    await tabTo(page, room);
    await page.keyboard.press('ArrowDown');
    await page.locator(`[data-testid="${room}.pending"]:focus`).waitFor();
    await page.keyboard.press('b');
    await page.locator(`[data-testid="${room}.pending"].breaks`).waitFor();
    await page.keyboard.press('b');
    await page.locator(`[data-testid="${room}.pending"]:not(.breaks)`).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.locator(`[data-testid="${room}"]:focus`).waitFor();
    await page.keyboard.press('Enter');
    await page.locator(`[data-testid="${room}.pending"]`).waitFor({ state: 'detached' });
    // The same in the chart as a whole, whose states are collapsed.
    await command(page, 'Show the chart as a map or whole');
    await page.getByTestId('state-host.running').waitFor();
    await page.getByTestId(`${room}.pending`).waitFor();
    await tabTo(page, room);
    await page.keyboard.press('Enter');
    await page.locator(`[data-testid="${room}.pending"]`).waitFor({ state: 'detached' });
    await tabTo(page, 'hold');
    await page.keyboard.press('Enter');
    await run.result;
    await hasStatus(page, 'completed');
  });
});
