import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createOrchestrator, defineSpecialist, memoryStore, type Run } from 'troupe';
import type { Inspector } from 'troupe/inspect';
import { scriptedModel, thinking } from 'troupe/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sharedIds } from '../../../src/inspect/share/shared-run.ts';
import { ask, planText } from '../../scenarios/scenario.ts';
import { chromiumPath } from './chromium-path.ts';
import { hasStatus, slideTo, testInspector, usePages } from './open-page.ts';
import { startDemo } from './runs.ts';

let browser: Browser | undefined;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());
const open = usePages();

const secret = 'sk-abcdefghijklmnopqrstuvwxyz123456';
/** What would end an element, begin another one, or run, if it were taken for more than a text. */
const hostile = `</script><script>globalThis.isBroken = true</script><!-- <script> \u2028 \u2029 ]]> __proto__ \0 \ud800 <img src=https://example.com/x onerror="globalThis.isBroken=true"> ${secret}`;

/** A run whose question, plan, results and answer are hostile, and one result long. */
function startHostile(inspector: Inspector): Run {
  const specialist = defineSpecialist({
    name: 'worker',
    description: hostile.replaceAll(/\s+/g, ' '),
    run: ({ step }) => `${hostile} ${step.id === 'b' ? 'long '.repeat(200_000) : ''}the end of ${step.id}`,
  });
  const model = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
    { purpose: 'reflect', reply: `${hostile} is the answer` },
  ]);
  const troupe = createOrchestrator({ model, specialists: [specialist], store: memoryStore(), inspect: inspector });
  return troupe.start(ask(`What is ${hostile}?`), { metadata: { ['__proto__']: 'x' } });
}

/** Opens a file as one does who got it by mail: without a network. Nothing may have been asked for when the test ends, but the file and what is in it. */
async function openFile(html: string, hash = ''): Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-shared-'));
  const file = join(folder, 'run.html');
  writeFileSync(file, html);
  const context = await (browser as Browser).newContext({ viewport: { width: 1440, height: 900 }, offline: true });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const asked: string[] = [];
  const errors: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  context.on('weberror', (error) => errors.push(String(error.error().stack ?? error.error())));
  page.on('websocket', (socket) => asked.push(socket.url()));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  onTestFinished(async () => {
    expect(await page.evaluate('globalThis.isBroken')).toBeUndefined();
    await context.close();
    rmSync(folder, { recursive: true });
    const { href } = pathToFileURL(file);
    expect(asked.filter((url) => !/^(?:blob|data):/.test(url) && url.split('#')[0] !== href)).toEqual([]);
    expect(errors).toEqual([]);
  });
  await page.goto(`${pathToFileURL(file).href}${hash}`);
  return page;
}

describe('a run in a file', () => {
  it('shows chart, plan, log, state, prompts, answers and search from disk, and asks nobody for anything', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const html = await inspector.toHtml(run.id);
    expect(html.length).toBeLessThan(3_000_000);
    await inspector.close();
    const page = await openFile(html);
    await hasStatus(page, `completed · ${run.log.length} entries`);
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    await page.getByTestId('tab-plan').click();
    await page.getByTestId('plan-step-1').waitFor();
    const asking = run.log.find((entry) => entry.type === 'effect.completed' && entry.data.kind === 'ask')?.seq ?? 0;
    await slideTo(page, asking);
    await page.getByTestId('tab-prompt').click();
    await page.locator('.message.system').first().waitFor();
    await page.getByTestId('tab-state').click();
    await slideTo(page, run.log.length);
    await page.getByTestId('load-context').click();
    await page.getByTestId('load-context').waitFor({ state: 'detached' });
    await page.getByTestId('tab-timeline').click();
    // In the answer, beyond what a row of the log has of it.
    await page.locator('#filter').fill('41,415.50');
    const answered = run.log.find(({ type }) => type === 'answer.given')?.seq;
    await page.getByTestId(`row-${answered}`).waitFor();
    for (const name of ['fork', 'share', 'hold', 'cancel', 'all-runs', 'tab-send']) {
      expect(await page.getByTestId(name).count(), name).toBe(0);
    }
  });

  it('opens where its address says, and goes there again by the address', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const page = await openFile(await inspector.toHtml(run.id), `#run=${run.id}&at=20&actor=host/planner&tab=event`);
    await hasStatus(page, `at #20 of ${run.log.length}`);
    await page.locator('svg.chart[aria-label^="Chart of host/planner."]').waitFor();
    expect(await page.getByTestId('tab-event').getAttribute('aria-selected')).toBe('true');
    await slideTo(page, 30);
    await expect.poll(() => new URL(page.url()).hash).toContain('at=30');
  });

  it('shows texts that look like the end of a script as texts, and has no secret in it', async () => {
    const inspector = await testInspector();
    const run = startHostile(inspector);
    await run.result;
    const html = await inspector.toHtml(run.id);
    expect(html).not.toContain(secret);
    const page = await openFile(html);
    await hasStatus(page, `completed · ${run.log.length} entries`);
    expect(await page.title()).toContain('</script><script>');
    const answered = run.log.find(({ type }) => type === 'answer.given')?.seq ?? 0;
    await slideTo(page, answered);
    await page.getByTestId('tab-event').click();
    await page.locator('.details').getByText('</script>').first().waitFor();
    const download = page.waitForEvent('download');
    await page.getByTestId('more').click();
    await page.getByRole('menuitem', { name: 'Log' }).click();
    const log = readFileSync(await (await download).path(), 'utf8');
    expect(log.trim().split('\n')).toHaveLength(run.log.length);
    expect(log).toContain('the end of b');
    expect(log).not.toContain(secret);
  });

  it('says in one sentence that it was damaged on its way', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const html = await inspector.toHtml(run.id);
    const at = html.indexOf(`id="${sharedIds.run}"`);
    expect(at).toBeGreaterThan(0);
    const middle = at + 1000;
    const page = await openFile(`${html.slice(0, middle)}${'A'.repeat(500)}${html.slice(middle + 500)}`);
    await page.getByRole('main').getByRole('heading', { name: 'cannot be read: the file is damaged' }).waitFor();
  });

  it('is made and saved by the page, which says what is in it', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const { page } = await open(inspector.urlOf(run.id));
    await hasStatus(page, 'completed');
    await page.getByTestId('share').click();
    const dialog = page.getByTestId('share-dialog');
    await dialog.getByText(`${run.log.length} entries`).waitFor();
    await dialog.getByText('What looks like a secret is left out').waitFor();
    const download = page.waitForEvent('download');
    await dialog.getByTestId('share-save').click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(`${run.id}.html`);
    const copy = await openFile(readFileSync(await saved.path(), 'utf8'));
    await hasStatus(copy, `completed · ${run.log.length} entries`);
    await copy.getByTestId('shared-note').waitFor();
  });
});
