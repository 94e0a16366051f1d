import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { type Entry, replay } from 'troupe';
import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { placeOf } from '../../../src/domain/place-of.ts';
import { treeProblems } from '../actors-of.ts';
import { chooseActor, expandAll, hasStatus, showTree, slideTo, testInspector, usePages } from './open-page.ts';
import { finishedPlan, startDemo } from './runs.ts';

const open = usePages();

/** What is shown of a JSON value: of what is closed only how much it is. */
type Shown = string | { readonly size: string } | { readonly [key: string]: Shown };

/** Everything that the page says about one entry. */
interface View {
  readonly status: string;
  readonly slider: string;
  readonly selected: readonly string[];
  readonly later: readonly number[];
  readonly drawn: readonly string[];
  readonly lit: readonly string[];
  readonly state: string;
  readonly tree: readonly { readonly path: string; readonly status: string }[];
  readonly plan: Readonly<Record<string, string>>;
  readonly context: Shown;
}

// What the functions below use when they run in the page.
interface PageElement {
  readonly children: Iterable<PageElement> & { readonly [index: number]: PageElement };
  readonly classList: { contains(name: string): boolean };
  readonly textContent: string;
  readonly title: string;
  value: string;
  click(): void;
  closest(selector: string): PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getAttribute(name: string): string | null;
  dispatchEvent(event: object): void;
}
declare const document: PageElement;
declare const Event: new (type: string, options: object) => object;
declare const DataTransfer: new () => { items: { add(file: object): void } };
declare const File: new (parts: string[], name: string) => object;
declare const requestAnimationFrame: (done: () => void) => void;

/** Moves the slider and reads the page when it has followed. */
const viewAt = (page: Page, seq: number): Promise<View> =>
  page.evaluate(async (at) => {
    const find = (selector: string) => [...document.querySelectorAll(selector)];
    const slider = find('[data-testid="slider"]')[0] as PageElement; // it is always there
    slider.value = String(at - 1);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    const status = () => document.querySelector('[data-testid="status"]')?.textContent ?? '';
    const frame = () => new Promise<void>((resolve) => requestAnimationFrame(resolve));
    while (!status().startsWith(`at #${at} `)) await frame();
    await frame();
    const name = (element: PageElement, prefix: string) =>
      (element.getAttribute('data-testid') ?? '').slice(prefix.length);
    const read = (element: PageElement): Shown => {
      const key = element.querySelector('.json-key');
      if (!element.classList.contains('json-branch')) return element.textContent.slice(key?.textContent.length ?? 0);
      const [toggle] = [...element.children] as [PageElement];
      if (toggle.getAttribute('aria-expanded') === 'false')
        return { size: toggle.querySelector('.json-size')?.textContent ?? '0' };
      const inner = [...element.children].find(({ classList }) => classList.contains('json-inner'));
      return Object.fromEntries(
        [...(inner?.children ?? [])]
          .filter(({ classList }) => !classList.contains('link'))
          .map((child) => [(child.querySelector('.json-key')?.textContent ?? '').slice(0, -2), read(child)]),
      );
    };
    // The plan and the actors share their place.
    const shown = async (tab: string, rows: string) => {
      document.querySelector(`[data-testid="tab-${tab}"]`)?.click();
      await frame();
      return find(rows);
    };
    const context = find('.details .json-branch')[0];
    return {
      status: status(),
      slider: slider.value,
      selected: find('[data-testid="timeline"] [aria-selected="true"]').map((row) => name(row, 'row-')),
      later: find('[data-testid="timeline"] .entry.later').map((row) => Number(name(row, 'row-'))),
      drawn: find('svg.chart [data-testid^="state-"]').map((state) => name(state, 'state-')),
      lit: find('svg.chart [data-testid^="state-"].active').map((state) => name(state, 'state-')),
      state: document.querySelector('[data-testid="actor-state"]')?.textContent ?? '',
      tree: (await shown('actors', '[role="treeitem"]')).map((row) => ({
        path: row.title.split('\n')[0] ?? '',
        status: row.title.split('\n')[1] ?? '',
      })),
      plan: Object.fromEntries(
        (await shown('plan', '[data-testid^="plan-step-"]')).map((box) => [
          name(box, 'plan-step-'),
          (box.getAttribute('class') ?? '').split(' ')[1] ?? '',
        ]),
      ),
      context: context ? read(context) : {},
    };
  }, seq);

/** What differs between a value and what is shown of it; cut values count by their size. */
function differences(value: unknown, shown: Shown | undefined, path = ''): string[] {
  const differs = (expected: string) =>
    shown === expected ? [] : [`${path}: ${JSON.stringify(shown)} is not ${expected}`];
  if (typeof value === 'string') {
    if (value.length > 400) return differs(`"${value.slice(0, 400)}…" ${value.length} characters show all`);
    if (value.length > 280) return differs(`"${value.slice(0, 280)}…"show all (${value.length} characters)`);
    return differs(`"${value}"`);
  }
  if (typeof value !== 'object' || value === null) return differs(String(value));
  const keys = Object.keys(value).filter((key) => (value as Record<string, unknown>)[key] !== undefined);
  if (keys.length > 50)
    return differs(
      `${Array.isArray(value) ? '[…]' : '{…}'} ${keys.length} ${Array.isArray(value) ? 'items' : 'keys'} show all`,
    );
  if (typeof shown !== 'object') return [`${path}: ${JSON.stringify(shown)} is no tree of ${keys.join()}`];
  if (typeof shown.size === 'string' && Object.keys(shown).length === 1)
    return shown.size === String(keys.length) ? [] : [`${path}: ${shown.size} is not ${keys.length}`];
  const inner = shown as Readonly<Record<string, Shown>>;
  const extra = Object.keys(inner).filter((key) => !keys.includes(key));
  return [
    ...extra.map((key) => `${path}.${key} is not in the replay`),
    ...keys.flatMap((key) => differences((value as Record<string, unknown>)[key], inner[key], `${path}.${key}`)),
  ];
}

