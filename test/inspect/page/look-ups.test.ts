import { defineSpecialist, defineTool } from 'troupe';
import { defineEntry } from 'troupe/log';
import { thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { of, planText } from '../../scenarios/scenario.ts';
import { chooseActor, expandAll, hasStatus, showTree, slideTo, testInspector, usePages } from './open-page.ts';
import { startScript } from './runs.ts';

const open = usePages();

const look = defineTool({
  name: 'look',
  description: 'Looks something up.',
  capability: 'read',
  input: z.object({ at: z.string() }),
  run: ({ at }) => `seen at ${at}`,
});
const specialists = [defineSpecialist({ name: 'reader', description: 'reads', tools: [look] })];
const lookAt = (...places: readonly string[]) => ({
  toolCalls: places.map((at) => ({ name: 'look', arguments: JSON.stringify({ at }) })),
});

it('look-ups of the host stand in the timeline, the tree, the sequence and the chart, and their results in the prompt', async () => {
  const inspector = await testInspector();
  const lines = [
    { purpose: 'think', reply: lookAt('home', 'work') },
    { purpose: 'think', reply: 'Seen twice.' },
  ] as const;
  const run = startScript(inspector, lines, { specialists });
  await run.result;
  const { page } = await open(inspector.url);
  await hasStatus(page, 'completed');
  const tools = of(run.log, 'effect.started').filter(({ data }) => data.kind === 'useTool');
  expect(tools.map(({ actor, data }) => `${actor} ${data.key}`)).toEqual(['host t1/look.1', 'host t1/look.2']);
  await slideTo(page, tools[1]?.seq ?? 0);
  await page.locator('[data-testid^="row-"]', { hasText: 't1/look.2' }).first().waitFor();
  await expandAll(page);
  await page.locator('[data-testid="state-host.running.work.understanding.lookingUp"].active').waitFor();
  await showTree(page);
  for (const path of ['host/toolCalls', 'host/toolCalls/tool-1', 'host/toolCalls/tool-2']) {
    await page.locator(`[role="treeitem"][title^="${path}\\a "]`).waitFor();
  }
  await page.getByTestId('tab-sequence').click();
  await page.locator('.sequence .lanes [title="host/toolCalls"]').waitFor();
  await page.getByTestId('tab-timeline').click();
  await chooseActor(page, 'host/toolCalls');
  await page.locator('[data-testid="state-toolCalls.running"].active').waitFor();
  const answered = run.log.findLast(({ type, data }) => type === 'effect.completed' && data.kind === 'think');
  await slideTo(page, answered?.seq ?? 0);
  await page.getByTestId('tab-prompt').click();
  await page.locator('.message.assistant', { hasText: 'look {"at":"work"}' }).waitFor();
  await page.locator('.message.tool', { hasText: 'seen at work' }).waitFor();
  await page.getByTestId('tools').getByText('ask_user', { exact: false }).first().waitFor();
});

it('a planned run shows which tool a call has to call, the tools of its steps, and the result that is the answer', async () => {
  const inspector = await testInspector();
  const lines = [
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [] }, 'reader') },
    { purpose: 'work', reply: lookAt('home') },
    { purpose: 'work', reply: 'Seen.' },
  ] as const;
  const run = startScript(inspector, lines, { specialists });
  await run.result;
  const { page } = await open(inspector.url);
  await hasStatus(page, 'completed');
  await showTree(page);
  await page.locator('[role="treeitem"][title^="host/step-a#1/toolCalls/tool-1\\a "]').waitFor();
  const adopted = run.log.find(({ type, data }) => type === 'effect.started' && data.key === 'adopt');
  await slideTo(page, adopted?.seq ?? 0);
  await expandAll(page);
  await page.locator('[data-testid="state-host.running.work.answering.finalizing.adopting"].active').waitFor();
  const drafted = run.log.find(({ type, data }) => type === 'effect.started' && data.kind === 'draft');
  await slideTo(page, drafted?.seq ?? 0);
  await page.getByTestId('tab-prompt').click();
  await page.getByTestId('tools').getByText('plan must be called').waitFor();
});

it('hops and entries of one’s own stand in the timeline, and are found there by their names', async () => {
  const inspector = await testInspector();
  const lines = [
    { purpose: 'think', reply: lookAt('home') },
    { purpose: 'think', reply: lookAt('work') },
    { purpose: 'think', reply: 'Seen twice.' },
  ] as const;
  const run = startScript(inspector, lines, { specialists });
  const seen = defineEntry({ type: 'price.seen', schema: z.object({ price: z.number() }) });
  await run.record(seen.make({ price: 3 }));
  await run.result;
  const { page } = await open(inspector.url);
  await hasStatus(page, 'completed');
  await page.getByLabel('Filter entries').fill('hop.');
  await page.locator('[data-testid^="row-"]', { hasText: 't1.2 rests on t1 · look {"at":"work"}' }).waitFor();
  await expect.poll(() => page.locator('[data-testid^="row-"]').count()).toBe(2);
  await page.getByLabel('Filter entries').fill('price.seen');
  await page.locator('[data-testid^="row-"]', { hasText: 'price.seen {price:3}' }).waitFor();
  await expect.poll(() => page.locator('[data-testid^="row-"]').count()).toBe(1);
});
