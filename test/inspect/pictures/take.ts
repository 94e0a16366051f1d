/** Takes the pictures of the inspector that the documents show: `npm run pictures`. Look at each before you commit it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { memoryStore } from 'troupe';
import { attachInspector, startInspector } from 'troupe/inspect';
import { assign, createActor, setup } from 'xstate';
import { chromiumPath } from '../page/chromium-path.ts';
import { standingStill, startFailing, startHiring } from './showcase.ts';
import { toSmallPng } from './small-png.ts';

const folder = process.argv[2] ?? fileURLToPath(new URL('../../../docs/pictures', import.meta.url));
const only = process.argv[3];
const sizes = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [390, 844],
] as const;

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });

/** The same page in both themes and all sizes. */
async function take(name: string, url: string): Promise<void> {
  if (only !== undefined && !name.startsWith(only)) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, height] of sizes) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
      await page.goto(url);
      // A plan under review stands in the place of the chart; a phone opens a run that waits with what it waits for.
      await page.locator('svg.chart, .review-bar, .run-part').first().waitFor({ state: 'attached' });
      await page.evaluate('document.fonts.ready');
      const path = `${folder}/${name}-${width}x${height}-${colorScheme}.png`;
      writeFileSync(path, toSmallPng(await page.screenshot()));
      await page.close();
    }
  }
}

const inspector = await startInspector();
const asks = { rules: [{ tool: 'legal_db_query', verdict: 'ask', because: 'about $0.40 a query' }] } as const;

const run = startHiring(inspector, { store: memoryStore(), policy: asks });
const { waiting } = await run.settled();
await standingStill(() => take('waiting', inspector.urlOf(run.id)));
for (const { id } of waiting) run.approve(id);
await run.result;
const inRound2 = run.log.findLast(({ type }) => type === 'step.started')?.seq ?? 0;
await take('run', `${inspector.urlOf(run.id)}&at=${inRound2 + 4}`);

const review = startHiring(inspector, { store: memoryStore(), policy: asks, reviewPlan: true });
await review.settled();
await standingStill(() => take('review', inspector.urlOf(review.id)));
review.cancel();
await review.result;

const failed = startFailing(inspector, { store: memoryStore() });
await failed.result;
await take('failed', inspector.urlOf(failed.id));

/** A plain XState actor: the door of a lift. */
const door = setup({
  types: { context: {} as { trips: number }, events: {} as { type: 'call' | 'opened' | 'blocked' | 'closed' } },
}).createMachine({
  id: 'door',
  context: { trips: 0 },
  initial: 'closed',
  states: {
    closed: { on: { call: 'opening' } },
    opening: { on: { opened: 'open' } },
    open: { after: { 60000: 'closing' }, on: { call: 'open', closed: 'closing' } },
    closing: {
      entry: assign({ trips: ({ context }) => context.trips + 1 }),
      on: { blocked: 'opening', closed: 'closed' },
    },
  },
});
const lift = createActor(door);
const attached = await attachInspector(lift, { title: 'the door of a lift' });
lift.start();
for (const type of ['call', 'opened', 'closed', 'blocked', 'opened'] as const) lift.send({ type });
await take('actor', attached.urlOf(attached.session));

lift.stop();
await attached.close();
await inspector.close();
await browser.close();
