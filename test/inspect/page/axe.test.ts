import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { memoryStore } from 'troupe';
import { createAgentRunner } from 'troupe/agents';
import { describe, expect, it } from 'vitest';
import { createActor, createMachine, fromPromise } from 'xstate';
import { office } from '../office.ts';
import { command, hasStatus, testInspector, usePages } from './open-page.ts';
import { startDemo, startScript, threeSteps } from './runs.ts';

const open = usePages();
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare const axe: { run(options: object): Promise<AxeResults> };

/** What axe-core finds wrong on the page as it stands, by what was looked at. */
class Findings {
  readonly #page: Page;
  readonly #looked: string[] = [];
  readonly #found: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async look(name: string): Promise<void> {
    // An address alone loads no page: the one that is there has it already.
    if (!(await this.#page.evaluate("typeof axe === 'object'"))) await this.#page.addScriptTag({ content: axeSource });
    const { violations } = await this.#page.evaluate(() => axe.run({ resultTypes: ['violations'] }));
    this.#looked.push(name);
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) this.#found.push(`${name}: ${id} ${target} ${failureSummary}`);
    }
  }

  /** All of it was looked at, and nothing was found. */
  expectNone(names: readonly string[]): void {
    expect(this.#found).toEqual([]);
    expect(this.#looked).toEqual(expect.arrayContaining([...names]));
  }
}

/** Looks at all tabs of all parts: those of a phone below, and those that a tablet has in a menu. */
async function everyTab(page: Page, findings: Findings): Promise<void> {
  const parts = page.locator('.bottom-tabs button');
  for (let part = 0; part < Math.max(1, await parts.count()); part++) {
    if ((await parts.count()) > 0) await parts.nth(part).click();
    await findings.look(`part ${part}`);
    const tabs = page.locator('[role="tab"]').filter({ visible: true });
    const ids = await tabs.evaluateAll((all: readonly { id: string }[]) => all.map(({ id }) => id));
    for (const id of ids) {
      await page.locator(`#${id}`).click();
      await findings.look(id);
    }
    const more = page.getByTestId('more-details');
    if ((await more.count()) === 0) continue;
    await more.click();
    const titles = await page.locator('.right .menu-list button').allTextContents();
    await page.keyboard.press('Escape');
    for (const title of titles) {
      await more.click();
      await page.locator('.right .menu-list button', { hasText: title }).click();
      await findings.look(`tab-${title.toLowerCase()}`);
    }
  }
}

/** Opens each dialog by its command, and looks at it. */
async function everyDialog(page: Page, dialogs: Readonly<Record<string, string>>, findings: Findings): Promise<void> {
  for (const [name, testId] of Object.entries(dialogs)) {
    await command(page, name);
    await page.getByTestId(testId).waitFor();
    await findings.look(name);
    await page.keyboard.press('Escape');
    await page.getByTestId(testId).waitFor({ state: 'detached' });
  }
}

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ].map((viewport) => ({ colorScheme, viewport, width: viewport.width })),
);

