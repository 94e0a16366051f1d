import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Inspector } from 'troupe/inspect';
import { describe, expect, it, onTestFinished } from 'vitest';
import { command, expandAll, hasStatus, testInspector, usePages } from './open-page.ts';
import { startDemo } from './runs.ts';

const open = usePages();

/** The status with which the entries of a session are answered. */
async function entriesOf(inspector: Inspector, session: string): Promise<number> {
  const token = /name="troupe-token" content="([^"]+)"/.exec(await (await fetch(inspector.url)).text())?.[1] ?? '';
  return (await fetch(`${inspector.url}entries?session=${session}`, { headers: { 'x-troupe-token': token } })).status;
}

describe('the page', () => {
  it('plays history to its end by itself', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const { page } = await open(inspector.urlOf(run.id, run.log.length - 8));
    await hasStatus(page, `at #${run.log.length - 8} of`);
    await page.getByTestId('play').click();
    await hasStatus(page, new RegExp(`at #${run.log.length} of|${run.log.length} entries`));
  });

  it('gives the chart as SVG and as Mermaid', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const { page } = await open(`${inspector.url}#run=${run.id}&actor=host/planner`);
    await page.getByTestId('state-planner.drafting').waitFor();
    for (const [name, beginning] of [
      ['SVG', '<svg '],
      ['Mermaid', 'stateDiagram-v2'],
    ] as const) {
      const download = page.waitForEvent('download');
      await command(page, name);
      const text = readFileSync(await (await download).path(), 'utf8');
      expect(text).toContain(beginning);
      expect(text).toContain('drafting');
    }
  });

  it('says so when the run in its address has made room for newer ones, and leads to what there is', async () => {
    const inspector = await testInspector({ keep: { sessions: 1 } });
    const [first, second] = [startDemo(inspector), startDemo(inspector)];
    await Promise.all([first.result, second.result]);
    const runs = [first, second];
    const gone = await Promise.all(runs.map(async ({ id }) => ((await entriesOf(inspector, id)) === 404 ? [id] : [])));
    const [id = 'none'] = gone.flat();
    const { page } = await open(inspector.urlOf(id));
    await page.getByRole('heading', { name: `Run ${id} is not here` }).waitFor();
    await page.getByRole('link', { name: 'All runs' }).click();
    const [left = 'none'] = runs.map((run) => run.id).filter((each) => each !== id);
    await page.getByTestId(`run-${left}`).click();
    await hasStatus(page, /completed · \d+ entries/);
  });

  it('says so when the layout cannot be loaded, and shows the rest', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'troupe-page-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(fileURLToPath(new URL('../../../dist/inspector', import.meta.url)), folder, { recursive: true });
    rmSync(join(folder, 'elk-worker.min.js'));
    const inspector = await testInspector({ page: folder });
    const run = startDemo(inspector);
    await run.result;
    const { page } = await open(inspector.urlOf(run.id), { expectedErrors: /elk-worker|404/ });
    // The map of the host has its places without it.
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    await expandAll(page);
    await page.getByTestId('chart').getByText('The chart cannot be drawn').waitFor();
    await hasStatus(page, `${run.log.length} entries`);
  });
});
