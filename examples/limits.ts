/** A limit ends a run with an answer: what was done is kept, what was not done is said, and the last call is left for the answer. */
import { createOrchestrator, defineSpecialist } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';

const plan = `# Plan: three letters

- [ ] 1: write to Ada
  - specialist: writer
- [ ] 2: write to Bob
  - specialist: writer
  - after: 1
- [ ] 3: write to Cleo
  - specialist: writer
  - after: 2
`;
const model = scriptedModel([
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: plan },
  { purpose: 'work', step: '1', reply: 'Dear Ada, …' },
  { purpose: 'finalize', reply: 'The letter to Ada is written; Bob and Cleo have to wait.' },
]);
const writer = defineSpecialist({ name: 'writer', description: 'writes letters', systemPrompt: 'You write letters.' });
const troupe = createOrchestrator({ model, specialists: [writer], limits: { modelCalls: 4 } });

const question = [{ role: 'user', content: 'Write three letters.' }] as const;
console.log(`at most ${troupe.quote(question).modelCalls} calls`);

const { status, limit, message, notDone, usage } = await troupe.invoke(question);
console.log(`${status} at the limit of ${limit?.max} ${limit?.name}, after ${usage.modelCalls} calls`);
console.log(message.content);
for (const { what, why } of notDone) console.log(`not done: ${what}: ${why}`);
