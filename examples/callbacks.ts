/** Eight callbacks tell how a run gets on; a loop over the same milestones tells it again. */
import { type Callbacks, createOrchestrator, defineSpecialist } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';

const first =
  '# Plan: a cake\n\n- [ ] 1: mix the dough\n  - specialist: baker\n- [ ] 2: bake it\n  - specialist: baker\n  - after: 1\n';
const second = first.replace('bake it', 'fry it');
const model = scriptedModel([
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: first },
  { purpose: 'reflect', reply: reflection({ verdict: 'update', feedback: 'There is no oven.' }) },
  { purpose: 'plan', reply: second },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'Pancakes.' }) },
]);
const baker = defineSpecialist({
  name: 'baker',
  description: 'mixes, bakes and fries',
  run: ({ step }) => (step.description === 'bake it' ? 'CANNOT: the oven is broken' : `done: ${step.description}`),
});

const callbacks: Callbacks = {
  onThinkingStart: ({ turn, messages }) => console.log(`turn ${turn}: ${messages.at(-1)?.content}`),
  onThinkingComplete: ({ thought, branch }) => console.log(`${thought.complexity}, so: ${branch}`),
  onPlanCreated: ({ plan }) => console.log(`plan ${plan.version} with ${plan.steps.length} steps`),
  onPlanUpdated: ({ plan, updates }) => console.log(`plan ${plan.version}: ${updates[0]?.description}`),
  onSpecialistInvoke: ({ specialist, step }) => console.log(`${specialist} begins: ${step.description}`),
  onSpecialistComplete: ({ specialist, result, text }) => console.log(`${specialist}: ${text ?? result.error}`),
  onFeedbackGenerated: ({ round, feedback }) => console.log(`round ${round}: ${feedback.feedback}`),
  onTaskComplete: ({ result }) => console.log(`${result.status}: ${result.message.content}`),
};
const broken: Callbacks = {
  onPlanCreated: async () => {
    throw new Error('nobody at home');
  },
  onCallbackError: (error, name) => console.log(`${name} failed, the run goes on: ${error}`),
};

const troupe = createOrchestrator({ model, specialists: [baker], callbacks: [callbacks, broken] });
const run = troupe.start([{ role: 'user', content: 'Make a cake.' }]);
await run.result;

const seen = new Map<string, number>();
for await (const milestone of run.milestones()) seen.set(milestone.type, (seen.get(milestone.type) ?? 0) + 1);
for (const [type, times] of seen) console.log(`${type} × ${times}`);
