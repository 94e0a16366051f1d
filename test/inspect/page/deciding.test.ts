import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { ask, defineSpecialist, defineTool } from 'troupe';
import { type ScriptLine, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closed, mailing, mailPlan, mailStep } from '../../scenarios/asking-cast.ts';
import { call, stepsOf } from '../../scenarios/moves.ts';
import { planText, worker } from '../../scenarios/scenario.ts';
import { smallTargets, stickingOut } from './measured.ts';
import { hasStatus, testInspector, usePages } from './open-page.ts';
import { startScript } from './runs.ts';

const open = usePages();
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare const axe: { run(): Promise<AxeResults> };

async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: axeSource });
  const found = await page.evaluate(async () => (await axe.run()).violations);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}

/** A run that asks everything at once that people can be asked from within the work. */
async function askingAll() {
  const asking = (name: string, request: Parameters<typeof ask>[0]) =>
    defineTool({
      name,
      description: name,
      capability: 'read',
      input: z.object({}),
      run: (_, { resumed }) => (resumed ? `${name}: ${JSON.stringify(resumed.answer ?? null)}` : ask(request)),
    });
  const { mail, sent } = mailing();
  const tools = [
    asking('city', { kind: 'question', question: 'Which city?', default: 'Berlin', deadlineMs: 3_000_000 }),
    asking('time', { kind: 'choice', question: 'When?', options: ['six', 'eight'] }),
    asking('who', {
      kind: 'form',
      question: 'Who?',
      schema: z.object({ name: z.string(), dishes: z.array(z.string()) }),
    }),
    asking('list', { kind: 'form', question: 'The guests', schema: z.array(z.object({ name: z.string() })) }),
    asking('deposit', { kind: 'approval', question: 'Pay a deposit?', default: true, deadlineMs: 60_000_000 }),
  ];
  const steps = [...tools.map(({ name }) => name), 'mail'];
  const lines: ScriptLine[] = [
    {
      purpose: 'think',
      reply: thinking({ steps: stepsOf(Object.fromEntries(steps.map((name) => [name, []])), 'booker') }),
    },
    ...tools.map(
      ({ name }): ScriptLine => ({
        purpose: 'work',
        step: name,
        reply: { toolCalls: [call(name, { answer_with_this: true })] },
      }),
    ),
    {
      purpose: 'work',
      step: 'mail',
      reply: { text: 'Ada has to know of it.', toolCalls: [call('mail', { to: 'ada', answer_with_this: true })] },
    },
    closed,
  ];
  const inspector = await testInspector();
  const booker = defineSpecialist({ name: 'booker', description: 'books', tools: [...tools, mail] });
  const run = startScript(inspector, lines, { specialists: [booker], concurrency: 8 });
  await run.settled();
  return { inspector, run, sent };
}

const sizes = { 'a phone': { width: 390, height: 844 }, 'a tablet': { width: 1024, height: 768 } };