function check(view: View, log: readonly Entry[], seq: number): void {
  const { snapshot, state } = replay(log, { until: seq });
  const at = `entry ${seq}`;
  expect(view.status, at).toBe(`at #${seq} of ${log.length}`);
  expect(view.slider, at).toBe(String(seq - 1));
  expect(view.selected, at).toEqual([String(seq)]);
  expect(
    view.later.every((later) => later > seq),
    at,
  ).toBe(true);
  const active = new Set((snapshot as unknown as AnyMachineSnapshot)._nodes.map(placeOf));
  expect(view.lit.toSorted(), at).toEqual(view.drawn.filter((id) => active.has(id)).toSorted());
  expect(treeProblems(view.tree, snapshot as Partial<AnyMachineSnapshot>), at).toEqual([]);
  expect(view.plan, at).toEqual(
    Object.fromEntries((state.currentPlan?.steps ?? []).map(({ id, status }) => [id, status])),
  );
  expect(differences(JSON.parse(JSON.stringify(snapshot.context)), view.context), at).toEqual([]);
}

describe('the slider', () => {
  it('shows at every entry of a run what a replay up to there gives: chart, tree, plan, context and list', async () => {
    const { log } = await finishedPlan(60);
    expect(log.length).toBeGreaterThan(250);
    const inspector = await testInspector();
    await inspector.openLog(log).played;
    // High enough that all rows of the tree are drawn.
    const { page } = await open(inspector.url, { viewport: { width: 1400, height: 9000 } });
    await hasStatus(page, `completed · ${log.length} entries`);
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    await expandAll(page);
    await page.getByTestId('state-host.running.work.executing.runningSteps').waitFor();
    for (const { seq } of log) check(await viewAt(page, seq), log, seq);
    // Backwards and in leaps as well.
    for (const seq of [log.length - 1, 3, 200, 50, 120, 1]) check(await viewAt(page, seq), log, seq);
  });
});

describe('the address of the page', () => {
  it('opens a run at an entry and an actor, and follows where one goes', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const { page } = await open(`${inspector.url}#run=${run.id}&at=20&actor=host/planner`);
    await hasStatus(page, `at #20 of ${run.log.length}`);
    await page.locator('svg.chart[aria-label^="Chart of host/planner."]').waitFor();
    await showTree(page);
    expect(await page.locator('[role="treeitem"][aria-selected="true"]').getAttribute('title')).toMatch(
      /^host\/planner\n/,
    );
    await slideTo(page, 30);
    await chooseActor(page, 'host');
    await expect.poll(() => new URL(page.url()).hash).toBe(`#run=${run.id}&at=30&actor=host`);
    expect(inspector.urlOf(run.id, 30)).toBe(`${inspector.url}#run=${run.id}&at=30`);
  });
});

describe('a log', () => {
  it('that is dropped on the page is opened, and exported again line for line', async () => {
    const run = startDemo();
    await run.result;
    const text = run.log.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    const inspector = await testInspector();
    const { page } = await open(inspector.url);
    await page.getByTestId('no-runs').getByText('a log opens when its file is dropped here').waitFor();
    const files = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'run.jsonl'));
      return transfer;
    }, text);
    await page.dispatchEvent('.runs', 'drop', { dataTransfer: files });
    await hasStatus(page, `completed · ${run.log.length} entries`);
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    const download = page.waitForEvent('download');
    await page.getByTestId('more').click();
    await page.getByRole('menuitem', { name: 'Log' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${run.id}.jsonl`);
    expect(await readFile(await file.path(), 'utf8')).toBe(text);
  });

  it('that is none is refused in words', async () => {
    const inspector = await testInspector();
    const { page } = await open(inspector.url);
    await page.getByTestId('no-runs').getByText('a log opens when its file is dropped here').waitFor();
    const files = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['no log'], 'notes.txt'));
      return transfer;
    });
    await page.dispatchEvent('.runs', 'drop', { dataTransfer: files });
    await page.locator('.notice.error', { hasText: 'notes.txt' }).waitFor();
  });
});

describe('the lists of what can be done', () => {
  it('open by key: the commands and the keys', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const { page } = await open(inspector.url);
    await hasStatus(page, 'completed');
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette').getByRole('option', { name: 'Fork here' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('palette').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    const help = page.getByTestId('help');
    await help.getByText('Step: one delivery').waitFor();
    await help.getByText('Ctrl K').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });
});
