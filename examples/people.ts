/** A run that needs a person waits in a state: for an answer to its question, or for a look at its plan. */
import { createOrchestrator, defineSpecialist } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';

const model = scriptedModel([
  { purpose: 'think', reply: thinking({ responseStrategy: 'clarification', question: 'For which year?' }) },
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: '# Plan: figures\n\n- [ ] 1: add up 2025\n  - specialist: clerk\n' },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'The total of 2025 is 42.' }) },
]);
const clerk = defineSpecialist({ name: 'clerk', description: 'adds up figures', run: () => '42' });
const troupe = createOrchestrator({ model, specialists: [clerk], reviewPlan: true });

const run = troupe.start([{ role: 'user', content: 'Give me the total.' }]);
const asked = await run.settled();
console.log(`${asked.status}: ${asked.waitingFor?.question}`);
run.answer('2025');

const planned = await run.settled();
console.log(`${planned.status}: ${planned.waitingFor?.kind}, ${planned.plan?.steps.length} step`);
run.approve();

const { status, message } = await run.result;
console.log(`${status}: ${message.content}`);
