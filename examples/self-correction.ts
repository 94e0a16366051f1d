/** A specialist that fails in the same way three times is replaced by one that can, in the same run. */
import { createOrchestrator, defineSpecialist, replay } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';

// A function that never brings anything, and somebody else who can do the same.
const clerk = defineSpecialist({ name: 'clerk', description: 'writes letters', run: () => '' });
const scribe = defineSpecialist({ name: 'scribe', description: 'writes letters by hand', run: () => 'Dear Ms Hill,' });
const model = scriptedModel([
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: '# Plan: post\n\n- [ ] 1: write the letter\n  - specialist: clerk\n' },
]);
const troupe = createOrchestrator({ model, specialists: [clerk, scribe], correctAfter: 3 });

const run = troupe.start([{ role: 'user', content: 'Write to Ms Hill.' }]);
const { message, corrections = [] } = await run.result;
console.log(message.content);
for (const { reason, attempts } of corrections) {
  console.log(`${reason} ${attempts.map(({ action, status }) => `${action}: ${status}`).join()}`);
}
console.log(`replay: ${replay(run.log).equal ? 'equal' : 'different'}`);
