import type { Page } from 'playwright-core';
import { createRunner, memoryStore } from 'troupe';
import { createAgentRunner } from 'troupe/agents';
import { describe, expect, it, onTestFinished } from 'vitest';
import { office } from '../office.ts';
import { shop } from '../sessions/charts.ts';
import { kindsOfRuns } from './kinds-of-runs.ts';
import { lettersBelow, misplacedTexts } from './measured.ts';
import { showTree, testInspector, usePages } from './open-page.ts';

const open = usePages();
const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const rooms = ['understanding', 'planning', 'executing', 'answering'];

/** The addresses of all charts of the host and its actors, of a chart of agents and of one of somebody's own. */
async function everyChart(): Promise<Readonly<Record<string, string>>> {
  const inspector = await testInspector();
  const { completed = '', actor = '' } = await kindsOfRuns(inspector);
  const { page } = await open(completed);
  await showTree(page);
  await page.locator('[role="treeitem"].has-chart[title^="host/reflector"]').first().waitFor();
  const paths = await page
    .locator('[role="treeitem"].has-chart')
    .evaluateAll((rows: readonly { title: string }[]) => rows.map(({ title }) => title.split('\n')[0] ?? ''));
  const { team } = office();
  const run = createAgentRunner({ agents: [team], inspect: inspector }).run(team, 'Pay Ada.');
  await run.settled();
  const runner = createRunner({ charts: [shop], store: memoryStore(), inspect: inspector });
  const order = runner.start(shop, { id: 'order-7', input: { items: 3 } });
  onTestFinished(async () => {
    await run.leave();
    await order.cancel();
    await runner.close();
  });
  const own = [...new Set(paths)].map((path) => [path, `${completed}&actor=${encodeURIComponent(path)}`] as const);
  return {
    ...Object.fromEntries(own),
    agents: inspector.urlOf(run.id),
    'an agent': `${inspector.urlOf(run.id)}&actor=${encodeURIComponent('team/team/clerk')}`,
    chart: inspector.urlOf('order-7'),
    actor,
  };
}

/** The chart is drawn, and everything is in its own letters. */
async function drawn(page: Page): Promise<void> {
  await page.locator('svg.chart [data-testid^="state-"]').first().waitFor({ state: 'attached' });
  await page.evaluate('document.fonts.ready');
}

async function problems(page: Page): Promise<readonly string[]> {
  expect(await page.locator('svg.chart text').count()).toBeGreaterThan(2);
  return [...(await lettersBelow(page, 11)), ...(await misplacedTexts(page))];
}

describe('letters on every chart', () => {
  it('are at least 11 px, inside of their boxes and on no state, at every size, with each room of the host open', async () => {
    const charts = await everyChart();
    expect(Object.keys(charts)).toEqual(
      expect.arrayContaining(['host', 'host/planner', 'host/reflector', 'agents', 'an agent', 'chart', 'actor']),
    );
    const found: Record<string, readonly string[]> = {};
    for (const viewport of sizes) {
      for (const [name, url] of Object.entries(charts)) {
        const { page } = await open(url, { viewport, reducedMotion: 'reduce', showsGantt: true });
        if (viewport.width < 900) await page.getByTestId('phone-map').click();
        await drawn(page);
        found[`${name} at ${viewport.width}`] = await problems(page);
        if (name === 'host') {
          for (const room of rooms) {
            const place = page.getByTestId(`state-host.running.work.${room}`);
            // By its key: a card about the room before may lie over this one.
            if ((await place.getAttribute('aria-expanded')) === 'false') await place.press('Enter');
            await page.locator(`[data-testid="state-host.running.work.${room}"].open-room`).waitFor();
            found[`${room} at ${viewport.width}`] = await problems(page);
          }
        }
        await page.context().close();
      }
    }
    expect(Object.entries(found).filter(([, all]) => all.length > 0)).toEqual([]);
  });
});
