import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { pageOpener } from './open-page.ts';
import type { Stage } from './stage.ts';

/** In the page. */
declare const stage: Stage;

const open = pageOpener();

const shows = (page: Page, text: string) => page.getByTestId('text').getByText(text, { exact: true }).waitFor();
const click = (page: Page, name: string) => page.getByRole('button', { name }).click();
const shown = (page: Page) => page.evaluate(() => stage.shown);
const listeners = (page: Page) => page.evaluate(() => stage.listeners());

/** A page with the first run in a component. */
async function openWith(component: 'Order' | 'Basket', query?: string): Promise<Page> {
  const page = await open(query);
  await page.evaluate((name) => stage.show(name, stage.runs[0]), component);
  await page.getByTestId('text').waitFor();
  return page;
}

describe.each([
  ['useRun in a browser', ''],
  ['useRun in a browser, in StrictMode', '?strict'],
])('%s', (_, query) => {
  it('shows a run from its first click to its output, with a timer of the chart on the way', async () => {
    const page = await openWith('Order', query);
    await shows(page, 'executing choosing 0');
    await click(page, 'Add');
    await shows(page, 'executing choosing 1');
    await click(page, 'Place');
    await shows(page, 'executing sending 1');
    expect(await shown(page)).toContain('executing packing 1');
    await page.evaluate(() => stage.runs[0].send({ type: 'order.received', by: 'Ada' }));
    await shows(page, 'completed received 1 sent 1');
    expect(await page.evaluate(() => stage.replays(stage.runs[0]))).toBe(true);
  });

  it('shows no run, then one, then another, and listens only to the one that it shows', async () => {
    const page = await open(query);
    await page.evaluate(() => stage.show('Order'));
    await shows(page, 'opening');
    await page.evaluate(() => stage.show('Order', stage.runs[0]));
    await shows(page, 'executing choosing 0');
    const [one] = await listeners(page);
    expect(one).toBeGreaterThan(0);
    expect(await listeners(page)).toEqual([one, 0]);
    await page.evaluate(() => stage.runs[1].send({ type: 'item.added' }));
    await page.evaluate(() => stage.show('Order', stage.runs[1]));
    await shows(page, 'executing choosing 1');
    expect(await listeners(page)).toEqual([0, one]);
    await click(page, 'Add');
    await shows(page, 'executing choosing 2');
  });

  it('stops when it is unmounted, while the run goes on', async () => {
    const page = await openWith('Order', query);
    await page.evaluate(() => stage.show('nothing'));
    await page.getByTestId('text').waitFor({ state: 'detached' });
    expect(await listeners(page)).toEqual([0, 0]);
    const before = await shown(page);
    await page.evaluate(() => stage.runs[0].send({ type: 'item.added' }));
    await page.evaluate(() => stage.show('Order', stage.runs[0]));
    await shows(page, 'executing choosing 1');
    expect(new Set((await shown(page)).slice(before.length))).toEqual(new Set(['executing choosing 1']));
  });

  it('shows a run that was left as such, and goes on with it when it is resumed', async () => {
    const page = await openWith('Order', query);
    await click(page, 'Add');
    await shows(page, 'executing choosing 1');
    const id = await page.evaluate(() => stage.runs[0].id);
    await page.evaluate(() => stage.runs[0].leave());
    await shows(page, `left choosing 1 Run ${id} is not driven here any more: resume it to go on.`);
    await page.evaluate(() => stage.show('Order'));
    await shows(page, 'opening');
    await page.evaluate(() => stage.resume(stage.runs[0]));
    await shows(page, 'executing choosing 1');
    await click(page, 'Add');
    await shows(page, 'executing choosing 2');
  });
});

describe('useRun', () => {
  it('renders once for each state that is stored, and not for an event that changes nothing', async () => {
    const page = await openWith('Order');
    await page.evaluate(async () => {
      await stage.runs[0].send({ type: 'shelf.seen' });
      await stage.runs[1].send({ type: 'item.added' });
    });
    await click(page, 'Add');
    await shows(page, 'executing choosing 1');
    expect(await shown(page)).toEqual(['executing choosing 0', 'executing choosing 1']);
  });

  it('shows that a run is paused, and that it is resumed', async () => {
    const page = await openWith('Order');
    await page.evaluate(() => stage.runs[0].pause());
    await shows(page, 'executing choosing 0 paused');
    await page.evaluate(() => stage.runs[0].resume());
    await shows(page, 'executing choosing 0');
    expect(await shown(page)).toHaveLength(3);
  });

  it('shows why a run has failed', async () => {
    const page = await openWith('Order');
    await page.evaluate(() => stage.runs[0].send({ type: 'item.lost' }));
    await shows(page, 'failed choosing 0 The item is lost.');
  });

  it('shows that a run is cancelled', async () => {
    const page = await openWith('Order');
    await page.evaluate(() => stage.runs[0].cancel());
    await shows(page, 'cancelled choosing 0');
  });
});

describe('useRunSelector', () => {
  it('renders only when the part is another one, though every selection makes it anew', async () => {
    const page = await openWith('Basket');
    await page.evaluate(async () => {
      await stage.runs[0].send({ type: 'item.added' });
      await stage.runs[0].send({ type: 'order.placed' });
    });
    await shows(page, 'items 1');
    await page.evaluate(() => stage.runs[0].cancel());
    expect(await shown(page)).toEqual(['items 0', 'items 1, another part']);
  });

  it('gives the same part when its component renders for another reason', async () => {
    const page = await openWith('Basket');
    await page.evaluate(() => stage.runs[0].send({ type: 'order.placed' }));
    await page.evaluate(() => stage.show('Basket', stage.runs[0]));
    await expect.poll(() => shown(page)).toEqual(['items 0', 'items 0']);
  });

  it('has no part without a run, and that of another run when it is given one', async () => {
    const page = await open('?strict');
    await page.evaluate(() => stage.show('Basket'));
    await shows(page, 'no basket');
    await page.evaluate(() => stage.runs[1].send({ type: 'item.added' }));
    await page.evaluate(() => stage.show('Basket', stage.runs[0]));
    await shows(page, 'items 0');
    await page.evaluate(() => stage.show('Basket', stage.runs[1]));
    await shows(page, 'items 1');
    await page.evaluate(() => stage.show('nothing'));
    await page.getByTestId('text').waitFor({ state: 'detached' });
    expect(await listeners(page)).toEqual([0, 0]);
  });
});

it('examples/react-run.tsx shows what it says', async () => {
  const page = await open('?example');
  await page.getByText('In the basket: 0').waitFor();
  await click(page, 'One more');
  await click(page, 'One more');
  await page.getByText('In the basket: 2').waitFor();
  await click(page, 'Place the order');
  await page.getByText('On the way: 2').waitFor();
});
