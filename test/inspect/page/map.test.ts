import type { Page } from 'playwright-core';
import { defineSpecialist } from 'troupe';
import { type ScriptLine, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { assign, createActor, createMachine } from 'xstate';
import { mailing } from '../../scenarios/asking-cast.ts';
import { planText } from '../../scenarios/plan-text.ts';
import { drawnStates, hasStatus, slideTo, testInspector, usePages } from './open-page.ts';
import { startScript, twoRounds } from './runs.ts';

const open = usePages();
const work = 'host.running.work';
const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

async function finishedRun() {
  const inspector = await testInspector();
  const run = startScript(inspector, twoRounds());
  await run.result;
  return { inspector, run };
}

interface TextElement {
  getScreenCTM(): { readonly a: number };
  readonly textContent: string | null;
}
declare const getComputedStyle: (element: TextElement) => { readonly fontSize: string };

/** The letters of texts as they are seen, in pixels. */
const letters = (page: Page, which: string) =>
  page
    .locator(which)
    .evaluateAll((texts: readonly TextElement[]) =>
      texts.map(
        (text) =>
          [text.textContent ?? '', Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a] as const,
      ),
    );

const isIn = async (page: Page, testId: string) => {
  const [state, stage] = await Promise.all([
    page.getByTestId(testId).boundingBox(),
    page.getByTestId('chart').boundingBox(),
  ]);
  if (!state || !stage) return false;
  const isAcross = state.x >= stage.x - 1 && state.x + state.width <= stage.x + stage.width + 1;
  return isAcross && state.y >= stage.y - 1 && state.y + state.height <= stage.y + stage.height + 1;
};

describe('the map of a run', () => {
  it('has letters that can be read on every screen, with what is active in view', async () => {
    const { inspector, run } = await finishedRun();
    const at = run.log.findLast(({ type }) => type === 'step.started')?.seq ?? 1;
    for (const viewport of sizes) {
      const { page } = await open(inspector.urlOf(run.id, at), { viewport, reducedMotion: 'reduce', showsGantt: true });
      await page.locator(`[data-testid="state-${work}.executing.runningSteps"].active`).waitFor();
      await expect.poll(() => isIn(page, `state-${work}.executing.runningSteps`)).toBe(true);
      const [names, notes] = [await letters(page, '.map .title'), await letters(page, '.map text:not(.title)')];
      expect(names.length).toBeGreaterThan(8);
      for (const [text, size] of names) expect(size, `${text} at ${viewport.width}`).toBeGreaterThanOrEqual(11);
      for (const [text, size] of notes) expect(size, `${text} at ${viewport.width}`).toBeGreaterThanOrEqual(10);
    }
  });

  it('opens the room in which the run is, another by a click, and keeps those that are pinned', async () => {
    const { inspector, run } = await finishedRun();
    const { page } = await open(inspector.urlOf(run.id, 3), { reducedMotion: 'reduce' });
    await page.getByTestId(`state-${work}.understanding.analyzing`).waitFor();
    expect(await drawnStates(page)).not.toContain(`${work}.planning.makingPlan`);
    await page.getByTestId(`state-${work}.planning`).click();
    await page.getByTestId(`state-${work}.planning.makingPlan`).waitFor();
    expect(await drawnStates(page)).not.toContain(`${work}.understanding.analyzing`);
    await page.getByTestId(`state-${work}.planning`).focus();
    await page.keyboard.press('p');
    await page.getByTestId(`state-${work}.answering`).click();
    await page.getByTestId(`state-${work}.answering.finalizing`).waitFor();
    expect(await drawnStates(page)).toContain(`${work}.planning.makingPlan`);
  });

  it('has no frame of the browser around what was clicked', async () => {
    const { inspector, run } = await finishedRun();
    const { page } = await open(inspector.urlOf(run.id), { reducedMotion: 'reduce' });
    const room = page.getByTestId(`state-${work}.planning`);
    await room.click();
    await page.locator(`[data-testid="state-${work}.planning"].open-room`).waitFor();
    const focused = '(({ dataset }, { outlineStyle }) => [dataset.state, outlineStyle].join(" "))';
    const at = 'document.activeElement';
    await expect.poll(() => page.evaluate(`${focused}(${at}, getComputedStyle(${at}))`)).toBe(`${work}.planning none`);
  });

  it('shows beside a line which way was taken and which were refused, and goes to the entry', async () => {
    const { inspector, run } = await finishedRun();
    const updated = run.log.find(({ type }) => type === 'plan.updated')?.seq ?? 0;
    const { page } = await open(inspector.urlOf(run.id, updated), { reducedMotion: 'reduce' });
    await page.locator('.map .edge.gone .label, .map .edge.taken .label', { hasText: 'next round' }).hover();
    const card = page.getByTestId('chart-card');
    await card.getByText('deciding → updatingPlan').waitFor();
    const rows = await card.locator('tbody tr').allTextContents();
    expect(rows.map((row) => row.replace(/.*(yes|no|not asked)$/, '$1'))).toContain('not asked');
    expect(rows[3]).toMatch(/hasRoundsLeft.*yes$/);
    await card.getByRole('button').click();
    await hasStatus(page, /at #\d+ of/);
    await page.locator(`[data-testid="state-${work}.planning.updatingPlan"].active`).waitFor();
  });

  it('finds a state by typing, opens its room and marks it', async () => {
    const { inspector, run } = await finishedRun();
    const { page } = await open(inspector.urlOf(run.id), { reducedMotion: 'reduce' });
    await hasStatus(page, 'completed');
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    await page.keyboard.press('/');
    await page.locator('#find-state:focus').waitFor();
    await page.keyboard.type('judging');
    await page.getByRole('option', { name: 'judging' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator(`[data-testid="state-${work}.understanding.judging"].found`).waitFor();
    expect(await isIn(page, `state-${work}.understanding.judging`)).toBe(true);
  });

  it('on a tablet has the end of a run in view, and nothing lies on it', async () => {
    const inspector = await testInspector();
    // With a clock the map is higher than there is room for.
    const run = startScript(inspector, twoRounds(), { limits: { wallMs: 300_000 } });
    await run.result;
    const viewport = { width: 1024, height: 768 };
    const { page } = await open(inspector.url, { viewport, reducedMotion: 'reduce' });
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    await expect.poll(() => isIn(page, 'state-host.completed')).toBe(true);
    expect(await page.getByTestId('minimap').count()).toBe(0);
  });

  it('leaves no room empty beside it when a question takes some of its own', async () => {
    const inspector = await testInspector();
    const lines: ScriptLine[] = [
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [] }) },
      { purpose: 'work', reply: { toolCalls: [{ name: 'mail', arguments: '{"to":"ada"}' }] } },
    ];
    const { mail } = mailing();
    const worker = defineSpecialist({ name: 'worker', description: 'works', tools: [mail] });
    const run = startScript(inspector, lines, { specialists: [worker] });
    await run.settled();
    const viewport = { width: 1280, height: 720 };
    const { page } = await open(inspector.url, { viewport, reducedMotion: 'reduce' });
    await page.getByTestId('approve').waitFor();
    const room = async () => {
      const [last, stage] = await Promise.all([
        page.getByTestId('state-host.completed').boundingBox(),
        page.getByTestId('chart').boundingBox(),
      ]);
      return (stage?.x ?? 0) + (stage?.width ?? 0) - (last?.x ?? 0) - (last?.width ?? 0);
    };
    await expect.poll(room).toBeLessThan(60);
    run.cancel();
    await run.result;
  });

  it('follows the run until a person moves it, and again when that is asked for', async () => {
    const { inspector, run } = await finishedRun();
    const { page } = await open(inspector.urlOf(run.id), {
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 720 },
    });
    await hasStatus(page, 'completed');
    const isFollowing = () => page.getByTestId('follow').getAttribute('aria-pressed');
    expect(await isFollowing()).toBe('true');
    const box = await page.getByTestId('chart').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) - 30);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 140, (box?.y ?? 0) + (box?.height ?? 0) - 60, { steps: 3 });
    await page.mouse.up();
    await expect.poll(isFollowing).toBe('false');
    await slideTo(page, 3);
    await page.keyboard.press('f');
    await page.getByTestId(`state-${work}.understanding.analyzing`).waitFor();
    await expect.poll(() => isIn(page, `state-${work}.understanding.analyzing`)).toBe(true);
  });
});

