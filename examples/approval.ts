/** A person approves what a tool may do: the policy says which calls run, which are asked about, and which are refused. */
import { ask, createOrchestrator, defineSpecialist, defineTool } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';

const pay = defineTool({
  name: 'pay',
  description: 'Pays an invoice.',
  capability: 'write',
  input: z.object({ to: z.string(), euros: z.number() }),
  run: ({ to, euros }) => `Paid ${euros} euros to ${to}.`,
});
const book = defineTool({
  name: 'book_table',
  description: 'Books a table.',
  capability: 'read',
  input: z.object({ day: z.string() }),
  run({ day }, { resumed }) {
    // Called again with the answer: what was done before is in what it kept.
    if (resumed) return `Booked ${day} at ${resumed.answer}, table ${resumed.keep}.`;
    return ask({ kind: 'choice', question: 'At what time?', options: ['18:00', '20:00'], keep: 7 });
  },
});
const clerk = defineSpecialist({ name: 'clerk', description: 'pays and books', tools: [pay, book] });

const call = (step: string, name: string, input: object) =>
  ({
    purpose: 'work',
    step,
    reply: { toolCalls: [{ name, arguments: JSON.stringify({ ...input, answer_with_this: true }) }] },
  }) as const;
const model = scriptedModel([
  {
    purpose: 'think',
    reply: thinking({ steps: ['small', 'large', 'table'].map((id) => ({ id, task: id, specialist: 'clerk' })) }),
  },
  call('small', 'pay', { to: 'Ada', euros: 5 }),
  call('large', 'pay', { to: 'Bob', euros: 500 }),
  call('table', 'book_table', { day: 'Friday' }),
  { purpose: 'reflect', reply: 'Done.' },
]);

const troupe = createOrchestrator({
  model,
  specialists: [clerk],
  policy: {
    rules: [
      { tool: 'pay', arguments: { euros: { matches: '^[0-9]$' } }, verdict: 'allow' },
      { tool: 'pay', verdict: 'ask', because: 'More than nine euros.', approvalMs: 3_600_000 },
    ],
  },
});

const run = troupe.start([{ role: 'user', content: 'Pay Ada and Bob, and book a table for Friday.' }]);
const { waiting } = await run.settled();
for (const { id, kind, question, tool, arguments: input } of waiting) {
  console.log(`${id} (${kind}): ${question} ${tool} ${input}`);
  if (kind === 'approval') run.approve(id, { arguments: { to: 'Bob', euros: 450 } });
  else run.answer(id, '20:00');
}
const { plan } = await run.result;
for (const step of plan?.steps ?? []) console.log(`${step.id}: ${step.result}`);
