import { type Model, memoryStore } from 'troupe';
import { describe, expect, it } from 'vitest';
import { of } from '../../scenarios/scenario.ts';
import { pricedRun } from './forked-run.ts';
import { command, hasStatus, slideTo, testInspector, usePages } from './open-page.ts';
import { violations } from './violations.ts';

const open = usePages();
type Page = Awaited<ReturnType<typeof open>>['page'];

/** A model that says something else, and one that never answers and notes who gave it up. */
function others() {
  const givenUp: unknown[] = [];
  const asked: string[][] = [];
  const other: Model = {
    name: 'other',
    call: async ({ messages }) => {
      asked.push(messages.map(({ content }) => content));
      return {
        text: 'A cup of tea costs 6 USD in the shop.',
        toolCalls: [],
        finishReason: 'stop',
        usage: { modelCalls: 1, inputTokens: 40, outputTokens: 2, costUsd: 0.25 },
      };
    },
  };
  const silent: Model = {
    name: 'silent',
    call: ({ signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          givenUp.push(signal.reason);
          reject(signal.reason);
        }),
      ),
  };
  return { models: [other, silent], givenUp, asked };
}

async function priced(look: Parameters<typeof open>[1] = {}) {
  const { models, ...seen } = others();
  const store = memoryStore();
  const inspector = await testInspector({ store, models });
  const made = await pricedRun(inspector, store);
  const { page } = await open(inspector.urlOf('first'), look);
  await hasStatus(page, 'completed');
  const last = of(made.run.log, 'effect.completed').findLast(({ data }) => data.kind === 'ask');
  return { ...made, ...seen, inspector, page, asked: seen.asked, lastAsk: last?.seq ?? 0 };
}

const button = (page: Page, name: string) => page.locator('dialog').getByRole('button', { name, exact: true });

