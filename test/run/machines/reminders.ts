import { assign, cancel, raise, sendTo, setup } from 'xstate';
import { did } from '../side-file.ts';

const day = 24 * 60 * 60 * 1000;

const bell = setup({
  types: { context: {} as { rung: string[] }, events: {} as { type: 'ring'; tone: string } },
}).createMachine({
  id: 'bell',
  context: { rung: [] },
  on: {
    ring: {
      actions: [
        assign({ rung: ({ context, event }) => [...context.rung, event.tone] }),
        ({ event }) => did(`ring ${event.tone}`),
      ],
    },
  },
});

export const reminders = setup({
  types: {
    context: {} as { reminded: number; rung: string[] },
    events: {} as { type: 'remind' } | { type: 'nag' } | { type: 'snooze' } | { type: 'wake' },
  },
  actors: { bell },
}).createMachine({
  id: 'reminders',
  context: { reminded: 0, rung: [] },
  invoke: { id: 'bell', src: 'bell' },
  initial: 'set',
  states: {
    set: {
      entry: [
        raise({ type: 'remind' }, { delay: 4, id: 'soon' }),
        raise({ type: 'nag' }, { delay: 21 * day, id: 'late' }),
        sendTo('bell', { type: 'ring', tone: 'low' }, { delay: 2 }),
        sendTo('bell', { type: 'ring', tone: 'never' }, { delay: 20 * day, id: 'never' }),
      ],
      on: {
        remind: { target: 'reminded', actions: assign({ reminded: ({ context }) => context.reminded + 1 }) },
        nag: 'nagged',
      },
    },
    reminded: {
      on: {
        snooze: {
          target: 'set',
          guard: ({ context }) => context.reminded < 2,
          actions: [cancel('late'), cancel('never')],
        },
        wake: {
          target: 'awake',
          actions: assign({
            rung: ({ system: _, self }) => [...(self.getSnapshot().children.bell?.getSnapshot().context.rung ?? [])],
          }),
        },
      },
    },
    nagged: { type: 'final' },
    awake: { entry: [cancel('late'), cancel('never')], type: 'final' },
  },
  output: ({ context }) => context,
});
