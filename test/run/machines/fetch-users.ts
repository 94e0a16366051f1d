import { assign, createMachine, fromPromise } from 'xstate';
import { did, later } from '../side-file.ts';

interface User {
  readonly name: string;
  readonly born: Date;
  readonly tags: ReadonlySet<string>;
  readonly scores: ReadonlyMap<string, number>;
}

export const fetchUsers = createMachine({
  id: 'users',
  types: {
    context: {} as { users: User[]; ages: number[] },
    events: {} as { type: 'FETCH' } | { type: 'MORE'; name: string },
  },
  context: { users: [], ages: [] },
  initial: 'idle',
  states: {
    idle: { on: { FETCH: 'first' } },
    first: {
      invoke: {
        src: fromPromise(async ({ self }): Promise<User> => {
          did('fetch Ada', self);
          return later({
            name: 'Ada',
            born: new Date(Date.UTC(1815, 11, 10)),
            tags: new Set(['poet', 'engineer']),
            scores: new Map([['chess', 7]]),
          });
        }),
        onDone: {
          target: 'asking',
          actions: assign({ users: ({ context, event }) => [...context.users, event.output] }),
        },
      },
    },
    asking: { on: { MORE: 'more' } },
    more: {
      invoke: {
        src: fromPromise<User, { name: string }>(async ({ input, self }) => {
          did(`fetch ${input.name}`, self);
          return later({ name: input.name, born: new Date(0), tags: new Set<string>(), scores: new Map() });
        }),
        input: ({ event }) => ({ name: (event as { name: string }).name }), // only MORE leads here
        onDone: {
          target: 'known',
          actions: assign({ users: ({ context, event }) => [...context.users, event.output] }),
        },
      },
    },
    known: {
      entry: assign({ ages: ({ context }) => context.users.map(({ born }) => 2000 - born.getUTCFullYear()) }),
      type: 'final',
    },
  },
  output: ({ context }) => context.users.map(({ name, tags, scores }) => `${name} ${tags.size} ${scores.get('chess')}`),
});
