import { appendFileSync, readFileSync } from 'node:fs';
import { defineSpecialist } from 'troupe';
import { reflection, scriptedModel } from 'troupe/testing';
import { createConversationEngine } from '../../src/engine/conversation-engine.ts';

// Started by snapshot.test.ts in a process of its own: goes on from a snapshot in a file and prints what it says, a line of JSON each.

const [snapshotFile = '', workFile = ''] = process.argv.slice(2);
const model = scriptedModel([{ purpose: 'reflect', reply: reflection({ finalAnswer: 'both are done' }) }]);
const worker = defineSpecialist({
  name: 'worker',
  description: 'notes what it does',
  run: ({ step }) => {
    appendFileSync(workFile, `${step.id} in the second process\n`);
    return `result of ${step.id}`;
  },
});
const engine = createConversationEngine({
  model,
  specialists: [worker],
  coordinator: { getContext: () => Promise.reject(new Error('It is not asked again.')) },
});
const print = (value: unknown) => console.log(JSON.stringify(value));
print(engine.restoreFromSnapshot(JSON.parse(readFileSync(snapshotFile, 'utf8'))));
const { state, currentProgress, tasks } = engine;
print({ state, currentProgress, tasks });
for await (const event of engine.run()) print(event);
model.assertUsedUp();
