/** A specialist that fails in the same way three times is replaced by one that can, in the same run; later runs know it from the start. */
import { createOrchestrator, defineSpecialist, memoryStore, replay } from 'troupe';
import { experienceOf } from 'troupe/log';
import { scriptedModel, thinking } from 'troupe/testing';

// A function that never brings anything, and somebody else who can do the same.
const clerk = defineSpecialist({ name: 'clerk', description: 'writes letters', run: () => '' });
const scribe = defineSpecialist({ name: 'scribe', description: 'writes letters', run: () => 'Dear Ms Hill,' });
const specialists = [clerk, scribe];
// The plan names nobody: the first that fits gets the step.
const lines = [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: '# Plan: post\n\n- [ ] 1: write the letter\n' },
] as const;
const store = memoryStore();
const model = scriptedModel([...lines, ...lines, ...lines]);
const troupe = createOrchestrator({ model, specialists, correctAfter: 3, store, retry: { baseMs: 1 } });

const run = troupe.start([{ role: 'user', content: 'Write to Ms Hill.' }]);
const { message, corrections = [] } = await run.result;
console.log(message.content);
for (const { reason, attempts } of corrections) {
  console.log(`${reason} ${attempts.map(({ action, status }) => `${action}: ${status}`).join()}`);
}
console.log(`replay: ${replay(run.log).equal ? 'equal' : 'different'}`);

// Three runs later there is enough to go by.
for (const _ of [2, 3]) await troupe.invoke([{ role: 'user', content: 'Write to Ms Hill.' }]);
const experience = await experienceOf(store);
const later = createOrchestrator({ model: scriptedModel(lines), specialists, experience });
for (const { specialist, steps, success } of experience) console.log(`${specialist}: ${success * steps} of ${steps}`);
const next = await later.invoke([{ role: 'user', content: 'Write to Ms Hill.' }]);
console.log(`now by ${next.plan?.steps[0]?.assignedTo}, corrections: ${next.corrections?.length ?? 0}`);
