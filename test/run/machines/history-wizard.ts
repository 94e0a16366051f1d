import { assign, createMachine } from 'xstate';
import { did } from '../side-file.ts';

export const historyWizard = createMachine({
  id: 'wizard',
  initial: 'steps',
  context: { visits: 0 },
  states: {
    steps: {
      initial: 'account',
      entry: assign({ visits: ({ context }) => context.visits + 1 }),
      states: {
        account: { on: { NEXT: 'address' } },
        address: {
          initial: 'street',
          states: {
            street: { on: { NEXT: 'city' } },
            city: { entry: () => did('city shown'), on: { NEXT: '#wizard.steps.review' } },
          },
        },
        review: { on: { NEXT: '#wizard.submitted' } },
        shallow: { type: 'history', history: 'shallow' },
        deep: { type: 'history', history: 'deep', target: 'account' },
      },
      on: { HELP: 'help', CHAT: 'chat' },
    },
    help: { entry: () => did('help shown'), on: { CLOSE: 'steps.shallow' } },
    chat: { on: { CLOSE: { target: 'steps.deep', actions: () => did('chat closed') } } },
    submitted: { type: 'final' },
  },
  output: ({ context }) => context.visits,
});
