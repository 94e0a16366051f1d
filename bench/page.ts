/**
 * What the inspector's page costs with a log of 100,000 entries beside one of 10,000, and with a context of 5 MB beside the time that the same
 * browser needs to read its JSON; as ratios in one run. Needs `npm run build` and a Chromium.
 */
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Entry } from 'troupe';
import { startInspector } from 'troupe/inspect';
import { chromiumPath } from '../test/inspect/page/chromium-path.ts';
import { heavyActor } from '../test/inspect/page/large-context.ts';
import { longLog } from '../test/inspect/page/long-log.ts';

declare const PerformanceObserver: new (
  listener: (list: { getEntries(): readonly { duration: number }[] }) => void,
) => { observe(options: object): void };
declare const window: { longTasks?: number[] };
declare const document: { querySelector(selector: string): { scrollTop: number; scrollHeight: number } | null };
declare const requestAnimationFrame: (done: () => void) => void;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const repetitions = 3;
/** A page that waits as long as it takes. */
async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  return page;
}

/** From now on the page remembers how long tasks took that were long, in milliseconds. */
const watchTasks = (page: Page) =>
  page.evaluate(() => {
    const tasks: number[] = [];
    window.longTasks = tasks;
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
/** A task of less than 50 ms is not long: none of them was longer. */
const longestTask = (page: Page) => page.evaluate(() => Math.max(50, ...(window.longTasks ?? [])));

const scroll = (page: Page) =>
  page.evaluate(async () => {
    const list = document.querySelector('[data-testid="timeline"]');
    if (!list) throw new Error('There is no timeline.');
    for (let step = 0; step <= 100; step++) {
      list.scrollTop = ((step * 37) % 101) * (list.scrollHeight / 101);
      await new Promise<void>((resolve) => requestAnimationFrame(resolve));
    }
  });

/** How long a log takes until its last row is there, and its longest task while it is scrolled, in milliseconds. */
async function measureLog(browser: Browser, log: readonly Entry[]): Promise<{ opened: number; scrolled: number }> {
  const inspector = await startInspector();
  await inspector.openLog(log).played;
  const page = await newPage(browser);
  const [opened, scrolled]: [number[], number[]] = [[], []];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    await page.goto('about:blank');
    const began = performance.now();
    await page.goto(inspector.url);
    await page.getByTestId('tab-timeline').click();
    await page.getByTestId(`row-${log.length}`).waitFor();
    opened.push(performance.now() - began);
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    await watchTasks(page);
    await scroll(page);
    scrolled.push(await longestTask(page));
  }
  await page.close();
  await inspector.close();
  return { opened: median(opened), scrolled: median(scrolled) };
}

/** The longest task of the page while a large context is loaded and opened, and how long reading its JSON takes, in milliseconds. */
async function measureContext(browser: Browser): Promise<{ longest: number; reading: number }> {
  const actor = heavyActor();
  const inspector = await startInspector();
  inspector.attachActor(actor, 'heavy');
  actor.start();
  const page = await newPage(browser);
  await page.goto(inspector.url);
  await page.locator('[role="treeitem"]', { hasText: 'heavy' }).click();
  const longest: number[] = [];
  for (let count = 1; count <= repetitions; count++) {
    await watchTasks(page);
    actor.send({ type: 'fill' });
    await page
      .locator('.details .json-row', { hasText: `count: ${count}` })
      .first()
      .waitFor();
    await page.getByTestId('load-context').click();
    await page.getByTestId('load-context').waitFor({ state: 'detached' });
    longest.push(await longestTask(page));
  }
  const reading = await page.evaluate((json) => {
    const times = Array.from({ length: 5 }, () => {
      const began = performance.now();
      JSON.parse(json);
      return performance.now() - began;
    });
    return Math.min(...times);
  }, JSON.stringify(actor.getSnapshot().context));
  await inspector.close();
  return { longest: median(longest), reading };
}

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
const [few, many] = [await longLog(50), await longLog(500)];
const [small, large] = [await measureLog(browser, few), await measureLog(browser, many)];
const context = await measureContext(browser);
await browser.close();

const growth = large.opened / many.length / (small.opened / few.length);
const scrolling = large.scrolled / small.scrolled;
const loading = context.longest / context.reading;
const verdict = (isWell: boolean) => (isWell ? 'yes' : 'NO');
console.log(
  `opening ${many.length} entries: ${large.opened.toFixed(0)} ms, an entry costs ${growth.toFixed(2)} times one of ${few.length} (at most 2 wanted: ${verdict(growth <= 2)})`,
);
console.log(
  `the longest task while scrolling: ${large.scrolled.toFixed(0)} ms, ${scrolling.toFixed(2)} times that of ${few.length} entries (at most 3 wanted: ${verdict(scrolling <= 3)})`,
);
console.log(
  `the longest task while 5 MB are loaded and shown: ${context.longest.toFixed(0)} ms, ${loading.toFixed(2)} times the reading of their JSON (at most 5 wanted: ${verdict(loading <= 5)})`,
);
if (growth > 2 || scrolling > 3 || loading > 5) process.exitCode = 1;
