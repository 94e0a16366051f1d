/** The whole state of a run as one value: written, checked, packed, and a checkpoint from which the run goes on again. */
import { createOrchestrator, defineSpecialist, memoryStore, TroupeError } from 'troupe';
import {
  cloneState,
  compressState,
  decompressState,
  parseRunState,
  serializeState,
  summarizeState,
  toRunState,
} from 'troupe/log';
import { reflection, scriptedModel, thinking } from 'troupe/testing';

const plan =
  '# Plan: two\n\n- [ ] 1: measure\n  - specialist: worker\n- [ ] 2: cut\n  - specialist: worker\n  - after: 1\n';
const model = scriptedModel([
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: plan },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'Measured and cut.' }) },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'Cut another way.' }) },
]);
const reached = Promise.withResolvers<void>();
const gate = Promise.withResolvers<string>();
const worker = defineSpecialist({
  name: 'worker',
  description: 'measures and cuts',
  run: ({ step }) => {
    if (step.id === '1') return 'measured';
    reached.resolve();
    return gate.promise;
  },
});
const store = memoryStore();
const troupe = createOrchestrator({ model, specialists: [worker], store });
const run = troupe.start([{ role: 'user', content: 'Measure and cut.' }], { runId: 'job' });

// Step 2 is under way.
await reached.promise;
const checkpoint = await run.checkpoint();
const steps = checkpoint.state.currentPlan?.steps.map((step) => `${step.id} ${step.status}`);
console.log(`checkpoint of ${checkpoint.runId}: ${steps?.join(', ')}`);
gate.resolve('cut');
console.log((await run.result).message.content);

const fork = await troupe.fork(checkpoint.runId, {
  at: checkpoint.seq,
  edits: [{ path: 'options.limits.rounds', value: 5 }],
});
console.log(`${(await fork.run.result).message.content} ${toRunState(fork.run.log).maxRounds} rounds`);

const state = toRunState(run.log);
const json = serializeState(state);
console.log(`version ${JSON.parse(json).version}, ${parseRunState(json).executionStatus}`);

const packed = await compressState(state);
console.log(`packed: ${packed.length * 2 < json.length ? 'less than half' : 'not much smaller'}`);
console.log(`unpacked: ${serializeState(await decompressState(packed)) === json ? 'the same' : 'something else'}`);

const { question, keyResults, figures } = summarizeState(state);
console.log(`${question} ${keyResults.length} results, ${figures.rounds} round`);

const copy = cloneState(state);
copy.roundNumber = 9;
copy.currentPlan?.steps[1]?.dependencies.push('7');
try {
  serializeState(copy);
} catch (error) {
  if (error instanceof TroupeError) console.log(`${error.code}: ${error.message}`);
}
console.log(`the state itself is in round ${state.roundNumber}`);
