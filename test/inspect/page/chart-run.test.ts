import { join } from 'node:path';
import { createRunner, memoryStore } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { orders } from '../../cli/charts/orders.ts';
import { newStoreFile } from '../../cli/kept-run.ts';
import { root, startCli } from '../../cli/run-cli.ts';
import { shop } from '../sessions/charts.ts';
import { command, hasStatus, inspectorUrl, listed, litStates, slideTo, testInspector, usePages } from './open-page.ts';

const open = usePages();

describe('a run of a chart on the page', () => {
  it('is drawn, held, stepped, sent an event and gone back through, and replays', async () => {
    const inspector = await testInspector({ hold: true });
    const runner = createRunner({ charts: [shop], store: memoryStore(), inspect: inspector });
    onTestFinished(() => runner.close());
    const run = runner.start(shop, { id: 'order-7', input: { items: 3 } });
    const { page } = await open(inspector.urlOf('order-7'));
    await page.locator('[data-testid="state-shop.open"].active').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('checkout@1 order-7');
    await page.getByText('held: from the beginning').waitFor();
    expect(await page.getByTestId('plan').count()).toBe(0);

    await page.getByRole('button', { name: 'paid' }).click();
    await page.getByTestId('send-form').getByRole('button', { name: /send/i }).click();
    await page.getByTestId('held').filter({ hasText: 'paid' }).waitFor();
    expect(run.getSnapshot().value).toBe('open');
    await page.getByTestId('step').click();
    await page.locator('[data-testid="state-shop.charging"].active').waitFor();
    await page.getByTestId('held').filter({ hasText: 'effect charge' }).waitFor();
    await page.getByTestId('step').click();
    await page.locator('[data-testid="state-shop.waiting"].active').waitFor();
    await page.getByTestId('hold').click();
    await run.send({ type: 'shipped' });
    await page.locator('[data-testid="state-shop.done"].active').waitFor();
    expect(await run.result).toMatchObject({ status: 'completed' });
    await hasStatus(page, `completed · ${run.log.length} entries`);
    await page.getByTestId('subline').filter({ hasText: 'It ended in the state done. Begun ' }).waitFor();
    expect(await listed(page, 'chart.started')).toContain('checkout@1 {items:3}');

    const charging = run.log.find((entry) => entry.type === 'actor.moved' && entry.data.value === 'charging')?.seq ?? 0;
    await slideTo(page, charging);
    await page.locator('[data-testid="state-shop.charging"].active').waitFor();
    await expect.poll(() => litStates(page)).toEqual(['shop', 'shop.charging']);
    expect(await runner.check('order-7')).toMatchObject({ ok: true });
  });

  it('that is stored without its chart is a timeline, and the page says how to give the chart', async () => {
    const runner = createRunner({ charts: [shop], store: memoryStore() });
    const run = runner.start(shop, { id: 'order-8', input: { items: 3 } });
    await run.cancel();
    const inspector = await testInspector();
    inspector.openLog(run.log);
    const { page } = await open(inspector.urlOf('order-8'));
    await hasStatus(page, `cancelled · ${run.log.length} entries`);
    expect(await page.getByTestId('missing-chart').textContent()).toBe(
      'This is a run of the chart checkout@1, which is not here, so only its timeline can be shown.' +
        'To see its states, name the file that exports the chart: troupe inspect order-8 --charts FILE, or give the chart to startInspector({ charts }).',
    );
    await page.getByTestId(`row-${run.log.length}`).waitFor();
    await command(page, 'Show event');
    await page.getByTestId('tab-event').and(page.locator('[aria-selected="true"]')).waitFor();
  });

  it('that is stored is opened from the command line with its chart, and forked', async () => {
    const file = newStoreFile();
    const store = sqliteStore(file);
    const runner = createRunner({ charts: [orders], store });
    const run = runner.start(orders, { id: 'order-9', input: { items: 3 } });
    const charged = new Promise<void>((resolve) => run.subscribe(({ value }) => value === 'waiting' && resolve()));
    await run.send({ type: 'paid' });
    await charged;
    await runner.close();
    await store.close();
    const charts = join(root, 'test/cli/charts/orders.ts');
    const args = ['inspect', 'order-9', '--store', file, '--charts', charts, '--port', '0'];
    const { child, finished } = startCli(args);
    onTestFinished(async () => {
      child.kill('SIGINT');
      await finished;
    });
    const expectedErrors = /ERR_CONNECTION_REFUSED|WebSocket/;
    const { page } = await open(await inspectorUrl(child), { expectedErrors });
    await page.locator('[data-testid="state-orders.waiting"].active').waitFor();
    await slideTo(page, 1);
    await page.locator('[data-testid="state-orders.open"].active').waitFor();
    await page.getByTestId('fork').click();
    await page.getByTestId('fork-dialog').getByRole('button', { name: 'Fork', exact: true }).click();
    await page.getByTestId('fork-dialog').getByRole('button', { name: 'Open the fork' }).click();
    await hasStatus(page, /live · executing/);
    await page.getByRole('button', { name: 'paid' }).click();
    await page.getByTestId('send-form').getByRole('button', { name: /send/i }).click();
    await page.locator('[data-testid="state-orders.waiting"].active').waitFor();
  });
});
