import { assign, setup } from 'xstate';
import { did } from '../side-file.ts';

/** An action throws, which ends the machine with an error. */
export const fuseBox = setup({
  types: { context: {} as { load: number }, events: {} as { type: 'plug'; watts: number } },
  actions: {
    heat: ({ context }) => {
      did(`heat ${context.load}`);
      if (context.load > 2000) throw new Error('The fuse is blown.');
    },
  },
}).createMachine({
  id: 'fuses',
  context: { load: 0 },
  initial: 'on',
  states: {
    on: {
      on: {
        plug: { actions: [assign({ load: ({ context, event }) => context.load + event.watts }), 'heat'] },
      },
    },
  },
});
