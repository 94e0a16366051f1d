import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { command, hasStatus, testInspector, usePages } from './open-page.ts';
import { startDemo, startScript, threeSteps } from './runs.ts';

const open = usePages();

describe('the page', () => {
  it('shows the transitions of one event one by one: judging is passed through, and seen', {
    timeout: 60_000,
  }, async () => {
    const inspector = await testInspector({ hold: true });
    const run = startScript(inspector, threeSteps());
    const { page } = await open(inspector.urlOf(run.id));
    await page.getByTestId('state-host.running').waitFor();
    const judging = page.locator('[data-testid="state-host.running.work.judging"].active');
    // Each press delivers an event or shows one more transition; now and then a result has to come in first.
    await expect
      .poll(
        async () => {
          await page.keyboard.press('m');
          return judging.isVisible();
        },
        { timeout: 30_000, interval: 300 },
      )
      .toBe(true);
    await hasStatus(page, 'microstep');
    // The event was delivered as a whole: the run is beyond.
    expect(run.actor.getSnapshot().matches({ running: { work: 'planning' } })).toBe(true);
    await page.keyboard.press('Space');
    expect((await run.result).status).toBe('completed');
  });

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
});
