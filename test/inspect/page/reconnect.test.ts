import { startInspector } from 'troupe/inspect';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chooseActor, hasStatus, slideTo, usePages } from './open-page.ts';
import { startDemo } from './runs.ts';

const open = usePages();

describe('a page whose server goes away', () => {
  it.each(['log', 'run'])('says so, and goes on where it was when the %s is there again', async (kind) => {
    const first = await startInspector();
    const run = startDemo(kind === 'run' ? first : undefined);
    await run.result;
    if (kind === 'log') await first.openLog(run.log).played;
    const { page, heard } = await open(first.url, { expectedErrors: /ERR_CONNECTION_REFUSED|WebSocket/ });
    await hasStatus(page, `completed · ${run.log.length} entries`);
    await slideTo(page, 20);
    await chooseActor(page, 'host/planner');
    await hasStatus(page, `at #20 of ${run.log.length}`);
    await page.locator('svg.chart[aria-label^="Chart of host/planner."]').waitFor();
    const rows = await page.locator('[role="treeitem"]').count();

    await first.close();
    await page.getByTestId('reconnecting').waitFor();
    await hasStatus(page, `at #20 of ${run.log.length}`);
    const before = heard.length;
    const second = await startInspector({ port: Number(new URL(first.url).port) });
    onTestFinished(() => second.close());
    second.openLog(run.log);
    await page.getByTestId('reconnecting').waitFor({ state: 'detached' });
    await expect.poll(() => heard.slice(before).some(({ type }) => type === 'current')).toBe(true);

    await hasStatus(page, `at #20 of ${run.log.length}`);
    expect(await page.locator('[role="treeitem"][aria-selected="true"]').getAttribute('title')).toMatch(
      /^host\/planner\n/,
    );
    expect(await page.locator('[role="treeitem"]').count()).toBe(rows);
    expect(heard.slice(before).filter(({ type }) => type === 'entries' || type === 'frames')).toEqual([]);
    // It asks the new server, with its token.
    await page.getByTestId('load-context').click();
    await page.getByTestId('load-context').waitFor({ state: 'detached' });
    await page.keyboard.press('l');
    await hasStatus(page, `completed · ${run.log.length} entries`);
  });
});
