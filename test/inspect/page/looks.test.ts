import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { kindsOfRuns } from './kinds-of-runs.ts';
import { lettersBelow, smallTargets, stickingOut } from './measured.ts';
import { hasStatus, testInspector, usePages } from './open-page.ts';
import { startScript, twoRounds } from './runs.ts';

const open = usePages();
const tabs = [
  'gantt',
  'timeline',
  'sequence',
  'tokens',
  'actors',
  'plan',
  'cause',
  'prompt',
  'event',
  'diff',
  'send',
  'state',
];
const parts = ['run', 'map', 'plan', 'gantt', 'log'];

/** The page has drawn what it has to draw, in its own letters. */
async function isDrawn(page: Page): Promise<void> {
  await page.locator('svg.chart, .review-bar, .run-line, .run-part').filter({ visible: true }).first().waitFor();
  await page.evaluate('document.fonts.ready');
}

/** Looks at every part of a page, one after the other. */
async function everyPart(page: Page, look: (part: string) => Promise<void>): Promise<void> {
  await look('start');
  for (const name of [...parts.map((part) => `phone-${part}`), ...tabs.map((tab) => `tab-${tab}`)]) {
    const tab = page.getByTestId(name);
    if ((await tab.count()) === 0) continue;
    await tab.first().click();
    await look(name);
  }
}

describe.each([
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [768, 1024],
  [390, 844],
])('a page of %i x %i', (width, height) => {
  it('has letters of at least 11 px, nothing wider than itself and, where it is touched, nothing below 44 px', async () => {
    const inspector = await testInspector();
    const found: Record<string, readonly string[]> = {};
    for (const [kind, url] of Object.entries(await kindsOfRuns(inspector))) {
      const { page } = await open(url, { viewport: { width, height }, reducedMotion: 'reduce', showsGantt: true });
      await isDrawn(page);
      await everyPart(page, async (part) => {
        found[`${kind}, ${part}: letters`] = await lettersBelow(page, 11);
        found[`${kind}, ${part}: width`] = await stickingOut(page);
        if (width < 900) found[`${kind}, ${part}: targets`] = await smallTargets(page);
      });
    }
    expect(Object.keys(found).length).toBeGreaterThan(20);
    expect(Object.entries(found).filter(([, all]) => all.length > 0)).toEqual([]);
  });
});

describe('the map', () => {
  it('has labels of at least 10 px when all of it is shown at 1280 x 720, in every phase of a run', async () => {
    const inspector = await testInspector();
    const run = startScript(inspector, twoRounds());
    await run.result;
    const viewport = { width: 1280, height: 720 };
    const { page } = await open(inspector.urlOf(run.id), { viewport, reducedMotion: 'reduce', showsGantt: true });
    await isDrawn(page);
    for (const share of [0.05, 0.25, 0.5, 0.75, 1]) {
      const seq = Math.max(1, Math.round(run.log.length * share));
      await page.getByTestId('slider').fill(String(seq - 1));
      await hasStatus(page, /at #\d+ of|completed/);
      await page.getByTestId('fit').click();
      expect(await page.locator('.map text').count()).toBeGreaterThan(8);
      expect(await lettersBelow(page, 10, '.map'), `at #${seq}`).toEqual([]);
    }
  });
});
