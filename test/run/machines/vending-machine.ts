import { enqueueActions, setup } from 'xstate';
import { did } from '../side-file.ts';

export const vendingMachine = setup({
  types: {
    context: {} as { cents: number; sold: string[]; isFull: boolean },
    events: {} as { type: 'coin'; cents: number } | { type: 'select'; item: string } | { type: 'unplug' },
    emitted: {} as { type: 'dispensed'; item: string } | { type: 'refused'; missing: number },
  },
  actions: {
    beep: () => did('beep'),
    drop: (_, params: { item: string }) => did(`drop ${params.item}`),
  },
  guards: { isRich: ({ context }) => context.cents >= 500 },
}).createMachine({
  id: 'vending',
  context: { cents: 0, sold: [], isFull: false },
  initial: 'idle',
  states: {
    idle: {
      on: {
        coin: {
          actions: enqueueActions(({ enqueue, event, context, check }) => {
            enqueue.assign({ cents: context.cents + event.cents });
            enqueue('beep');
            if (check('isRich')) enqueue.raise({ type: 'select', item: 'surprise' });
          }),
        },
        select: {
          actions: enqueueActions(({ enqueue, context, event }) => {
            if (context.cents < 200) {
              enqueue.emit({ type: 'refused', missing: 200 - context.cents });
              return;
            }
            enqueue.assign({
              cents: ({ context: now }) => now.cents - 200,
              sold: ({ context: now }) => [...now.sold, event.item],
            });
            enqueue({ type: 'drop', params: { item: event.item } });
            enqueue.emit({ type: 'dispensed', item: event.item });
          }),
        },
        unplug: 'dead',
      },
    },
    dead: { type: 'final' },
  },
  output: ({ context }) => context,
});
