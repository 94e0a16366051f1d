import { memoryStore, type Store } from 'troupe';
import { describe, expect, it } from 'vitest';
import { hasStatus, slideTo, testInspector, usePages } from './open-page.ts';
import { startDemo } from './runs.ts';

const open = usePages();

/** A store with so many runs: one that was made, and copies of its log under other names. */
async function storeOf(count: number): Promise<{ store: Store; ids: readonly string[] }> {
  const store = memoryStore();
  const run = startDemo(undefined, { store });
  await run.result;
  const ids = [run.id];
  for (let number = 1; number < count; number++) {
    const id = `copy-${number}`;
    const log = run.log.map((entry) => JSON.parse(JSON.stringify(entry).replaceAll(run.id, id)) as typeof entry);
    await store.append(id, 0, log);
    ids.push(id);
  }
  return { store, ids };
}

describe('the list of runs', () => {
  it('is shown where no run was asked for, finds words of answers, and opens a stored run; back leads to it again', async () => {
    const { store, ids } = await storeOf(3);
    const { page } = await open((await testInspector({ store })).url);
    await page.getByTestId('run-count').filter({ hasText: '3' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('LOWEST');
    await page.locator('.run-line mark', { hasText: 'lowest' }).first().waitFor();
    await page.getByTestId('run-count').filter({ hasText: '3 of 3' }).waitFor();
    await page.getByTestId('run-status').selectOption('failed');
    await page.getByTestId('no-runs').waitFor();
    await page.goBack();
    await page.getByTestId(`run-${ids[0]}`).click();
    await hasStatus(page, /completed · \d+ entries/);
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    expect(new URL(page.url()).hash).toBe(`#run=${ids[0]}`);
    await page.goBack();
    await page.locator('.run-line mark', { hasText: 'lowest' }).first().waitFor();
    expect(new URL(page.url()).hash).toBe('#runs?q=LOWEST');
  });

  it('draws only the rows in view of a thousand, and shows the last one when it is scrolled to', async () => {
    const { store } = await storeOf(1000);
    const { page } = await open(`${(await testInspector({ store })).url}#runs?sort=oldest`);
    await page.getByTestId('run-count').filter({ hasText: '1,000' }).waitFor();
    await page.getByTestId('run-list').locator('.run-line').first().waitFor();
    expect(await page.getByTestId('run-list').locator('.run-item').count()).toBeLessThan(60);
    await page.getByTestId('run-list').evaluate((list: { scrollTop: number }) => {
      list.scrollTop = 1_000_000;
    });
    await page.locator('.run-item[aria-posinset="1000"] .run-line').waitFor();
  });

  it('is cards on a phone, each as wide as the screen', async () => {
    const { store, ids } = await storeOf(2);
    const { page } = await open((await testInspector({ store })).url, { viewport: { width: 390, height: 844 } });
    const box = await page.getByTestId(`run-${ids[0]}`).boundingBox();
    expect(box?.width).toBeGreaterThan(340);
    expect(box?.height).toBeGreaterThan(100);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  });
});

describe('the way back and forward', () => {
  it('leads from run to run, each where one was in it; moving in a run is no step of it', async () => {
    const inspector = await testInspector();
    const [one, other] = [startDemo(inspector), startDemo(inspector)];
    await Promise.all([one.result, other.result]);
    const { page } = await open(inspector.urlOf(one.id));
    await hasStatus(page, 'completed');
    for (const seq of [5, 10, 20]) await slideTo(page, seq);
    await hasStatus(page, `at #20 of ${one.log.length}`);
    await page.getByTestId('all-runs').click();
    await page.getByTestId(`run-${other.id}`).click();
    await hasStatus(page, `completed · ${other.log.length} entries`);
    await page.goBack();
    await page.getByTestId('run-list').waitFor();
    await page.goBack();
    await hasStatus(page, `at #20 of ${one.log.length}`);
    await page.goForward();
    await page.getByTestId('run-list').waitFor();
    await page.goForward();
    await hasStatus(page, `completed · ${other.log.length} entries`);
  });

  it('shows a run that begins after it was asked for', async () => {
    const { store, ids } = await storeOf(1);
    const log = await store.read(ids[0] ?? '');
    const inspector = await testInspector();
    const { page } = await open(inspector.urlOf(ids[0] ?? '', 20));
    await page.getByRole('heading', { name: `Run ${ids[0]} is not here` }).waitFor();
    await inspector.openLog(log).played;
    await hasStatus(page, `at #20 of ${log.length}`);
  });
});
