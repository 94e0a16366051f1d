import { assign, fromObservable, setup } from 'xstate';
import { observable } from '../observable.ts';
import { did } from '../side-file.ts';

/** So many readings, a moment after each other. */
const readings = (count: number) =>
  observable<number>((observer) => {
    let value = 0;
    const interval = setInterval(() => {
      value++;
      observer.next?.(value * 10);
      if (value < count) return;
      clearInterval(interval);
      observer.complete?.();
    }, 2);
    return () => clearInterval(interval);
  });

export const thermometer = setup({
  types: { context: {} as { warmest: number; seen: number } },
  actors: {
    read: fromObservable<number, { count: number }>(({ input, self }) => {
      did('read', self);
      return readings(input.count);
    }),
  },
}).createMachine({
  id: 'thermometer',
  context: { warmest: 0, seen: 0 },
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'read',
        input: { count: 5 },
        onSnapshot: {
          actions: assign({
            warmest: ({ context, event }) => Math.max(context.warmest, event.snapshot.context ?? 0),
            seen: ({ context }) => context.seen + 1,
          }),
        },
        onDone: 'done',
      },
    },
    done: { type: 'final' },
  },
  output: ({ context }) => context.warmest,
});
