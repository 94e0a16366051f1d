/** A message that comes while the run works is taken in: here the plan is updated, and what is done stays done. */
import { createOrchestrator, defineSpecialist } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';

const step = (id: number, description: string) => `- [ ] ${id}: ${description}\n  - specialist: clerk\n`;
const model = scriptedModel([
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: `# Plan: figures\n\n${step(1, 'add up 2024')}` },
  { purpose: 'plan', reply: `# Plan: figures\n\n${step(1, 'add up 2024')}${step(2, 'add up 2025')}` },
  { purpose: 'reflect', reply: reflection({ finalAnswer: '2024: 40, 2025: 42.' }) },
]);
const clerk = defineSpecialist({
  name: 'clerk',
  description: 'adds up figures',
  run: ({ step: { description } }) => (description.endsWith('2024') ? '40' : '42'),
});
const troupe = createOrchestrator({ model, specialists: [clerk] });

const run = troupe.start([{ role: 'user', content: 'Give me the total of 2024.' }]);
run.subscribe(async (event) => {
  if (event.type === 'step.started' && event.data.id === '1') {
    const isTaken = await run.steer('And of 2025, please.');
    console.log(isTaken ? 'taken' : 'too late: it is the next message');
  }
  if (event.type === 'message.added') console.log(`came in ${event.data.state}, does: ${event.data.does}`);
  if (event.type === 'plan.updated') console.log('the plan is updated');
});

const { message, plan } = await run.result;
console.log(plan?.steps.map(({ id, result }) => `step ${id}: ${result}`).join(', '));
console.log(message.content);
