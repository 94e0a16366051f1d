/** A run that needs a person waits in a state: for an answer to its question, or for a look at its plan. */
import { createOrchestrator, defineSpecialist } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';

const model = scriptedModel([
  { purpose: 'think', reply: thinking({ question: 'For which year?' }) },
  { purpose: 'think', reply: thinking({ steps: [{ id: '1', task: 'add up 2025', specialist: 'clerk' }] }) },
]);
const total = 'The total of 2025 is 42.';
const clerk = defineSpecialist({ name: 'clerk', description: 'adds up figures', run: () => total });
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
