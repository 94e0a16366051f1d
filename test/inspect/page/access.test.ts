import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { createAgentRunner } from 'troupe/agents';
import { describe, expect, it } from 'vitest';
import { office } from '../office.ts';
import { command, hasStatus, showTree, testInspector, usePages } from './open-page.ts';
import { startDemo, startScript, threeSteps } from './runs.ts';

const open = usePages();
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare const axe: { run(): Promise<AxeResults> };

/** What axe-core finds wrong on the page as it stands. */
async function violations(page: Page): Promise<string[]> {
  const found = await page.evaluate(async () => (await axe.run()).violations);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}

describe.each(['light', 'dark'] as const)('the %s theme', (colorScheme) => {
  it('has nothing that axe-core finds wrong: with a run, in every tab and dialog', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const { page } = await open(inspector.url, { colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
    await hasStatus(page, 'completed');
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    await page.addScriptTag({ content: axeSource });
    expect(await page.locator('html').getAttribute('data-theme')).toBe(colorScheme);
    const found: Record<string, string[]> = { page: await violations(page) };
    await page.getByTestId('slider').fill(String(Math.floor(run.log.length / 2)));
    for (const tab of ['gantt', 'sequence', 'tokens', 'timeline', 'event', 'diff', 'prompt', 'send', 'state']) {
      await page.getByTestId(`tab-${tab}`).click();
      found[tab] = await violations(page);
    }
    await showTree(page);
    await page.locator('[role="treeitem"]:not(.has-chart)').last().click();
    found['actor without a chart'] = await violations(page);
    for (const [name, key] of [
      ['palette', 'Control+k'],
      ['help', '?'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByTestId(name).waitFor();
      found[name] = await violations(page);
      await page.keyboard.press('Escape');
      await page.getByTestId(name).waitFor({ state: 'detached' });
    }
    await page.getByTestId('fork').click();
    await page.getByTestId('fork-dialog').getByRole('button', { name: 'Change something' }).click();
    found.fork = await violations(page);
    await page.keyboard.press('Escape');
    await page.getByTestId('more').click();
    found.menu = await violations(page);
    expect(Object.entries(found).filter(([, all]) => all.length > 0)).toEqual([]);
  });

  it('has nothing that axe-core finds wrong in the list of runs, where a run is unknown, and where one is shared', async () => {
    const inspector = await testInspector();
    const runs = [startDemo(inspector), startDemo(inspector)];
    await Promise.all(runs.map(({ result }) => result));
    const { page } = await open(`${inspector.url}#runs?q=report`, { colorScheme, bypassCSP: true });
    await page.locator('.run-line mark').first().waitFor();
    await page.addScriptTag({ content: axeSource });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('searchbox').fill('nothing has this');
    await page.getByTestId('no-runs').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${inspector.url}#run=nobody`);
    await page.getByTestId('unknown-run').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(inspector.urlOf(runs[0]?.id ?? ''));
    await page.getByTestId('share').click();
    await page.getByTestId('share-save').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('has nothing that axe-core finds wrong where a run is held, or waits for a person', async () => {
    const inspector = await testInspector({ hold: true });
    const run = startScript(inspector, threeSteps(), { reviewPlan: true });
    const { page } = await open(inspector.url, { colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
    await page.getByTestId('held').waitFor();
    await page.locator('svg.chart').waitFor();
    await page.addScriptTag({ content: axeSource });
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('hold').click();
    await page.getByTestId('approve').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('approve').click();
    await run.result;
  });

  it('has nothing that axe-core finds wrong where agents wait for a person, with forms and with commands', async () => {
    const inspector = await testInspector();
    const { team } = office();
    const run = createAgentRunner({ agents: [team], inspect: inspector }).run(team, 'Pay Ada.');
    await run.settled();
    const { page } = await open(inspector.url, { colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
    await page.getByTestId('approve').waitFor();
    await page.locator('svg.chart').waitFor();
    await page.addScriptTag({ content: axeSource });
    expect(await violations(page)).toEqual([]);
    await run.leave();
    await page.getByTestId('commands').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

/** Goes on with the Tab key until this has the focus. */
async function tabTo(page: Page, testId: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    const isThere = await page.locator(`[data-testid="${testId}"]:focus`).count();
    if (isThere > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not lead to ${testId}.`);
}

describe('with the keyboard alone', () => {
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
