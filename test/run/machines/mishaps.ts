import { assign, createMachine, fromCallback, fromObservable, fromPromise, setup } from 'xstate';
import { observable } from '../observable.ts';
import { did } from '../side-file.ts';

const brittle = createMachine({
  id: 'brittle',
  initial: 'whole',
  states: {
    whole: {
      after: { 2: 'broken' },
    },
    broken: {
      entry: assign(() => {
        throw new RangeError('broke in an assign');
      }),
    },
  },
});

const describe = (error: unknown) => (error instanceof Error ? error.message : `${error}`);

export const mishaps = setup({
  types: { context: {} as { errors: string[] } },
  actors: {
    reject: fromPromise<void>(async ({ self }) => {
      did('reject', self);
      throw Object.assign(new TypeError('a rejected promise'), { status: 418 });
    }),
    throwAtOnce: fromCallback(({ self }) => {
      did('throw', self);
      throw new Error('a callback that throws');
    }),
    err: fromObservable<number, undefined>(({ self }) => {
      did('err', self);
      return observable((observer) => {
        const timer = setTimeout(() => observer.error?.('a text as an error'), 2);
        return () => clearTimeout(timer);
      });
    }),
    brittle,
  },
}).createMachine({
  id: 'mishaps',
  context: { errors: [] },
  initial: 'promise',
  states: {
    promise: {
      invoke: {
        src: 'reject',
        onError: {
          target: 'callback',
          actions: assign({ errors: ({ context, event }) => [...context.errors, describe(event.error)] }),
        },
      },
    },
    callback: {
      invoke: {
        src: 'throwAtOnce',
        onError: {
          target: 'observable',
          actions: assign({ errors: ({ context, event }) => [...context.errors, describe(event.error)] }),
        },
      },
    },
    observable: {
      invoke: {
        src: 'err',
        onError: {
          target: 'machine',
          actions: assign({ errors: ({ context, event }) => [...context.errors, describe(event.error)] }),
        },
      },
    },
    machine: {
      invoke: {
        src: 'brittle',
        onError: {
          target: 'over',
          actions: assign({ errors: ({ context, event }) => [...context.errors, describe(event.error)] }),
        },
      },
    },
    over: { type: 'final' },
  },
  output: ({ context }) => context.errors,
});
