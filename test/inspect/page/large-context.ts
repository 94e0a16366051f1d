import { assign, createActor, setup } from 'xstate';

const big = {
  items: Array.from({ length: 40_000 }, (_, index) => ({
    id: index,
    name: `item ${index}`,
    tags: ['one', 'two', 'three'],
    note: 'x'.repeat(40),
  })),
  text: 'long '.repeat(200_000),
};

/** Its context has more than 5 MB from the first `fill` on. */
export const heavyActor = () =>
  createActor(
    setup({ types: { context: {} as { count: number; big?: typeof big } } }).createMachine({
      id: 'heavy',
      context: { count: 0 },
      on: { fill: { actions: assign({ count: ({ context }) => context.count + 1, big }) } },
    }),
  );