/** A machine of so many states in rows of ten, nested three deep, beside a second region. */
function large(count: number) {
  const rows = Array.from({ length: count / 10 }, (_, row) => {
    const states = Array.from({ length: 10 }, (_, place) => [
      `s${place}`,
      { on: { next: `s${(place + 1) % 10}`, far: `#row${row === 0 ? 1 : 0}` } },
    ]);
    return [
      `r${row}`,
      {
        id: `row${row}`,
        initial: 's0',
        states: Object.fromEntries(states),
        on: { row: `r${(row + 1) % (count / 10)}` },
      },
    ];
  });
  return createMachine({
    id: 'large',
    type: 'parallel',
    context: { n: 0 },
    states: {
      grid: { initial: 'r0', states: Object.fromEntries(rows) },
      count: { on: { next: { actions: assign({ n: ({ context }) => context.n + 1 }) } } },
    },
  });
}

describe('a chart without rooms', () => {
  it('of 200 states begins at letters that can be read, with an overview that moves it', async () => {
    const inspector = await testInspector();
    const actor = createActor(large(200));
    inspector.attachActor(actor, 'large');
    actor.start();
    const { page } = await open(inspector.url, { reducedMotion: 'reduce' });
    await page.locator('[data-testid="state-large.grid.r0.s0"].active').waitFor();
    for (const [text, size] of await letters(page, '.chart .title')) expect(size, text).toBeGreaterThanOrEqual(11);
    for (const [text, size] of await letters(page, '.chart text:not(.title)'))
      expect(size, text).toBeGreaterThanOrEqual(10);
    expect(await isIn(page, 'state-large.grid.r0.s0')).toBe(true);
    await page.getByTestId('minimap').click({ position: { x: 72, y: 70 } });
    await expect.poll(() => isIn(page, 'state-large.grid.r0.s0')).toBe(false);
    // Beside the drawing, or past its end, there is nothing to see: the camera stays at it.
    const mini = await page.getByTestId('minimap').boundingBox();
    const stage = await page.getByTestId('chart').boundingBox();
    if (!mini || !stage) throw new Error('The overview or the chart is not drawn.');
    await page.mouse.move(mini.x + 72, mini.y + 40);
    await page.mouse.down();
    for (const [x, y] of [
      [2, 2],
      [142, 2],
      [142, 78],
      [2, 78],
    ] as const) {
      await page.mouse.move(mini.x + x, mini.y + y, { steps: 3 });
      const drawn = await page.locator('[data-testid="state-large"] .box').first().boundingBox();
      if (!drawn) throw new Error('The chart is not drawn.');
      const overlap = (a: number, b: number, from: number, to: number) => Math.min(b, to) - Math.max(a, from);
      const [wide, high] = [
        overlap(drawn.x, drawn.x + drawn.width, stage.x, stage.x + stage.width),
        overlap(drawn.y, drawn.y + drawn.height, stage.y, stage.y + stage.height),
      ];
      expect(wide, `${x}, ${y}`).toBeGreaterThan(Math.min(drawn.width, stage.width) * 0.8);
      expect(high, `${x}, ${y}`).toBeGreaterThan(Math.min(drawn.height, stage.height) * 0.8);
    }
    await page.mouse.up();
    actor.stop();
  });

  it('colours what a report of coverage never took, and says how much that is', async () => {
    const machine = createMachine({
      id: 'light',
      initial: 'red',
      states: { red: { on: { timer: 'green', fault: 'broken' } }, green: { on: { timer: 'red' } }, broken: {} },
    });
    const coverage = { light: { 'light.red|timer|0': 3, 'light.red|fault|0': 0, 'light.green|timer|0': 3 } };
    const inspector = await testInspector({ coverage });
    const actor = createActor(machine);
    inspector.attachActor(actor, 'light');
    actor.start();
    const { page } = await open(inspector.url, { reducedMotion: 'reduce' });
    await page.locator('[data-testid="state-light.broken"].uncovered').waitFor();
    await page.locator('[data-testid="edge-light.red|fault|0"].uncovered').waitFor();
    expect(await page.locator('[data-testid="state-light.green"].uncovered').count()).toBe(0);
    expect(await page.getByTestId('coverage').textContent()).toMatch(/1 of 3 transitions, 1 state$/);
    actor.stop();
  });
});
