import { assign, fromPromise, setup } from 'xstate';
import { did, later } from '../side-file.ts';

interface Throw {
  readonly id: string;
  readonly eyes: number;
  readonly at: number;
  readonly day: string;
}

export const diceGame = setup({
  types: {
    context: {} as { player: string; throws: Throw[]; since: number },
    events: {} as { type: 'throw' },
  },
  actors: {
    announce: fromPromise<string, { id: string }>(async ({ input, self }) => {
      did('announce', self);
      return later(input.id);
    }),
  },
  delays: { aMoment: () => Math.floor(Math.random() * 5) },
  guards: { isLucky: () => Math.random() > 2 },
}).createMachine({
  id: 'dice',
  context: () => ({ player: crypto.randomUUID(), throws: [], since: performance.now() }),
  initial: 'holding',
  states: {
    holding: {
      on: {
        throw: [
          { guard: 'isLucky', target: 'won' },
          {
            target: 'rolling',
            actions: assign({
              throws: ({ context }) => [
                ...context.throws,
                {
                  id: crypto.randomUUID(),
                  eyes: 1 + Math.floor(Math.random() * 6),
                  at: Date.now(),
                  day: new Date().toISOString(),
                },
              ],
            }),
          },
        ],
      },
    },
    rolling: { after: { aMoment: 'announcing' } },
    announcing: {
      invoke: {
        src: 'announce',
        input: ({ context }) => ({ id: context.throws.at(-1)?.id ?? '' }),
        onDone: [{ guard: ({ context }) => context.throws.length === 3, target: 'lost' }, { target: 'holding' }],
      },
    },
    won: { type: 'final' },
    lost: { type: 'final' },
  },
  output: ({ context }) => context.throws,
});
