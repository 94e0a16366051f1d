/** The orchestrator as one state of a machine of your own. */
import { createOrchestrator } from 'troupe';
import { offlineModel, shippedSpecialists } from 'troupe/offline';
import { assign, createActor, setup, toPromise } from 'xstate';

const files = ['examples/data/sales.csv'];
const troupe = createOrchestrator({ model: offlineModel({ files }), specialists: shippedSpecialists({ files }) });

const deskMachine = setup({
  types: {
    context: {} as { question: string; answer: string },
    input: {} as { question: string },
    output: {} as string,
  },
  actors: { troupe: troupe.machine },
  actions: { keepAnswer: assign({ answer: (_, answer: string) => answer }) },
}).createMachine({
  context: ({ input }) => ({ question: input.question, answer: '' }),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        src: 'troupe',
        input: ({ context }) => ({ messages: [{ role: 'user', content: context.question }] }),
        onDone: {
          target: 'answered',
          actions: { type: 'keepAnswer', params: ({ event }) => event.output.message.content },
        },
      },
    },
    answered: { type: 'final' },
  },
  output: ({ context }) => context.answer,
});

const actor = createActor(deskMachine, { input: { question: 'sales.csv: revenue by region' } });
console.log(await toPromise(actor.start()));
