import type { Page } from 'playwright-core';
import { reflection, type ScriptLine, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { placeOf } from '../../../src/domain/place-of.ts';
import type { ServerMessage } from '../../../src/inspect/protocol.ts';
import { planText } from '../../scenarios/scenario.ts';
import {
  chooseActor,
  chooseByTyping,
  command,
  drawnStates,
  expandAll,
  hasStatus,
  listed,
  litStates,
  planStatuses,
  showTree,
  slideTo,
  testInspector,
  usePages,
} from './open-page.ts';
import { startDemo, startScript, threeSteps } from './runs.ts';

const open = usePages();

describe('a run that is looked at from its first entry', () => {
  it('shows every chart with words that can be read, and lights the states that are active', async () => {
    const inspector = await testInspector({ hold: true });
    const run = startDemo(inspector);
    const { page } = await open(inspector.url, { reducedMotion: 'reduce' });
    await page.locator('.pill.held', { hasText: 'from the beginning' }).waitFor();
    await page.locator('[data-testid="state-host.running.work.understanding"].active').waitFor();
    // A chart with rooms begins as a map: only the room in which the run is stands open.
    await page.locator('[data-testid="state-host.running.work.understanding.pending"].active').waitFor();
    expect(await drawnStates(page)).not.toContain('host.running.work.executing.runningSteps');
    await page.getByTestId('hold').click();
    await run.result;
    await hasStatus(page, `completed · ${run.log.length} entries`);
    await showTree(page);
    const rows = page.locator('[role="treeitem"].has-chart');
    const paths = await rows.evaluateAll((all: readonly { title: string }[]) =>
      all.map(({ title }) => title.split('\n')[0] ?? ''),
    );
    expect(paths).toEqual(expect.arrayContaining(['host', 'host/planner', 'host/reflector']));
    for (const path of paths) {
      await chooseActor(page, path);
      await page.locator(`svg.chart[aria-label^="Chart of ${path}."]`).waitFor();
      await expectReadable(page, path, 4);
    }
    await chooseActor(page, 'host');
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    await expect.poll(() => litStates(page)).not.toContain('host.running');
    // Whole, the host is many times as high.
    await expandAll(page);
    await page.getByTestId('state-host.running.work.understanding.pending').waitFor();
    await expectReadable(page, 'host', 8);
  });

  it('draws the plan as a graph whose boxes have the statuses of the result', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    const { plan } = await run.result;
    const { page } = await open(inspector.url);
    await hasStatus(page, 'completed');
    await expect
      .poll(() => planStatuses(page))
      .toEqual(Object.fromEntries((plan?.steps ?? []).map(({ id, status }) => [id, status])));
    const needs = (plan?.steps ?? []).flatMap(({ dependencies }) => dependencies);
    expect(needs.length).toBeGreaterThan(1);
    await expect.poll(() => page.locator('[data-testid="plan"] path.need').count()).toBe(needs.length);
    const created = run.log.findIndex((entry) => entry.type === 'plan.created') + 1;
    await slideTo(page, created);
    // Steps begin while the plan still arrives.
    const begun = run.log.slice(0, created).flatMap(({ type, data }) => (type === 'step.started' ? [data.id] : []));
    expect(begun.length).toBeGreaterThan(0);
    await expect
      .poll(() => planStatuses(page))
      .toEqual(
        Object.fromEntries((plan?.steps ?? []).map(({ id }) => [id, begun.includes(id) ? 'executing' : 'pending'])),
      );
    // The plan came of what the call brought: all entries of that decision show what it led to, as the chart does.
    const brought = run.log.slice(0, created).findLastIndex(({ type }) => type === 'effect.completed') + 1;
    await slideTo(page, brought - 1);
    await expect.poll(() => planStatuses(page)).toEqual({});
  });
});

interface Box {
  getBoundingClientRect(): { x: number; y: number; width: number; height: number; right: number; bottom: number };
}
interface StateElement {
  getAttribute(name: string): string | null;
  querySelector(selector: string): (Box & { textContent: string | null }) | null;
}

