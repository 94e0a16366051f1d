import { createRunner, memoryStore } from 'troupe';
import { agent, createAgentRunner } from 'troupe/agents';
import { describe, expect, it, onTestFinished } from 'vitest';
import { modelOf } from '../../agents/rules-model.ts';
import { shop } from '../sessions/charts.ts';
import { pricedRun } from './forked-run.ts';
import { hasStatus, testInspector, usePages } from './open-page.ts';
import { startDemo } from './runs.ts';

const open = usePages();

const compareUrl = (url: string, a: string, b: string) => `${url}#compare=${a},${b}`;

describe('two runs beside each other', () => {
  it('are a stored run and its fork: where they part, with ways into both, plans, results, answers and what both took', async () => {
    const store = memoryStore();
    const { used, fork, run } = await pricedRun(undefined, store);
    const other = await fork();
    const inspector = await testInspector({ store });
    const { page } = await open(compareUrl(inspector.url, 'first', 'second'));
    const first = page.getByTestId('first-difference');
    await first.getByText(`First difference: #${used.seq}`).waitFor();
    expect(await first.textContent()).toContain(`${used.seq - 1} entries are the same`);
    expect(await first.textContent()).toContain('was given another result');
    expect(await page.getByTestId('compare-about').textContent()).toContain(
      `its fork second, made at #${used.seq - 1}`,
    );
    expect(await page.getByTestId('paid-again').textContent()).toBe('unknown15 tokens, 1 model call');
    expect(await page.getByTestId('compare-totals').textContent()).toContain('Model calls4');
    // What differs is marked, and nothing else.
    await page.getByTestId('a-answer').locator('mark').waitFor();
    expect(await page.getByTestId('a-answer').locator('mark').allTextContents()).toEqual(['5']);
    expect(await page.getByTestId('b-answer').locator('mark').allTextContents()).toEqual(['7']);
    expect(await page.getByTestId('b-answer').textContent()).toContain('1 of 1 paragraph differs');
    await page.getByTestId('a-step-a').click();
    expect(await page.getByTestId('a-result').locator('mark').allTextContents()).toEqual(['5']);
    expect(await page.getByTestId('b-result').locator('mark').allTextContents()).toEqual(['7']);
    await page.getByTestId('next-difference').click();
    expect(await page.getByTestId('difference-count').textContent()).toBe('1 of 2');

    await page.getByTestId('swap').click();
    await page.getByTestId('a-answer').locator('mark', { hasText: '7' }).waitFor();
    await page.getByTestId('difference-b').click();
    await hasStatus(page, `at #${used.seq} of ${run.log.length}`);
    await page.goBack();
    await page.getByTestId('difference-a').click();
    await hasStatus(page, `at #${used.seq} of ${other.log.length}`);
    // Of a fork its header leads to both.
    await page.getByTestId('fork-note').click();
    await first.getByText(`First difference: #${used.seq}`).waitFor();
    expect(new URL(page.url()).hash).toBe('#compare=first,second');
  });

  it('say that they are the same, and one that is not here says so beside the other', async () => {
    const store = memoryStore();
    const { run } = await pricedRun(undefined, store);
    const { url } = await testInspector({ store });
    const { page } = await open(compareUrl(url, 'first', 'first'));
    await page.getByTestId('first-difference').getByText(`All ${run.log.length} entries are the same.`).waitFor();
    await page.getByTestId('only-differences').click();
    await page.getByTestId('side-a').getByText('All steps are the same.').waitFor();
    await page.goto(compareUrl(url, 'first', 'nobody'));
    await page.getByTestId('side-b').getByRole('alert').getByText('There is no session "nobody" here.').waitFor();
    await page.getByTestId('a-answer').getByText('A cup of tea costs').waitFor();
  });

  it('are chosen in the list of runs, or from the menu of one of them', async () => {
    const inspector = await testInspector();
    const runs = [startDemo(inspector), startDemo(inspector), startDemo(inspector)];
    await Promise.all(runs.map(({ result }) => result));
    const [one, other] = runs.map(({ id }) => id);
    const { page } = await open(`${inspector.url}#runs`);
    await page.getByTestId('choose-two').click();
    await page.getByTestId(`choose-${one}`).check();
    expect(await page.getByTestId('compare-chosen').isDisabled()).toBe(true);
    await page.getByTestId(`choose-${other}`).check();
    await page.getByTestId('compare-chosen').click();
    await page.getByTestId('a-answer').getByText('the same').waitFor();
    expect(new URL(page.url()).hash).toBe(`#compare=${one},${other}`);
    await page.getByTestId('open-a').click();
    await hasStatus(page, 'completed');
    await page.getByTestId('compare').click();
    await page
      .getByTestId('choose-run')
      .getByRole('combobox')
      .fill(other?.slice(0, 8) ?? '');
    await page
      .getByTestId('choose-run')
      .getByRole('option', { name: other?.slice(0, 8) ?? '' })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByTestId('compare-page').waitFor();
    expect(new URL(page.url()).hash).toBe(`#compare=${one},${other}`);
  });

  it('are runs of a chart: their actors, what each ended with, and where they part', async () => {
    const inspector = await testInspector();
    const runner = createRunner({ charts: [shop], store: memoryStore(), inspect: inspector });
    onTestFinished(() => runner.close());
    const one = runner.start(shop, { id: 'order-1', input: { items: 3 } });
    await one.send({ type: 'paid' });
    const other = runner.start(shop, { id: 'order-2', input: { items: 4 } });
    const { page } = await open(compareUrl(inspector.url, 'order-1', 'order-2'));
    await page.getByTestId('first-difference').getByText('First difference: #1').waitFor();
    await page.getByTestId('side-b').getByText('Actors').waitFor();
    await page.getByTestId('a-step-checkout').filter({ hasText: 'waiting' }).waitFor();
    await page.getByTestId('b-step-checkout').filter({ hasText: 'open' }).waitFor();
    // What happens while one looks is seen.
    await one.send({ type: 'shipped' });
    await other.cancel();
    await page.getByTestId('a-step-checkout').filter({ hasText: 'done' }).waitFor();
  });

  it('are runs of agents: who did what, and both answers', async () => {
    const inspector = await testInspector();
    const tea = agent({
      name: 'tea',
      description: 'Says what was asked about tea.',
      model: modelOf(({ messages }) => ({ text: `You asked about ${messages.at(-1)?.content}.` })),
    });
    const runner = createAgentRunner({ agents: [tea], store: memoryStore(), inspect: inspector });
    onTestFinished(() => runner.close());
    await runner.run(tea, 'green tea', { id: 'green' }).result;
    await runner.run(tea, 'black tea', { id: 'black' }).result;
    const { page } = await open(compareUrl(inspector.url, 'green', 'black'));
    await page.getByTestId('a-answer').locator('mark').waitFor();
    expect(await page.getByTestId('a-answer').locator('mark').allTextContents()).toEqual(['green']);
    expect(await page.getByTestId('b-answer').locator('mark').allTextContents()).toEqual(['black']);
    await page.getByTestId('a-step-tea').waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'stand beside each other at 1440 and 1024, below each other at 390, in %s',
    async (colorScheme) => {
      const store = memoryStore();
      const { fork } = await pricedRun(undefined, store);
      await fork();
      const { url } = await testInspector({ store });
      const { page } = await open(compareUrl(url, 'first', 'second'), { colorScheme });
      for (const [width, height] of [
        [1440, 900],
        [1024, 768],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.getByTestId('b-answer').locator('mark').waitFor();
        const [a, b] = [await page.getByTestId('side-a').boundingBox(), await page.getByTestId('side-b').boundingBox()];
        expect((b?.x ?? 0) + (b?.width ?? 0)).toBeLessThanOrEqual(width);
        expect(width > 899 ? a?.y === b?.y : a?.x === b?.x).toBe(true);
        const isScrolling = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect(isScrolling).toBe(false);
        await page.getByTestId('next-difference').click();
        const words = await page.getByTestId('first-difference').locator('p').boundingBox();
        expect(words?.width, `the first difference at ${width}`).toBeGreaterThan(300);
      }
    },
  );
});
