/** Tests need no key: a scripted model whose unused lines fail the test, and a log that must replay. */
import assert from 'node:assert/strict';
import { createOrchestrator, defineSpecialist, replay } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';

const model = scriptedModel([
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: '# Plan: one step\n\n- [ ] 1: greet\n  - specialist: greeter\n' },
  { purpose: 'reflect', reply: reflection({ verdict: 'update', planUpdateSuggestion: 'say goodbye too' }) },
  { purpose: 'finalize', reply: 'Hello. There was no time for a goodbye.' },
]);
const greeter = defineSpecialist({ name: 'greeter', description: 'greets', run: () => 'Hello.' });
const troupe = createOrchestrator({ model, specialists: [greeter], limits: { rounds: 1 } });

const run = troupe.start([{ role: 'user', content: 'Greet and say goodbye.' }]);
const result = await run.result;

assert.equal(result.status, 'completed');
assert.deepEqual(result.limit, { name: 'rounds', max: 1 });
assert.equal(replay(run.log).equal, true);
model.assertUsedUp();
console.log('ok');
