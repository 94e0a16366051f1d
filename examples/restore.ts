/** A run is stopped in the middle, its snapshot goes through JSON, and a new actor finishes it: finished steps do not run again. */
import { createOrchestrator, defineSpecialist } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { createActor, toPromise } from 'xstate';

const plan = `# Plan: two steps

- [ ] 1: the first half
  - specialist: worker
- [ ] 2: the second half
  - specialist: worker
  - after: 1
`;
const model = scriptedModel([
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: plan },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'Both halves are done.' }) },
]);
let isPowerOn = false;
const reached = Promise.withResolvers<void>();
const worker = defineSpecialist({
  name: 'worker',
  description: 'does one half after the other',
  run: ({ step }) => {
    console.log(`working on ${step.description}`);
    if (step.id === '1' || isPowerOn) return `${step.description} is done`;
    reached.resolve();
    return new Promise<string>(() => {}); // the power fails before the second half is done
  },
});
const { machine } = createOrchestrator({ model, specialists: [worker] });

const before = createActor(machine, { input: { messages: [{ role: 'user', content: 'Do both halves.' }] } }).start();
await reached.promise;
const saved = JSON.stringify(before.getPersistedSnapshot());
before.stop();

isPowerOn = true;
const after = createActor(machine, { snapshot: JSON.parse(saved), input: { messages: [] } });
const { message } = await toPromise(after.start());
console.log(message.content);
