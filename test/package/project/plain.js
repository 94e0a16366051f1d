/** JavaScript without types, and without a type of module: `require` gives the same. */
import { createRequire } from 'node:module';
import { createOrchestrator, defineSpecialist } from 'troupe';
import { scriptedModel } from 'troupe/testing';

const greeter = defineSpecialist({ name: 'greeter', description: 'Greets.', run: () => 'Hello.' });
const troupe = createOrchestrator({
  model: scriptedModel([{ purpose: 'think', reply: 'Good morning.' }]),
  specialists: [greeter],
});
const { status, message } = await troupe.invoke([{ role: 'user', content: 'Hello?' }]);
const required = createRequire(import.meta.url)('troupe');
console.log(`${status}: ${message.content} ${required.createOrchestrator === createOrchestrator}`);
