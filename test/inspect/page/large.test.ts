import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startCli, temporaryFolder } from '../../cli/run-cli.ts';
import { heavyActor } from './large-context.ts';
import { longLog } from './long-log.ts';
import { chooseActor, hasStatus, inspectorUrl, testInspector, usePages } from './open-page.ts';

const open = usePages();

// What the functions below use when they run in the page.
interface PageElement {
  readonly scrollHeight: number;
  readonly clientHeight: number;
  scrollTop: number;
  readonly textContent: string;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getAttribute(name: string): string | null;
}
declare const document: PageElement;
declare const requestAnimationFrame: (done: () => void) => void;

describe('a log of 100,000 entries', () => {
  it('opens whole, draws no more rows than fit, and shows the right ones wherever one scrolls', async () => {
    const log = await longLog();
    expect(log.length).toBeGreaterThanOrEqual(100_000);
    const file = join(temporaryFolder(), 'long.jsonl');
    writeFileSync(file, log.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    const { child } = startCli(['inspect', file, '--port', '0']);
    const { page } = await open(await inspectorUrl(child), { isQuiet: true });
    await page.getByTestId(`row-${log.length}`).waitFor();
    // All that the actors did is there as well.
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    await hasStatus(page, `completed · ${log.length} entries`);
    const seen = await page.evaluate(async (count) => {
      const list = document.querySelector('[data-testid="timeline"]');
      if (!list) throw new Error('There is no timeline.');
      const views: { rows: number; at: number; type: string }[] = [];
      for (let step = 0; step <= 100; step++) {
        const at = 1 + Math.floor((((step * 37) % 101) * (count - 1)) / 100);
        list.scrollTop = (at - 1) * (list.scrollHeight / count);
        const row = () => list.querySelector(`[data-testid="row-${at}"]`);
        while (!row()) await new Promise<void>((resolve) => requestAnimationFrame(resolve));
        const type = row()?.querySelector('.entry-type')?.textContent ?? '';
        views.push({ rows: [...list.querySelectorAll('[data-testid^="row-"]')].length, at, type });
      }
      return { views, fit: Math.ceil(list.clientHeight / (list.scrollHeight / count)) };
    }, log.length);
    expect(seen.views.map(({ at, type }) => [at, type])).toEqual(seen.views.map(({ at }) => [at, log[at - 1]?.type]));
    // Some more above and below, which are there before one scrolls to them.
    expect(Math.max(...seen.views.map(({ rows }) => rows))).toBeLessThan(seen.fit + 20);
    for (const seq of [50_000, 1, 99_000, 100]) {
      await page.getByTestId('slider').fill(String(seq - 1));
      await hasStatus(page, `at #${seq} of`);
      await page.locator(`[data-testid="row-${seq}"].at`).waitFor();
    }
  });
});

describe('a context of 5 MB', () => {
  it('is shown in part, and in full when it is asked for, a page of its rows at a time', async () => {
    const actor = heavyActor();
    const inspector = await testInspector();
    inspector.attachActor(actor, 'heavy');
    actor.start();
    const { page, heard } = await open(inspector.url);
    await chooseActor(page, 'heavy');
    actor.send({ type: 'fill' });
    expect(JSON.stringify(actor.getSnapshot().context).length).toBeGreaterThan(5_000_000);
    await page.locator('.details .json-row', { hasText: 'count: 1' }).first().waitFor();
    expect(JSON.stringify(heard).length).toBeLessThan(100_000);
    await page.getByTestId('load-context').click();
    await page.getByTestId('load-context').waitFor({ state: 'detached' });
    await page.locator('.json-toggle', { hasText: 'items' }).waitFor();
    await page.locator('.json-toggle', { hasText: 'items' }).click();
    await page.locator('.json-toggle', { hasText: '99:' }).waitFor();
    await page.getByRole('button', { name: /^show 1000 more/ }).waitFor();
    expect(await page.locator('.details .json-toggle').count()).toBeLessThan(150);
  });
});