const statesWithText = (page: Page) =>
  page.locator('svg.chart [data-testid^="state-"]').evaluateAll((nodes: readonly StateElement[]) =>
    nodes.map((node) => {
      const [title, box] = [node.querySelector('text.title'), node.querySelector('.box')];
      const [inner, outer] = [title?.getBoundingClientRect(), box?.getBoundingClientRect()];
      return {
        id: (node.getAttribute('data-testid') ?? '').slice('state-'.length),
        text: title?.textContent ?? '',
        height: inner?.height ?? 0,
        isInside:
          !!inner &&
          !!outer &&
          inner.x >= outer.x - 1 &&
          inner.right <= outer.right + 1 &&
          inner.y >= outer.y - 1 &&
          inner.bottom <= outer.bottom + 1,
      };
    }),
  );

/** Every state has its name inside of its box, in letters that can be read after so many keys: a whole chart is small. */
async function expectReadable(page: Page, path: string, keys: number): Promise<void> {
  await page.keyboard.press('0');
  for (let times = 0; times < keys; times++) await page.keyboard.press('+');
  const states = await statesWithText(page);
  expect(states.length, path).toBeGreaterThan(1);
  for (const { id, text, isInside, height } of states) {
    // Rooms and what stands beside them begin with a capital letter.
    expect(text.toLowerCase(), id).toBe(id.slice(id.lastIndexOf('.') + 1).toLowerCase());
    expect(isInside, `${id} has its name inside of its box`).toBe(true);
    expect(height, `the letters of ${id}`).toBeGreaterThanOrEqual(10);
  }
}

/** How many events were delivered in what the server has told, beginnings of actors apart. */
const deliveries = (messages: readonly ServerMessage[]) =>
  messages
    .flatMap((message) => (message.type === 'frames' ? message.frames : []))
    .flatMap(({ changes }) => changes)
    .filter((change) => change.type === 'event' && change.event !== 'xstate.init').length;

const replies = (messages: readonly ServerMessage[]) => messages.filter((entry) => entry.type === 'reply').length;

describe('a plan of five versions', () => {
  it('is looked at in each of them, beside the tabs or below the plan', async () => {
    const inspector = await testInspector();
    const added = ['c', 'd', 'e', 'f'];
    const planOf = (more: number) =>
      planText(
        Object.fromEntries(['a', 'b', ...added.slice(0, more)].map((id, at, ids) => [id, ids.slice(at - 1, at)])),
      );
    const lines: ScriptLine[] = [
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planOf(0) },
      { purpose: 'work', reply: 'done' },
      { purpose: 'work', reply: 'done' },
      ...added.flatMap((_, at): ScriptLine[] => [
        { purpose: 'reflect', reply: reflection({ verdict: 'update' }) },
        { purpose: 'plan', reply: planOf(at + 1) },
        { purpose: 'work', reply: 'done' },
      ]),
      { purpose: 'reflect', reply: 'the end' },
    ];
    const run = startScript(inspector, lines, { limits: { rounds: 8 } });
    await run.result;
    const { page } = await open(inspector.url, { viewport: { width: 1440, height: 900 } });
    await hasStatus(page, 'completed');
    const panel = await page.locator('.left').boundingBox();
    for (const version of [5, 4, 3, 2, 1]) {
      const button = page.getByTestId(`plan-v${version}`);
      const box = await button.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((panel?.x ?? 0) + (panel?.width ?? 0));
      await button.click();
      expect(await page.locator('[data-testid^="plan-step-"]').count()).toBe(1 + version);
    }
  });
});

