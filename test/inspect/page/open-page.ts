import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Inspector, type InspectorOptions, startInspector } from 'troupe/inspect';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { ServerMessage } from '../../../src/inspect/protocol.ts';
import { chromiumPath } from './chromium-path.ts';

/** A page of the inspector in a real browser. */
export interface OpenedPage {
  readonly page: Page;
  /** What the server has said to it so far, in order. */
  readonly heard: readonly ServerMessage[];
}

export interface OpenOptions extends BrowserContextOptions {
  /** Errors of the console that belong to the test, such as those of a server that is away. */
  readonly expectedErrors?: RegExp;
  /** What the server says is not kept: reading it here takes time. */
  readonly isQuiet?: boolean;
  /** The page stays as it opens, with the Gantt: most tests read the log. */
  readonly showsGantt?: boolean;
}

const builtPage = fileURLToPath(new URL('../../../dist/inspector/index.html', import.meta.url));

/**
 * Opens pages in one browser for a whole file of tests. When a test ends, no page may have asked another host than 127.0.0.1 for anything, and
 * none may have had an error.
 */
export function usePages(): (url: string, options?: OpenOptions) => Promise<OpenedPage> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (!existsSync(builtPage)) throw new Error('The inspector page is not built. Build it with: npm run build');
    browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());
  return async (url, { expectedErrors, isQuiet = false, showsGantt = false, ...options } = {}) => {
    if (!browser) throw new Error('The browser has not started.');
    const context = await browser.newContext({ viewport: { width: 1720, height: 1040 }, ...options });
    const page = await context.newPage();
    // Only a hang takes so long; the message names what did not come, which that of the test's own limit does not.
    page.setDefaultTimeout(300_000);
    const heard: ServerMessage[] = [];
    const asked: string[] = [];
    const errors: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    context.on('weberror', (error) => errors.push(String(error.error().stack ?? error.error())));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('websocket', (socket) => {
      asked.push(socket.url());
      if (!isQuiet)
        socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(String(payload)) as ServerMessage));
    });
    onTestFinished(async () => {
      await context.close();
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.filter((each) => !isOwn(each))).toEqual([]);
      expect(errors.filter((each) => !expectedErrors?.test(each))).toEqual([]);
    });
    // A document that may not be framed has no storage.
    if (!showsGantt) await page.addInitScript("try { localStorage.setItem('troupe.history', 'timeline') } catch {}");
    await page.goto(url);
    return { page, heard };
  };
}

function isOwn(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'data:' || protocol === 'blob:' || protocol === 'about:' || hostname === '127.0.0.1';
}

/** An inspector that is gone when the test ends. */
export async function testInspector(options: InspectorOptions = {}): Promise<Inspector> {
  const inspector = await startInspector(options);
  onTestFinished(() => inspector.close());
  return inspector;
}

/** The address that the command line has written. */
export function inspectorUrl({ stderr }: { readonly stderr: Readable }): Promise<string> {
  let written = '';
  return new Promise((resolve, reject) => {
    stderr.on('data', (chunk) => {
      written += String(chunk);
      const url = /Inspector: (http:\S+)/.exec(written)?.[1];
      if (url) resolve(url);
    });
    stderr.on('end', () => reject(new Error(`No address was written, but: ${written}`)));
  });
}

/** Waits until the page says this of where it is, such as `completed · 84 entries`. */
export async function hasStatus(page: Page, text: string | RegExp): Promise<void> {
  await page.getByTestId('status').filter({ hasText: text }).waitFor();
}

/** The drawn states that are lit, without those that only hold others. */
export const litStates = (page: Page): Promise<string[]> => statesOf(page, '.active');

/** The drawn states. */
export const drawnStates = (page: Page): Promise<string[]> => statesOf(page, '');

const statesOf = (page: Page, which: string) =>
  page
    .getByTestId('chart')
    .locator(`[data-testid^="state-"]${which}`)
    .evaluateAll((nodes: readonly { getAttribute(name: string): string | null }[]) =>
      nodes.map((node) => (node.getAttribute('data-testid') ?? '').slice('state-'.length)),
    );

/** The statuses of the plan's steps as their boxes show them. */
export async function planStatuses(page: Page): Promise<Record<string, string>> {
  await page.getByTestId('tab-plan').dispatchEvent('click');
  return page
    .getByTestId('plan')
    .locator('[data-testid^="plan-step-"]')
    .evaluateAll((boxes: readonly { getAttribute(name: string): string | null }[]) =>
      Object.fromEntries(
        boxes.map((box) => [
          (box.getAttribute('data-testid') ?? '').slice('plan-step-'.length),
          (box.getAttribute('class') ?? '').split(' ')[1] ?? '',
        ]),
      ),
    );
}

/** What the row of the log says that has this in it; it is filtered for, since only a few rows are in view. */
export async function listed(page: Page, text: string): Promise<string> {
  await page.getByTestId('tab-timeline').dispatchEvent('click');
  await page.locator('#filter').fill(text);
  const row = page.locator('[data-testid^="row-"]', { hasText: text }).first();
  await row.waitFor();
  const said = (await row.textContent()) ?? '';
  await page.locator('#filter').fill('');
  return said;
}

/** Shows the actors, which share their place with the plan. */
export const showTree = (page: Page): Promise<void> => page.getByTestId('tab-actors').click();

/** Chooses an actor in the tree by its path. */
export async function chooseActor(page: Page, path: string): Promise<void> {
  await showTree(page);
  const row = page.locator(`[role="treeitem"][title^="${path}\\a "]`).last();
  await row.click();
  await page.locator('[data-testid="actor-tree"] [aria-selected="true"]').waitFor();
}

/** Goes to an entry as a person does who drags the slider. */
export async function slideTo(page: Page, seq: number): Promise<void> {
  await page.getByTestId('slider').fill(String(seq - 1));
}

/** Types into the list of commands, or any other list to choose from, and takes the first. */
export async function chooseByTyping(page: Page, testId: string, text: string): Promise<void> {
  const list = page.getByTestId(testId);
  await list.getByRole('combobox').fill(text);
  await list.getByRole('option', { name: text, exact: false }).first().waitFor();
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'detached' });
}

/** Does something by its name in the command palette. */
export async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await chooseByTyping(page, 'palette', name);
}

/** Draws all of a chart that begins as a map of its rooms. */
export async function expandAll(page: Page): Promise<void> {
  await page.getByTestId('show').click();
  await page.getByTestId('show-whole').click();
  await page.keyboard.press('Escape');
  // The keys of the page are for the page again, and not for the button of the menu.
  await page.getByTestId('show').blur();
}
