/** Tests need no key: a scripted model whose unused lines fail the test, and a log that must replay. */
import assert from 'node:assert/strict';
import { createOrchestrator, defineSpecialist, replay } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';

const model = scriptedModel([
  { purpose: 'think', reply: thinking({ steps: [{ id: '1', task: 'greet', specialist: 'greeter' }] }) },
  { purpose: 'work', step: '1', reply: 'Hello.' },
]);
const greeter = defineSpecialist({ name: 'greeter', description: 'greets', systemPrompt: 'You greet people.' });
const troupe = createOrchestrator({ model, specialists: [greeter] });

const run = troupe.start([{ role: 'user', content: 'Have me greeted.' }]);
const result = await run.result;

assert.equal(result.message.content, 'Hello.');
assert.equal(result.usage.modelCalls, 2);
assert.equal(replay(run.log).equal, true);
model.assertUsedUp();
console.log('ok');
