import { readFileSync } from 'node:fs';
import { createConversationEngine, defineSpecialist, TroupeError } from 'troupe';
import { reflection, scriptedModel } from 'troupe/testing';

// Started by without-arguments.test.ts in a process of its own: restores a snapshot from a file in an engine without arguments, and prints what it says,
// a line of JSON each.

const [snapshotFile = ''] = process.argv.slice(2);
const snapshot: unknown = JSON.parse(readFileSync(snapshotFile, 'utf8'));
const print = (value: unknown) => console.log(JSON.stringify(value));

const engine = createConversationEngine();
print(engine.restoreFromSnapshot(snapshot));
const { state, currentProgress, tasks } = engine;
print({ state, currentProgress, tasks: tasks.map(({ id, status }) => `${id} ${status}`) });
try {
  await engine.run().next();
} catch (error) {
  print(error instanceof TroupeError && { code: error.code, message: error.message, state: engine.state });
}

engine.reset();
const model = scriptedModel([{ purpose: 'reflect', reply: reflection({ finalAnswer: 'both are done' }) }]);
const worker = defineSpecialist({ name: 'worker', description: 'works', run: ({ step }) => `result of ${step.id}` });
const coordinator = { getContext: () => Promise.reject(new Error('It is not asked again.')) };
print(engine.restoreFromSnapshot(snapshot, { model, specialists: [worker], coordinator }));
for await (const event of engine.run()) print(event);
model.assertUsedUp();
