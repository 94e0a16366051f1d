import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createOrchestrator, defineSpecialist, defineTool, type Entry, type Model } from 'troupe';
import { reflection, thinking } from 'troupe/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { z } from 'zod';
import { startCli, temporaryFolder } from '../../cli/run-cli.ts';
import { ask, planText } from '../../scenarios/scenario.ts';
import { chooseActor, hasStatus, inspectorUrl, testInspector, usePages } from './open-page.ts';

const open = usePages();

/** A run of 500 steps in each of which a specialist uses a tool 50 times, with 4 entries each time. */
async function longLog(): Promise<readonly Entry[]> {
  const look = defineTool({
    name: 'look',
    description: 'looks',
    capability: 'read',
    input: z.object({}),
    run: async () => ({ text: 'seen' }),
  });
  const turns = 50;
  const plan = planText(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`s${index}`, []])));
  const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  const model: Model = {
    name: 'tireless',
    isFree: true,
    async call({ brief }) {
      if (brief.purpose === 'work' && brief.exchange.length < 2 * turns) {
        const toolCalls = [{ id: 'call', name: 'look', arguments: '{}' }];
        return { text: '', toolCalls, finishReason: 'tool_calls', usage };
      }
      const replies: Record<string, string> = { think: thinking(), plan, reflect: reflection({ finalAnswer: 'ok' }) };
      return { text: replies[brief.purpose] ?? 'done', toolCalls: [], finishReason: 'stop', usage };
    },
  };
  const specialist = defineSpecialist({ name: 'worker', description: 'works', tools: [look] });
  const limits = { steps: 1000, modelCalls: 1_000_000 };
  const troupe = createOrchestrator({ model, specialists: [specialist], limits, turns: turns + 10, concurrency: 8 });
  const run = troupe.start(ask('go'));
  await run.result;
  return run.log;
}

declare const PerformanceObserver: new (
  listener: (list: { getEntries(): readonly { duration: number; startTime: number }[] }) => void,
) => { observe(options: object): void };
declare const window: { longTasks?: number[] };
declare const document: { querySelector(selector: string): { scrollTop: number; scrollHeight: number } | null };
declare const requestAnimationFrame: (done: () => void) => void;

/** From now on the page remembers how long tasks took that were long, in milliseconds. */
const watchTasks = (page: Page) =>
  page.evaluate(() => {
    const tasks: number[] = [];
    window.longTasks = tasks;
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
const longestTask = (page: Page) => page.evaluate(() => Math.max(0, ...(window.longTasks ?? [])));

/** The best of three tries: others may need the processor as well. */
async function best(measure: () => Promise<number>, limit: number): Promise<number> {
  const values: number[] = [];
  while (values.length < 3 && !values.some((value) => value < limit)) values.push(await measure());
  return Math.min(...values);
}

describe('a log of 100,000 entries', () => {
  let log: readonly Entry[] = [];
  beforeAll(async () => {
    log = await longLog();
  }, 120_000);

  it('opens in under 3 seconds and scrolls without a task of more than 200 ms', async () => {
    expect(log.length).toBeGreaterThanOrEqual(100_000);
    const file = join(temporaryFolder(), 'long.jsonl');
    writeFileSync(file, log.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    const { child } = startCli(['inspect', file, '--port', '0']);
    const url = await inspectorUrl(child);
    const { page } = await open('about:blank', { isQuiet: true });
    const last = page.getByTestId(`row-${log.length}`);
    const opened = await best(async () => {
      await page.goto('about:blank');
      const began = Date.now();
      await page.goto(url);
      await last.waitFor({ timeout: 30_000 });
      return Date.now() - began;
    }, 3000);
    // All that the actors did is there as well.
    await page.locator('[data-testid="state-host.completed"].active').waitFor({ timeout: 60_000 });
    await hasStatus(page, `completed · ${log.length} entries`);
    const scrolled = await best(async () => {
      await watchTasks(page);
      await page.evaluate(async () => {
        const list = document.querySelector('[data-testid="timeline"]');
        if (!list) throw new Error('There is no timeline.');
        for (let step = 0; step <= 100; step++) {
          list.scrollTop = ((step * 37) % 101) * (list.scrollHeight / 101);
          await new Promise<void>((resolve) => requestAnimationFrame(resolve));
        }
        list.scrollTop = 0;
      });
      await page.getByTestId('row-1').waitFor();
      return longestTask(page);
    }, 200);
    for (const seq of [50_000, 1, 99_000, 100]) {
      await page.getByTestId('slider').fill(String(seq - 1));
      await hasStatus(page, `at #${seq} of`);
      await page.locator(`[data-testid="row-${seq}"].at`).waitFor();
    }
    expect(scrolled, 'the longest task in ms').toBeLessThan(200);
    expect(opened, 'the time to open in ms').toBeLessThan(3000);
  }, 180_000);
});

describe('a context of 5 MB', () => {
  it('is shown and loaded in full without a task of more than 200 ms', async () => {
    const big = {
      items: Array.from({ length: 40_000 }, (_, index) => ({
        id: index,
        name: `item ${index}`,
        tags: ['one', 'two', 'three'],
        note: 'x'.repeat(40),
      })),
      text: 'long '.repeat(200_000),
    };
    expect(JSON.stringify(big).length).toBeGreaterThan(5_000_000);
    const machine = setup({ types: { context: {} as { count: number; big?: typeof big } } }).createMachine({
      id: 'heavy',
      context: { count: 0 },
      on: { fill: { actions: assign({ count: ({ context }) => context.count + 1, big }) } },
    });
    const actor = createActor(machine);
    const inspector = await testInspector();
    inspector.attachActor(actor, 'heavy');
    actor.start();
    const { page } = await open(inspector.url);
    await chooseActor(page, 'heavy');
    await watchTasks(page);
    const longest = await best(async () => {
      await watchTasks(page);
      actor.send({ type: 'fill' });
      const count = actor.getSnapshot().context.count;
      await page
        .locator('.lower .json-row', { hasText: `count: ${count}` })
        .first()
        .waitFor();
      await page.getByTestId('load-context').click();
      await page.getByTestId('load-context').waitFor({ state: 'detached' });
      await page.locator('.json-toggle', { hasText: 'items' }).waitFor();
      await page.locator('.json-toggle', { hasText: 'items' }).click();
      await page.locator('.json-toggle', { hasText: '99:' }).waitFor();
      await page.getByRole('button', { name: /^show 1000 more/ }).waitFor();
      return longestTask(page);
    }, 200);
    expect(longest).toBeLessThan(200);
    expect(await page.locator('.json-toggle', { hasText: 'items' }).count()).toBe(1);
  });
});
