/** How errors look: a bad configuration throws, a run that cannot go on ends as failed with the reason. */
import { createOrchestrator, defineSpecialist, ModelError, TroupeError } from 'troupe';
import { scriptedModel } from 'troupe/testing';

const worker = defineSpecialist({ name: 'worker', description: 'does any kind of work' });
const refusing = scriptedModel([
  { purpose: 'think', reply: new ModelError('auth', 'The endpoint refused the API key.') },
]);

try {
  createOrchestrator({ model: refusing, specialists: [worker], limits: { rounds: 0 } });
} catch (error) {
  if (error instanceof TroupeError) console.log(`${error.code}: ${error.message}`);
}

const troupe = createOrchestrator({ model: refusing, specialists: [worker] });
const { status, error } = await troupe.invoke([{ role: 'user', content: 'Hello' }]);
console.log(`${status}: ${error?.code}: ${error?.message}`);
