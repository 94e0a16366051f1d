import { type Entry, type Model, systemClock } from 'troupe';
import { type ScriptLine, scriptedModel } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mailing, mailPlan, mailStep } from '../../scenarios/asking-cast.ts';
import { longLog } from './long-log.ts';
import { hasStatus, testInspector, usePages } from './open-page.ts';
import { startDemo, startScript, threeSteps } from './runs.ts';

const open = usePages();

describe('the Gantt', () => {
  it('is what the page opens with: its bars are pointed at, clicked and gone through by keys', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const { page } = await open(inspector.url, { showsGantt: true });
    const gantt = page.getByTestId('gantt');
    await gantt.getByRole('option', { name: /^Host/ }).waitFor();
    expect(await gantt.getByRole('option').count()).toBe(1 + ((await run.result).plan?.steps.length ?? 0));
    await gantt.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await gantt.getByRole('option', { name: /^1 .*bar 1 of 3, ask/ }).waitFor();
    const frame = (await page.getByTestId('gantt-focused').boundingBox()) ?? expect.fail('No bar has the focus.');
    const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.getByTestId('gantt-tooltip').filter({ hasText: 'took' }).waitFor();
    await page.mouse.click(middle.x, middle.y);
    const asked = run.log.find(({ type, actor }) => type === 'effect.started' && actor === 'host/step-1#1')?.seq;
    await hasStatus(page, `at #${asked} of`);
    await page.locator('[data-testid="gantt-row-step 1"].chosen').waitFor();
    await gantt.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const used = run.log.find(
      ({ type, data }) => type === 'effect.started' && 'kind' in data && data.kind === 'useTool',
    );
    await hasStatus(page, `at #${used?.seq} of`);
  });

  it('shows another part of the run when the keys go to a bar outside of the one that is shown', async () => {
    const inspector = await testInspector();
    const run = startDemo(inspector);
    await run.result;
    const { page } = await open(inspector.url, { showsGantt: true });
    await page.getByTestId('gantt').focus();
    await page.keyboard.press('ArrowDown');
    for (let presses = 0; presses < 12; presses++) await page.keyboard.press('+');
    const [axis, frame] = [page.locator('.gantt-top'), page.getByTestId('gantt-focused')];
    for (const key of ['Home', 'End', 'Home']) {
      await page.keyboard.press(key);
      const isIn = async () => {
        const [view, bar] = [await axis.boundingBox(), await frame.boundingBox()];
        if (!view || !bar) return false;
        return bar.x + bar.width > view.x && bar.x < view.x + view.width;
      };
      await expect.poll(isIn, { message: key }).toBe(true);
    }
  });

  it('grows while a call is under way, and ends with it', async () => {
    const inspector = await testInspector();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const scripted = scriptedModel(threeSteps());
    const model: Model = {
      name: 'slow',
      async call(request) {
        if (request.brief.purpose === 'think') await answered;
        return scripted.call(request);
      },
    };
    onTestFinished(() => scripted.assertUsedUp());
    const run = startScript(inspector, [], { model });
    const { page } = await open(inspector.url, { showsGantt: true });
    const worked = page.locator('[data-testid="gantt-row-host"] .gantt-ms');
    await page.locator('.gantt-drawing .soft.run').waitFor();
    const first = await worked.textContent();
    await expect.poll(() => worked.textContent()).not.toBe(first);
    answer();
    await run.result;
    await page.locator('[data-testid="gantt-row-host"].done').waitFor();
    await page.locator('.gantt-drawing .run').first().waitFor({ state: 'detached' });
  });

  it('counts on while a person is waited for, and everything beside it counts the same', async () => {
    const inspector = await testInspector();
    const { mailer } = mailing();
    // By this clock the person was asked an hour ago.
    const clock = { ...systemClock, now: () => Date.now() - 3_600_000 };
    const run = startScript(inspector, [mailPlan('a'), mailStep('a')[0] as ScriptLine], {
      specialists: [mailer],
      clock,
    });
    await run.settled();
    const { page } = await open(inspector.url, { showsGantt: true });
    const [worked, planned, moment] = [
      page.locator('[data-testid="gantt-row-step a"] .gantt-ms'),
      page.getByTestId('plan-step-a').locator('.plan-time'),
      page.getByTestId('moment'),
    ];
    const anHour = /\b1:0[01]:\d\d/;
    for (const each of [worked, planned, moment]) await expect.poll(() => each.textContent()).toMatch(anHour);
    await page.getByTestId('plan-step-a').click();
    await page.getByTestId('tab-step').click();
    await expect.poll(() => page.getByTestId('step-took').textContent()).toMatch(anHour);
    await page.getByTestId('tab-timeline').click();
    const before = await moment.textContent();
    await expect.poll(() => moment.textContent()).not.toBe(before);
    run.cancel();
    await run.result;
  });

  it('has a few elements for each row however many bars there are, and only the rows that can be seen', async () => {
    const log: readonly Entry[] = await longLog(60);
    const bars = log.filter(({ type }) => type === 'effect.started').length;
    expect(bars).toBeGreaterThan(1000);
    const inspector = await testInspector();
    await inspector.openLog(log).played;
    const { page } = await open(inspector.url, { showsGantt: true, isQuiet: true });
    await hasStatus(page, `completed · ${log.length} entries`);
    await page.locator('.gantt-drawing path.tool').first().waitFor();
    expect(await page.locator('.gantt-drawing *').count()).toBeLessThan(300);
    expect(await page.locator('.gantt-row').count()).toBeLessThan(25);
    await page.getByTestId('gantt').focus();
    await page.keyboard.press('ArrowDown');
    for (let row = 0; row < 60; row++) await page.keyboard.press('ArrowDown');
    await page.getByTestId('gantt').getByRole('option', { name: /^s59 / }).waitFor();
  });
});
