/** The orchestrator as one state of a machine of your own. */
import { createOrchestrator, defineSpecialist } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { assign, createActor, setup, toPromise } from 'xstate';

// With a key this would be openaiModel({ model: '…' }).
const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'There are 12 desk lamps.' }) }]);
const warehouse = defineSpecialist({ name: 'warehouse', description: 'Knows what is in stock.' });
const troupe = createOrchestrator({ model, specialists: [warehouse] });

const deskMachine = setup({
  types: {
    context: {} as { question: string; answer: string },
    input: {} as { question: string },
    output: {} as string,
  },
  actors: { troupe: troupe.machine },
}).createMachine({
  context: ({ input }) => ({ question: input.question, answer: '' }),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        src: 'troupe',
        input: ({ context }) => ({ messages: [{ role: 'user', content: context.question }] }),
        // A run does not throw: one that failed or was cancelled is done as well.
        onDone: [
          {
            guard: ({ event }) => event.output.status === 'completed',
            target: 'answered',
            actions: assign({ answer: ({ event }) => event.output.message.content }),
          },
          { target: 'apologizing' },
        ],
      },
    },
    answered: { type: 'final' },
    apologizing: { type: 'final', entry: assign({ answer: 'Nobody is at the desk.' }) },
  },
  output: ({ context }) => context.answer,
});

const actor = createActor(deskMachine, { input: { question: 'How many desk lamps do we have?' } });
console.log(await toPromise(actor.start()));
