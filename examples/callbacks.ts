/** Eight callbacks tell how a run gets on; a loop over the same milestones tells it again. */
import { type Callbacks, createOrchestrator, defineSpecialist } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';

const step = (id: string, task: string, ...after: string[]) => ({ id, task, specialist: 'baker', after });
const model = scriptedModel([
  { purpose: 'think', reply: thinking({ steps: [step('1', 'mix the dough'), step('2', 'bake it', '1')] }) },
  {
    purpose: 'reflect',
    reply: reflection({
      verdict: 'update',
      planUpdateSuggestion: 'There is no oven.',
      steps: [step('2', 'fry it', '1')],
    }),
  },
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
  onFeedbackGenerated: ({ round, feedback }) => console.log(`round ${round}: ${feedback.feedback || 'well done'}`),
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
