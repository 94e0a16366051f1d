import { ask, defineSpecialist, defineTool } from 'troupe';
import { thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { closed, mailing, mailPlan, mailStep } from '../../scenarios/asking-cast.ts';
import { call, stepsOf } from '../../scenarios/moves.ts';
import { hasStatus, testInspector, usePages } from './open-page.ts';
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
  await asks.first().getByLabel('The arguments, as JSON').fill('{"to":"ada"}');
  await asks.first().getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => asks.count()).toBe(1);
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
  await page.getByRole('button', { name: 'eight' }).click();
  await page.getByLabel('Your answer, as JSON').fill('{"name":"Ada"}');
  await page.getByRole('button', { name: 'Answer' }).click();
  expect((await run.result).message.content).toBe('"eight" {"name":"Ada"}');
});