describe.each(looks)(
  'axe-core finds nothing wrong in the $colorScheme theme at $width px',
  ({ colorScheme, viewport }) => {
    const look = { colorScheme, viewport, bypassCSP: true, reducedMotion: 'reduce', showsGantt: true } as const;

    it('on a run, in each of its tabs, menus and dialogs', async () => {
      const inspector = await testInspector();
      const run = startDemo(inspector);
      await run.result;
      const { page } = await open(inspector.urlOf(run.id), look);
      const findings = new Findings(page);
      await hasStatus(page, 'completed');
      await page.locator('svg.chart').waitFor({ state: 'attached' });
      expect(await page.locator('html').getAttribute('data-theme')).toBe(colorScheme);
      await page.getByTestId('slider').fill(String(Math.floor(run.log.length / 2)));
      await everyTab(page, findings);
      await page.getByTestId('more').click();
      await findings.look('menu');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByTestId('palette').waitFor();
      await findings.look('palette');
      await page.keyboard.press('Escape');
      // The same key would close a palette that is still there.
      await page.getByTestId('palette').waitFor({ state: 'detached' });
      await everyDialog(page, { Keys: 'help', 'Share this run': 'share-dialog', 'Fork here': 'fork-dialog' }, findings);
      // A phone has it as a part of its own.
      findings.expectNone([
        viewport.width < 900 ? 'part 3' : 'tab-gantt',
        'tab-timeline',
        'tab-sequence',
        'tab-tokens',
        'tab-actors',
        'tab-plan',
      ]);
      findings.expectNone(['tab-prompt', 'tab-state', 'tab-event', 'tab-diff', 'tab-send', 'menu', 'Fork here']);
    });

    it('in the list of runs, beside another run, and where a run is unknown', async () => {
      const inspector = await testInspector();
      const runs = [startDemo(inspector), startDemo(inspector)];
      await Promise.all(runs.map(({ result }) => result));
      const [one = '', other = ''] = runs.map(({ id }) => id);
      const { page } = await open(`${inspector.url}#runs?q=report`, look);
      const findings = new Findings(page);
      await page.locator('.run-line mark').first().waitFor();
      await findings.look('runs');
      await page.getByRole('searchbox').fill('nothing has this');
      await page.getByTestId('no-runs').waitFor();
      await findings.look('no runs');
      await page.goto(`${inspector.url}#compare=${one},${other}`);
      await page.getByTestId('compare-page').waitFor();
      await findings.look('compare');
      await page.goto(`${inspector.url}#compare=${one},nobody`);
      await page.getByTestId('side-b').getByRole('alert').waitFor();
      await findings.look('compare with nobody');
      await page.goto(`${inspector.url}#run=nobody`);
      await page.getByTestId('unknown-run').waitFor();
      await findings.look('unknown');
      await page.goto(inspector.urlOf(one));
      await hasStatus(page, 'completed');
      await everyDialog(page, { 'Compare with another run': 'choose-run' }, findings);
      findings.expectNone(['runs', 'no runs', 'compare', 'compare with nobody', 'unknown']);
    });

    it('where a run is held, where it waits for a person, and where it has failed', async () => {
      const inspector = await testInspector({ hold: true });
      const run = startScript(inspector, threeSteps().slice(0, 2), { reviewPlan: true });
      const { page } = await open(inspector.url, look);
      const findings = new Findings(page);
      await page.getByTestId('slider').waitFor();
      await page.locator('svg.chart').waitFor({ state: 'attached' });
      await findings.look('held');
      const dialogs = {
        'Run until a state': 'choose-state',
        'Breakpoint on a transition': 'choose-edge',
        'Breakpoint on an event': 'choose-event',
        'Cancel the run': 'cancel-dialog',
        'Send a message': 'steer-dialog',
      };
      await everyDialog(page, dialogs, findings);
      await command(page, 'Hold or continue');
      await run.settled();
      await page.getByTestId('approve').waitFor({ state: 'attached' });
      await findings.look('review');
      await command(page, 'Edit the plan');
      await page.getByTestId('edit-a').click();
      await page.getByTestId('step-form').waitFor();
      await findings.look('Edit the plan');
      await page.getByTestId('step-done').click();
      await page.getByTestId('plan-as-text').click();
      await findings.look('Markdown');
      run.cancel();
      await run.result;
      const actor = createActor(
        createMachine({
          id: 'fetcher',
          initial: 'loading',
          states: { loading: { invoke: { src: fromPromise(() => Promise.reject(new Error('no such table'))) } } },
        }),
      );
      actor.subscribe({ error: () => undefined });
      const { session } = inspector.attachActor(actor, 'a fetcher');
      actor.start();
      await page.goto(inspector.urlOf(session));
      await page.keyboard.press(' ');
      await page.getByTestId('failure').waitFor();
      await everyTab(page, findings);
      findings.expectNone(['held', 'review', 'Edit the plan', 'tab-send']);
    });

    it('where agents wait for a person, with forms and with commands', async () => {
      const inspector = await testInspector();
      const { team } = office();
      const run = createAgentRunner({ agents: [team], inspect: inspector, store: memoryStore() }).run(team, 'Pay Ada.');
      await run.settled();
      const { page } = await open(inspector.urlOf(run.id), look);
      const findings = new Findings(page);
      await page.getByTestId('approve').waitFor({ state: 'attached' });
      await findings.look('asked');
      await run.leave();
      await page.getByTestId('commands').first().waitFor({ state: 'attached' });
      await findings.look('left');
      await everyTab(page, findings);
      findings.expectNone(['asked', 'left', 'tab-agents']);
    });
  },
);