describe.each(Object.entries(sizes))('on %s', (_, viewport) => {
  it('everything is answered, by targets that a thumb hits, and axe-core finds nothing', async () => {
    const { inspector, run, sent } = await askingAll();
    const { page } = await open(inspector.url, { viewport, bypassCSP: true, reducedMotion: 'reduce' });
    const asks = page.getByTestId('waiting');
    await expect.poll(() => asks.count()).toBe(6);
    const one = (question: string) => asks.filter({ hasText: question });
    expect(await one('Which city?').textContent()).toMatch(/left, until .* Without an answer this counts: Berlin\./);
    expect(await one('Pay a deposit?').textContent()).toContain('Without an answer it counts as approved.');
    expect(await one('Pay a deposit?').getByText('Arguments').count()).toBe(0);
    expect(await one('wants to call mail').textContent()).toContain('Ada has to know of it.');
    expect(await one('wants to call mail').textContent()).toContain('changes something');
    await one('wants to call mail').getByRole('button', { name: 'Refuse …' }).click();
    const small = (await smallTargets(page)).filter((each) =>
      /Answer|Approve|Refuse|Form|JSON|name|to |Why|six/.test(each),
    );
    expect(small).toEqual([]);
    expect(await stickingOut(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await one('wants to call mail').getByRole('button', { name: 'Back' }).click();

    await one('Which city?').getByLabel('Your answer').fill('Oslo');
    await page.keyboard.press('Enter');
    await one('When?').getByRole('button', { name: 'eight' }).click();
    const form = one('Who?');
    await form.getByRole('button', { name: 'Answer' }).click();
    await expect.poll(() => form.getByText('This is needed.').count()).toBe(2);
    await form.getByLabel('name', { exact: true }).fill('Ada');
    await form.getByLabel('dishes', { exact: true }).fill('soup');
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Take soup out of dishes' }).waitFor();
    await form.getByRole('button', { name: 'Answer' }).click();
    const json = one('The guests').getByLabel('Your answer, as JSON');
    await json.fill('[{"name": "Bob"},]');
    await one('The guests').getByText('Line 1, column 18').waitFor();
    await json.fill('[{"nam": "Bob"}]');
    await one('The guests').getByText('[0].name: This is needed.').waitFor();
    await json.fill('[{"name": "Bob"}]');
    await one('The guests').getByRole('button', { name: 'Answer' }).click();
    await one('Pay a deposit?').getByRole('button', { name: 'Approve' }).click();
    await one('wants to call mail').getByRole('button', { name: 'Approve' }).click();
    await run.result;
    await hasStatus(page, 'completed');
    const answers = run.log.flatMap(({ type, data }) => (type === 'question.answered' ? [data.answer] : []));
    expect(answers).toEqual(['Oslo', 'eight', { name: 'Ada', dishes: ['soup'] }, [{ name: 'Bob' }]]);
    expect(sent).toEqual(['ada']);
  });

  it('a plan is edited and approved, and axe-core finds nothing', async () => {
    const inspector = await testInspector();
    const lines: ScriptLine[] = [
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
      ...['one', 'two'].map((reply): ScriptLine => ({ purpose: 'work', reply })),
      closed,
    ];
    const run = startScript(inspector, lines, { reviewPlan: true, specialists: [worker] });
    const { page } = await open(inspector.url, { viewport, bypassCSP: true, reducedMotion: 'reduce' });
    await page.getByTestId('approve').waitFor();
    await page.getByTestId('edit-b').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(
      (await smallTargets(page)).filter((each) => /card-edit|Add|Markdown|Approve|Send|review/.test(each)),
    ).toEqual([]);
    await page.getByTestId('edit-b').click();
    await page.getByTestId('step-form').getByLabel('Task').fill('write it');
    expect(await violations(page)).toEqual([]);
    expect((await smallTargets(page)).filter((each) => /Take|Done|Back to|add/.test(each))).toEqual([]);
    expect(await stickingOut(page)).toEqual([]);
    await page.getByTestId('step-done').click();
    await page.getByTestId('plan-as-text').click();
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('run-edited').click();
    await run.result;
    expect(run.log.find(({ type }) => type === 'plan.edited')?.data).toMatchObject({
      outline: { steps: [{ id: 'a' }, { description: 'write it' }] },
    });
  });
});

it('what is typed is there after looking elsewhere and after loading again, and is kept when somebody else was faster', async () => {
  const inspector = await testInspector();
  const { mailer, sent } = mailing();
  const lines = [mailPlan('a', 'b'), ...mailStep('a'), ...mailStep('b'), closed];
  const run = startScript(inspector, lines, { specialists: [mailer] });
  await run.settled();
  const { page } = await open(inspector.url);
  const asks = page.getByTestId('waiting');
  await expect.poll(() => asks.count()).toBe(2);
  await asks.first().getByLabel('to', { exact: true }).fill('ada');
  await page.getByTestId('tab-state').click();
  await page.getByTestId('tab-decision').click();
  expect(await asks.first().getByLabel('to', { exact: true }).inputValue()).toBe('ada');
  await page.reload();
  await expect.poll(() => asks.first().getByLabel('to', { exact: true }).inputValue()).toBe('ada');
  const [first, second] = run.waiting;
  await run.approve(first?.id, { by: 'somebody else' });
  const left = page.getByTestId('answered-elsewhere');
  await left.getByText(/was approved by somebody else \(#\d+\)/).waitFor();
  expect(await left.textContent()).toContain('ada');
  await run.refuse(second?.id ?? '', 'no', { by: 'the terminal' });
  await page.locator('.notice', { hasText: 'was refused by the terminal' }).waitFor();
  await left.getByRole('button', { name: 'Put away' }).click();
  await run.result;
  await left.waitFor({ state: 'detached' });
  expect(sent).toEqual(['a']);
});

it('an answer that comes too late is said to be, and is not lost', async () => {
  const inspector = await testInspector();
  const run = startScript(inspector, [{ purpose: 'think', reply: thinking({ question: 'Which year?' }) }]);
  await run.settled();
  const { page } = await open(inspector.url);
  await page.getByLabel('Your answer').fill('2025');
  run.cancel();
  await run.result;
  const left = page.getByTestId('answered-elsewhere');
  await left.getByText('is not asked any more: the run has ended.').waitFor();
  expect(await left.textContent()).toContain('2025');
});

it('arguments of which a part is hidden are approved as they are, and not sent with the mark in them', async () => {
  const inspector = await testInspector();
  const saved: string[] = [];
  const save = defineTool({
    name: 'save',
    description: 'Saves.',
    capability: 'write',
    input: z.object({ file: z.string(), token: z.string() }),
    run: ({ token }) => `saved ${saved.push(token)}`,
  });
  const secret = 'sk-abcdefghijklmnopqrstuvwx';
  const run = startScript(
    inspector,
    [
      { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [] }, 'saver') }) },
      { purpose: 'work', reply: { toolCalls: [call('save', { file: 'a', token: secret, answer_with_this: true })] } },
    ],
    { specialists: [defineSpecialist({ name: 'saver', description: 'saves', tools: [save] })] },
  );
  const { page } = await open(inspector.url);
  const asked = page.getByTestId('waiting');
  await asked.getByText('A part is hidden on this page. It is sent as it was asked.').waitFor();
  await asked.getByLabel('file').fill('b');
  await asked.getByText('A part of this is hidden here').waitFor();
  expect(await asked.getByRole('button', { name: 'Approve with 1 change' }).isDisabled()).toBe(true);
  await asked.getByRole('button', { name: 'Approve as asked' }).click();
  await run.result;
  expect(saved).toEqual([secret]);
});

it('with the keyboard alone a call is approved with other arguments', async () => {
  const inspector = await testInspector();
  const { mailer, sent } = mailing();
  const run = startScript(inspector, [mailPlan('a'), ...mailStep('a')], { specialists: [mailer] });
  const { page } = await open(inspector.url);
  await page.getByTestId('approve').waitFor();
  const field = page.getByTestId('waiting').getByLabel('to', { exact: true });
  const isThere = async () => (await field.and(page.locator(':focus')).count()) > 0;
  for (let presses = 0; presses < 80 && !(await isThere()); presses++) await page.keyboard.press('Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('bob');
  const button = page.getByTestId('approve').and(page.locator(':focus'));
  for (let presses = 0; presses < 20 && (await button.count()) === 0; presses++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await run.result;
  expect(sent).toEqual(['bob']);
});
