import { ask, defineSpecialist, defineTool, memoryStore } from 'troupe';
import { agentChart, createAgentRunner } from 'troupe/agents';
import { thinking } from 'troupe/testing';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { closed, mailing, mailPlan, mailStep } from '../../scenarios/asking-cast.ts';
import { call, stepsOf } from '../../scenarios/moves.ts';
import { office } from '../office.ts';
import { chooseActor, hasStatus, testInspector, usePages } from './open-page.ts';
import { startScript } from './runs.ts';

const open = usePages();

it('a person approves one call with other arguments and refuses another, with the reason', async () => {
  const inspector = await testInspector();
  const { sent, mailer } = mailing();
  const lines = [mailPlan('a', 'b'), ...mailStep('a'), ...mailStep('b'), closed];
  const run = startScript(inspector, lines, { specialists: [mailer] });
  const { page } = await open(inspector.url);
  await hasStatus(page, 'waiting');
  const asks = page.getByTestId('waiting');
  await expect.poll(() => asks.count()).toBe(2);
  expect(await asks.first().textContent()).toContain('Specialist "mailer" wants to call mail.');
  await asks.first().getByLabel('to', { exact: true }).fill('ada');
  await asks.first().getByText('Fits the tool’s schema. One change: to a → ada.').waitFor();
  await asks.first().getByRole('button', { name: 'Approve with 1 change' }).click();
  await expect.poll(() => asks.count()).toBe(1);
  await asks.first().getByRole('button', { name: 'Refuse …' }).click();
  await asks.first().getByLabel('Why not').fill('not today');
  await asks.first().getByRole('button', { name: 'Refuse' }).click();
  await run.result;
  await hasStatus(page, 'completed');
  expect(await asks.count()).toBe(0);
  expect(sent).toEqual(['ada']);
  const refused = run.log.find(({ type }) => type === 'approval.refused')?.data;
  expect(refused).toMatchObject({ reason: 'not today', by: 'inspector' });
});

it('a person chooses, and fills in a form', async () => {
  const inspector = await testInspector();
  const book = defineTool({
    name: 'book',
    description: 'Books.',
    capability: 'read',
    input: z.object({}),
    run(_, { resumed }) {
      if (resumed?.keep) return `${JSON.stringify(resumed.keep)} ${JSON.stringify(resumed.answer)}`;
      if (!resumed) return ask({ kind: 'choice', question: 'When?', options: ['six', 'eight'] });
      return ask({
        kind: 'form',
        question: 'Who?',
        schema: z.object({ name: z.string() }),
        keep: resumed.answer ?? '',
      });
    },
  });
  const run = startScript(
    inspector,
    [
      { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [] }, 'booker') }) },
      { purpose: 'work', reply: { toolCalls: [call('book', { answer_with_this: true })] } },
    ],
    { specialists: [defineSpecialist({ name: 'booker', description: 'books', tools: [book] })] },
  );
  const { page } = await open(inspector.url);
  const asked = page.getByTestId('waiting');
  await asked.getByRole('button', { name: 'eight', exact: true }).click();
  await asked.getByLabel('name').fill('Ada');
  await asked.getByRole('button', { name: 'Answer', exact: true }).click();
  expect((await run.result).message.content).toBe('"eight" {"name":"Ada"}');
});

/** A run of agents that waits for two answers, watched by the inspectors that are given. */
async function waitingAgents(inspect?: Awaited<ReturnType<typeof testInspector>>) {
  const { team, paid } = office();
  const runner = createAgentRunner({ agents: [team], store: memoryStore(), ...(inspect ? { inspect } : {}) });
  onTestFinished(() => runner.close());
  const run = runner.run(team, 'Pay Ada, and book a table.', { id: 'r' });
  await run.settled();
  return { team, paid, run, runner };
}

it('agents are answered from the page, wherever they are in the run, and what is no answer is refused', async () => {
  const inspector = await testInspector();
  const { run, runner, paid } = await waitingAgents(inspector);
  const { page } = await open(inspector.urlOf('r'));
  await hasStatus(page, 'live · waiting');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Pay Ada, and book a table.');
  const agents = page.getByTestId('agents');
  await agents.getByRole('listitem').filter({ hasText: 'team > desk > waiter waits for you' }).waitFor();
  const asks = page.getByTestId('waiting');
  await expect.poll(() => asks.count()).toBe(2);
  const [payment, booking] = [asks.filter({ hasText: 'May clerk call pay?' }), asks.filter({ hasText: 'For whom?' })];
  expect(await booking.textContent()).toContain('team > desk > waiter · book');
  expect(await page.title()).toBe('Waits for you (2) · Pay Ada, and book a table. · Troupe inspector');

  await payment.getByLabel('euros', { exact: true }).fill('four');
  await payment.getByText('Expected number, received string.').waitFor();
  expect(await payment.getByRole('button', { name: 'Approve with' }).isDisabled()).toBe(true);
  await booking.getByRole('button', { name: 'Answer' }).click();
  await booking.getByText('This is needed.').waitFor();
  await booking.getByLabel('name').fill('Bob');
  await booking.getByRole('button', { name: 'Answer' }).click();
  await expect.poll(() => asks.count()).toBe(1);
  await payment.getByLabel('euros', { exact: true }).fill('4');
  await payment.getByRole('button', { name: 'Approve with 1 change' }).click();

  await hasStatus(page, 'completed');
  await agents.getByText('{"name":"Bob"}').waitFor();
  expect(await agents.textContent()).toContain('paid Ada');
  expect(paid).toEqual(['Ada 4']);
  expect((await run.result).status).toBe('completed');
  expect(await runner.check('r')).toMatchObject({ ok: true });
});

it('a stored run of agents shows what is open, and how it is answered', async () => {
  const { run, team } = await waitingAgents();
  const inspector = await testInspector({ charts: [agentChart(team)] });
  inspector.openLog(run.log);
  const { page } = await open(inspector.urlOf('r'));
  await hasStatus(page, 'waiting');
  const commands = page.getByTestId('commands');
  await expect.poll(() => commands.count()).toBe(2);
  const [{ id: pay = '' } = {}] = run.waiting;
  expect(await commands.first().locator('code').allTextContents()).toEqual([
    `troupe resume r --agents FILE --approve ${pay}`,
    `troupe resume r --agents FILE --refuse ${pay} "why not"`,
  ]);
  const answers = page.getByTestId('waiting').getByRole('button', { name: /^(?:Approve|Refuse|Answer)/ });
  expect(await answers.count()).toBe(0);
});

it('of a run of the host only the host is sent events, and the page says why', async () => {
  const inspector = await testInspector();
  const { mailer } = mailing();
  const [asked] = mailStep('a');
  const run = startScript(inspector, [mailPlan('a'), ...(asked ? [asked] : [])], { specialists: [mailer] });
  const { page } = await open(inspector.url);
  await hasStatus(page, 'waiting');
  await chooseActor(page, 'host/step-a#1');
  await page.getByTestId('tab-send').click();
  const form = page.getByTestId('send-form');
  await form.getByLabel('Event').fill('step.cancelled');
  expect(await form.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  await form.getByText('Choose the host: only what it receives is in the log').waitFor();
  await chooseActor(page, 'host');
  await expect.poll(() => form.getByRole('button', { name: 'Send' }).isEnabled()).toBe(true);
  run.cancel();
  await run.result;
});
