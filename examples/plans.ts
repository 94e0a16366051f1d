/** A plan is changed while it runs: what is done and did not change is not done again, what changed is stopped or done anew. */
import { createOrchestrator, defineSpecialist, type PlanUpdate } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';

const plan = `# Plan: a trip

- [ ] 1: find a train
  - specialist: clerk
- [ ] 2: find a room
  - specialist: clerk
- [ ] 3: write to the host
  - specialist: clerk
  - after: 1, 2
`;
const model = scriptedModel([
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: plan },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'The trip is arranged.' }) },
]);
const [planned, searching] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
const clerk = defineSpecialist({
  name: 'clerk',
  description: 'arranges trips',
  run: ({ step, signal }) => {
    console.log(`begins: ${step.id} ${step.description}`);
    if (step.description !== 'find a room') return `${step.description}: done`;
    searching.resolve();
    return new Promise<string>((_, reject) => {
      signal.addEventListener('abort', () => {
        console.log('stopped: find a room');
        reject(signal.reason);
      });
    });
  },
});
const troupe = createOrchestrator({ model, specialists: [clerk] });

const run = troupe.start([{ role: 'user', content: 'Arrange the trip.' }]);
run.subscribe((event) => {
  if (event.type === 'plan.created') planned.resolve();
  if (event.type !== 'plan.updated') return;
  for (const { description } of event.data.updates as readonly PlanUpdate[]) console.log(`version 2: ${description}`);
});
await Promise.all([planned.promise, searching.promise]);

const edited = (run.planMarkdown() ?? '').replace('find a room', 'find a room with a desk');
run.editPlan(`${edited}- [ ] 4: tell the office\n  - specialist: clerk\n  - after: 3\n`);

const result = await run.result;
console.log(`${result.message.content} Steps: ${result.plan?.steps.map((step) => step.status).join(', ')}`);