describe('a run that is held', () => {
  it.each(['button', 'key'])('is stepped through to its end with the %s, one delivery at a time', async (by) => {
    const inspector = await testInspector({ hold: true });
    const run = startScript(inspector, threeSteps());
    const { page, heard } = await open(inspector.url);
    await page.locator('.pill.held').waitFor();
    await expandAll(page);
    await page.locator('[data-testid="state-host.running.work.understanding.pending"].active').waitFor();
    let steps = 0;
    const seen = new Set<string>();
    while (run.actor.getSnapshot().status === 'active') {
      const [before, answers] = [heard.length, replies(heard)];
      if (by === 'key') await page.keyboard.press('s');
      else await page.getByTestId('step').click();
      await expect.poll(() => replies(heard), { interval: 1 }).toBe(answers + 1);
      const delivered = deliveries(heard.slice(before));
      expect(delivered).toBeLessThanOrEqual(1);
      steps += delivered;
      // What has come is drawn soon: where the run is now, since it is held there.
      const { _nodes: nodes } = run.actor.getSnapshot() as unknown as AnyMachineSnapshot;
      const active = nodes.map(placeOf).toSorted();
      await expect.poll(async () => (await litStates(page)).toSorted(), { interval: 5 }).toEqual(active);
      for (const state of active) seen.add(state);
      expect(steps).toBeLessThan(500);
    }
    await hasStatus(page, `completed · ${run.log.length} entries`);
    expect((await run.result).message.content).toBe('the end');
    expect(steps).toBeGreaterThan(20);
    for (const state of [
      'understanding.analyzing',
      'understanding.thinking',
      'planning.makingPlan',
      'executing.runningSteps',
      'executing.reflecting',
    ])
      expect([...seen]).toContain(`host.running.work.${state}`);
    expect(run.log.findLast((entry) => entry.type === 'status.changed')?.data.status).toBe('completed');
    await page.getByTestId(`row-${run.log.length}`).waitFor();
  });

  it('stops in the state reflecting when a breakpoint is there, and goes on', async () => {
    const inspector = await testInspector({ hold: true });
    const run = startScript(inspector, threeSteps());
    const { page } = await open(inspector.url);
    await page.locator('.pill.held').waitFor();
    await expandAll(page);
    await command(page, 'Breakpoint on a state');
    await chooseByTyping(page, 'choose-state', 'host.running.work.executing.reflecting');
    await page.locator('[data-testid="state-host.running.work.executing.reflecting"].breaks').waitFor();
    await page.keyboard.press('Space');
    await page.locator('.pill.held', { hasText: 'in host.running.work.executing.reflecting' }).waitFor();
    await expect.poll(() => litStates(page)).toContain('host.running.work.executing.reflecting');
    await expect
      .poll(async () => Object.values(await planStatuses(page)))
      .toEqual(['completed', 'completed', 'completed']);
    expect(run.actor.getSnapshot().matches({ running: { work: { executing: 'reflecting' } } })).toBe(true);
    expect(run.log.map(({ type }) => type)).not.toContain('reflection.completed');
    // The plan was asked for by its tab, which has the focus; the key is for the page.
    await page.getByTestId('tab-plan').blur();
    await page.keyboard.press('Space');
    await hasStatus(page, 'completed');
    await run.result;
  });

  it('takes the event run.paused from the form, which then stands in the log', async () => {
    const inspector = await testInspector({ hold: true });
    const run = startScript(inspector, threeSteps());
    const { page } = await open(inspector.url);
    await page.locator('.pill.held').waitFor();
    await page.getByTestId('step').click();
    await page.getByTestId('row-1').waitFor();
    await send(page, 'run.paused');
    await page.getByTestId('hold').click();
    await listed(page, 'run.paused');
    await page
      .locator('[data-testid="state-host.running.gate.closed"].active')
      .or(page.locator('[data-testid="state-host.running.gate"].active', { hasText: 'closed' }))
      .first()
      .waitFor();
    expect(run.log.map(({ type }) => type)).toContain('run.paused');
    await send(page, 'run.resumed');
    await run.result;
    await hasStatus(page, 'completed');
    expect(run.log.map(({ type }) => type)).toContain('run.resumed');
  });
});