describe('the dialog of a fork', () => {
  it('names who works on it, where it is kept and what is paid again, in words', async () => {
    const { page, used } = await priced();
    await slideTo(page, used.seq - 2);
    await page.getByTestId('fork').click();
    const facts = page.getByTestId('fork-facts');
    await facts.getByText('scripted').waitFor();
    expect(await facts.textContent()).toContain('Specialistsbuyer');
    expect(await facts.textContent()).toContain('in memory only: it is gone when this process ends');
    const again = page.getByTestId('paid-again');
    expect(await again.locator('tbody tr').allTextContents()).toEqual([
      'step a · price––',
      'step a · ask, turn 215unknown',
      'host · final answer––',
    ]);
    expect(await again.locator('tfoot').textContent()).toBe('1 model call, 2 others15unknown');
  });

  it('says where the JSON of the context is wrong, and what the server refuses, and then forks and leads to both runs', async () => {
    const { page, used, run, store } = await priced();
    const dialog = page.getByTestId('fork-dialog');
    await slideTo(page, used.seq - 2);
    await command(page, 'Fork here');
    await button(page, 'Change something in the context').click();
    const json = page.getByTestId('context-json');
    await json.waitFor();
    const text = await json.inputValue();
    const said = page.getByTestId('context-json-said');
    await json.fill(text.replace('"turn": 1,', '"turn": 1'));
    const line = text.slice(0, text.indexOf('"turn": 1,')).split('\n').length;
    await said.getByText(`Line ${line + 1}, column 3`).waitFor();
    expect(await button(page, 'Fork').isDisabled()).toBe(true);
    await said.getByRole('button').click();
    const wrong = text.replace('"turn": 1,', '"turn": 1');
    expect(await json.evaluate((area: { selectionStart: number }) => area.selectionStart)).toBe(
      wrong.indexOf('"', wrong.indexOf('"turn": 1') + '"turn": 1'.length),
    );
    await json.fill(text.replace('"turn": 1,', '"turn": "one",'));
    await said.getByText('turn is a number, and cannot become a text.').waitFor();
    await json.fill(text.replace('{', '{"nowhere": 1,'));
    await dialog.getByTestId('context-edits').getByText('nowhere').waitFor();
    await button(page, 'Fork').click();
    await dialog.getByTestId('refusal').getByText("the host's context has no such place").waitFor();
    expect((await store.runs()).length).toBe(1);
    await json.fill(text.replace(/"rounds": \d+/, '"rounds": 1'));
    await dialog.getByTestId('context-edits').getByText('options.limits.rounds').waitFor();
    await button(page, 'Fork').click();
    await button(page, 'Compare with its origin').click();
    await page
      .getByTestId('first-difference')
      .getByText(/First difference: #\d+/)
      .waitFor();
    const fork = (await store.runs()).find((each) => each.run !== run.id)?.run ?? '';
    await expect.poll(async () => (await store.read(fork)).at(-1)?.type).toBe('run.completed');
    expect(of(await store.read(fork), 'context.edited')[0]?.data).toMatchObject({
      path: 'options.limits.rounds',
      value: 1,
    });
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await page.getByTestId(`run-${fork}`).getByText('fork of first').waitFor();
  });
});

describe('a call that is edited', () => {
  it('is a tool\u2019s result: the fork goes on from the other text, and the tool is not called again', async () => {
    const { page, used, calls } = await priced();
    await slideTo(page, used.seq);
    await page.getByTestId('tab-event').click();
    await page.getByTestId('edit-and-try').click();
    expect(await page.getByTestId('call-line').textContent()).toContain('step a · price');
    const text = page.getByLabel('The result');
    await expect.poll(() => text.inputValue()).toBe('5 EUR');
    await text.fill('9 EUR');
    await button(page, 'All of it, as JSON').click();
    const json = page.getByTestId('outcome-json');
    expect(JSON.parse(await json.inputValue())).toMatchObject({ tool: 'price', text: '9 EUR' });
    const good = await json.inputValue();
    await json.fill(good.replace('"text": "9 EUR"', '"text": 9'));
    await button(page, 'Fork with this result').click();
    await page.getByTestId('outcome-json-said').getByText('text is a number, and has to be a text.').waitFor();
    await page.getByTestId('outcome-json-said').getByText('Line 3, column 11').waitFor();
    await json.fill(good);
    await button(page, 'Fork with this result').click();
    await button(page, 'Open the fork').click();
    await hasStatus(page, /completed · \d+ entries/);
    await page.getByTestId('fork-note').waitFor();
    await page.getByText('A cup of tea costs 9 EUR in the shop.').first().waitFor();
    expect(calls).toEqual(['tea']);
  });

  it('is the call that is chosen among those of its step, also that of a tool', async () => {
    const { page, used } = await priced();
    await slideTo(page, used.seq);
    await page.getByTestId('plan-step-a').click();
    await page.getByTestId('step-tab').getByTestId('edit-and-try').click();
    expect(await page.getByTestId('call-line').textContent()).toContain('step a · price');
  });

  it('is a prompt: that one call is made with it, and the fork goes on with the answer', async () => {
    const { page, lastAsk, asked, run } = await priced();
    const before = structuredClone(run.log);
    await slideTo(page, lastAsk);
    await page.keyboard.press('x');
    const first = page.getByTestId('message-0');
    await first.waitFor();
    await first.fill('You count in dollars.');
    await page.getByTestId('choose-json').click();
    const json = page.getByTestId('prompt-json');
    expect(JSON.parse(await json.inputValue())[0]).toEqual({ role: 'system', content: 'You count in dollars.' });
    const good = await json.inputValue();
    await json.fill(good.replace('"role": "system"', '"role": "judge"'));
    await page.getByTestId('prompt-json-said').getByText('Line 3, column 13').waitFor();
    await json.fill(good);
    await page.getByTestId('reask-model').selectOption('other');
    await button(page, 'Ask with these messages').click();
    await page.getByTestId('answer-again').getByText('42 tokens').waitFor();
    expect(asked[0]?.[0]).toBe('You count in dollars.');
    expect(asked[0]?.at(-1)).toBe('5 EUR');
    await button(page, 'Change the messages').click();
    await page.getByTestId('message-0').waitFor();
    expect(await page.getByTestId('message-0').inputValue()).toBe('You count in dollars.');
    await button(page, 'Ask with these messages').click();
    await button(page, 'Fork with this answer').click();
    await page.getByTestId('fork-facts').getByText('buyer').waitFor();
    await button(page, 'Fork').click();
    await button(page, 'Compare with its origin').click();
    await page
      .getByTestId('first-difference')
      .getByText('step a · ask, turn 2 was asked with another prompt')
      .waitFor();
    expect(run.log).toEqual(before);
  });

  it('is the context, where the cursor is at no call', async () => {
    const { page } = await priced();
    await slideTo(page, 1);
    await page.keyboard.press('x');
    await page.getByTestId('fork-dialog').getByTestId('context-json').waitFor();
  });
});

describe('a call that is asked again', () => {
  it('shows both answers with their tokens, cost and time, and the words that differ; the run stays as it is', async () => {
    const { page, lastAsk, run } = await priced();
    const before = structuredClone(run.log);
    await slideTo(page, lastAsk);
    await page.keyboard.press('a');
    await page.getByTestId('reask-model').selectOption('other');
    await button(page, 'Ask again').click();
    const again = page.getByTestId('answer-again');
    await again.getByText('6 USD').waitFor();
    expect(await again.locator('header').textContent()).toMatch(/^BAsked againother · 42 tokens · \$0\.250 · \d+ ms$/);
    expect(await again.locator('mark').allTextContents()).toEqual(['6 USD']);
    const own = page.getByTestId('answer-before');
    expect(await own.locator('header').textContent()).toMatch(
      /^AIn the runscripted · 15 tokens · cost unknown · \d+ ms$/,
    );
    expect(await own.locator('mark').allTextContents()).toEqual(['5 EUR']);
    expect(run.log).toEqual(before);
  });

  it('is stopped by its button, and by closing the dialog', async () => {
    const { page, lastAsk, givenUp } = await priced();
    await slideTo(page, lastAsk);
    await page.keyboard.press('a');
    await page.getByTestId('reask-model').selectOption('silent');
    await button(page, 'Ask again').click();
    await page.getByTestId('asking').getByText('silent is asked').waitFor();
    await page.getByTestId('asking').getByText('given up after 180 s').waitFor();
    await button(page, 'Stop').click();
    await page.getByTestId('asking').waitFor({ state: 'detached' });
    await expect.poll(() => givenUp.length).toBe(1);
    await button(page, 'Ask again').click();
    await page.getByTestId('asking').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('reask-dialog').waitFor({ state: 'detached' });
    await expect.poll(() => givenUp.length).toBe(2);
  });

  it('is not offered where nothing is chosen that asks a model, in words', async () => {
    const { page } = await priced();
    await slideTo(page, 1);
    await page.keyboard.press('a');
    await page.getByText('Choose a call of a model first').waitFor();
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  it('axe-core finds nothing wrong with a fork, an edit, two answers and a step', async () => {
    const { page, lastAsk, used } = await priced({ colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
    const found: Record<string, string[]> = {};
    const look = async (name: string) => {
      found[name] = await violations(page);
    };
    await slideTo(page, lastAsk);
    await page.getByTestId('plan-step-a').click();
    await page.getByTestId('step-sent').waitFor();
    await look('step');
    await page.getByTestId('edit-and-try').click();
    await page.getByTestId('message-0').waitFor();
    await look('prompt');
    await page.getByTestId('choose-json').click();
    await page.getByTestId('prompt-json').fill('[');
    await look('prompt as JSON');
    await page.getByTestId('choose-outcome').click();
    await page.getByTestId('outcome-text').waitFor();
    await page.getByTestId('fork-facts').waitFor();
    await look('outcome');
    await page.getByTestId('choose-context').click();
    const json = page.getByTestId('context-json');
    await json.fill((await json.inputValue()).replace(/"rounds": \d+/, '"rounds": 1'));
    await look('context');
    await page.keyboard.press('Escape');
    await page.getByTestId('reask').click();
    await page.getByTestId('reask-model').selectOption('silent');
    await button(page, 'Ask again').click();
    await page.getByTestId('asking').waitFor();
    await look('asking');
    await page.getByTestId('reask-model').selectOption('other');
    await button(page, 'Stop').click();
    await button(page, 'Ask again').click();
    await button(page, 'Fork with this answer').waitFor();
    await look('answers');
    await page.keyboard.press('Escape');
    await slideTo(page, used.seq - 2);
    await page.getByTestId('fork').click();
    await page.getByTestId('fork-facts').waitFor();
    await look('fork');
    await button(page, 'Fork').click();
    await button(page, 'Open the fork').waitFor();
    await look('forked');
    expect(Object.entries(found).filter(([, all]) => all.length > 0)).toEqual([]);
  });
});