async function send(page: Page, type: string): Promise<void> {
  await page.getByTestId('tab-send').click();
  const form = page.getByTestId('send-form');
  await form.getByLabel('Event').fill(type);
  await form.getByRole('button', { name: 'Send' }).click();
  await page.locator('.notice', { hasText: `${type} was sent` }).waitFor();
}

describe('a run that waits for a person', () => {
  it('is answered in the page, and the answer stands in the log', async () => {
    const inspector = await testInspector();
    const run = startScript(inspector, [
      { purpose: 'think', reply: thinking({ question: 'Which year?' }) },
      { purpose: 'think', reply: thinking({ answer: 'Of 2025.' }) },
    ]);
    const { page } = await open(inspector.url);
    const banner = page.getByTestId('waiting');
    await banner.getByText('Which year?').waitFor();
    await banner.getByLabel('Your answer').fill('2025');
    await page.keyboard.press('Enter');
    await banner.waitFor({ state: 'detached' });
    await hasStatus(page, 'completed');
    await listed(page, 'clarification.answered');
    expect(run.log.find((entry) => entry.type === 'clarification.answered')?.data).toMatchObject({ text: '2025' });
  });

  it('gets an edited plan from the page, which is shown, stands in the log and is done', async () => {
    const inspector = await testInspector();
    const plan = planText({ a: [], b: ['a'] });
    const run = startScript(
      inspector,
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: plan },
        { purpose: 'work', step: 'a', reply: 'one' },
        { purpose: 'work', step: 'b', reply: 'two' },
        { purpose: 'work', step: 'extra', reply: 'three' },
        { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
      ],
      { reviewPlan: true },
    );
    const { page } = await open(inspector.url);
    const banner = page.getByTestId('waiting');
    await page.getByTestId('plan-as-text').click();
    const editor = page.getByLabel('The plan as Markdown');
    await expect.poll(() => editor.inputValue()).toContain('work on b');
    await editor.fill(
      `${await editor.inputValue()}\n- [ ] extra: work on more\n  - specialist: worker\n  - after: b\n`,
    );
    await banner.getByRole('button', { name: 'Run the edited plan' }).click();
    await page.getByTestId('plan-step-extra').waitFor();
    await listed(page, 'plan.edited');
    const edited = run.log.find((entry) => entry.type === 'plan.edited');
    expect(JSON.stringify(edited?.data)).toContain('work on more');
    await hasStatus(page, 'completed');
    await expect.poll(() => planStatuses(page)).toEqual({ a: 'completed', b: 'completed', extra: 'completed' });
  });
});

describe('a fork from the middle of a run', () => {
  it('with an edited context is a second run in the page, which completes', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const { page } = await open(inspector.url);
    await hasStatus(page, 'completed');
    const at = run.log.findIndex((entry) => entry.type === 'plan.created') + 1;
    await slideTo(page, at);
    await page.getByTestId('fork').click();
    const dialog = page.getByTestId('fork-dialog');
    await dialog.getByRole('button', { name: 'Change something' }).click();
    const context = dialog.getByLabel('The context, as JSON');
    await context.fill((await context.inputValue()).replace(/"rounds": \d+/, '"rounds": 1'));
    await dialog.getByText('options.limits.rounds').waitFor();
    await dialog.getByRole('button', { name: 'Fork', exact: true }).click();
    await dialog.getByText(`Forked at entry #${at}`).waitFor();
    await dialog.getByText(/again/).first().waitFor();
    await dialog.getByRole('button', { name: 'Open the fork' }).click();
    const sessions = page.getByTestId('sessions');
    await expect.poll(() => sessions.locator('option').count()).toBe(2);
    expect(await sessions.inputValue()).not.toBe(run.id);
    await hasStatus(page, /completed · \d+ entries/);
    await listed(page, 'context.edited');
    expect(await sessions.locator('option:checked').innerText()).toContain('fork');
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
  });
});
