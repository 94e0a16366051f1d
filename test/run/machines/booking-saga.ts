import { assign, fromPromise, setup } from 'xstate';
import { did, later } from '../side-file.ts';

class SoldOutError extends Error {
  readonly code = 'SOLD_OUT';
  override readonly name = 'SoldOutError';
}

export const bookingSaga = setup({
  types: {
    context: {} as { trip: string; booked: string[]; cancelled: string[]; reason?: string },
    input: {} as { trip: string },
  },
  actors: {
    book: fromPromise<string, { what: string; trip: string }>(async ({ input, self }) => {
      did(`book ${input.what}`, self);
      await later(undefined);
      if (input.what === 'car') throw new SoldOutError('no cars left');
      return `${input.what} for ${input.trip}`;
    }),
    cancelBooking: fromPromise<string, { what: string }>(async ({ input, self }) => {
      did(`cancel ${input.what}`, self);
      return later(input.what);
    }),
  },
  actions: {
    keepBooking: assign({ booked: ({ context }, what: string) => [...context.booked, what] }),
    keepCancelled: assign({ cancelled: ({ context }, what: string) => [...context.cancelled, what] }),
  },
}).createMachine({
  id: 'saga',
  context: ({ input }) => ({ trip: input.trip, booked: [], cancelled: [] }),
  initial: 'bookingFlight',
  states: {
    bookingFlight: {
      invoke: {
        src: 'book',
        input: ({ context }) => ({ what: 'flight', trip: context.trip }),
        onDone: { target: 'bookingHotel', actions: { type: 'keepBooking', params: ({ event }) => event.output } },
        onError: 'failed',
      },
    },
    bookingHotel: {
      invoke: {
        src: 'book',
        input: ({ context }) => ({ what: 'hotel', trip: context.trip }),
        onDone: { target: 'bookingCar', actions: { type: 'keepBooking', params: ({ event }) => event.output } },
        onError: 'cancellingFlight',
      },
    },
    bookingCar: {
      invoke: {
        src: 'book',
        input: ({ context }) => ({ what: 'car', trip: context.trip }),
        onDone: 'completed',
        onError: {
          target: 'cancellingHotel',
          actions: assign({
            reason: ({ event }) => {
              const { code, message } = event.error as SoldOutError; // what `book` throws
              return `${code}: ${message}`;
            },
          }),
        },
      },
    },
    cancellingHotel: {
      invoke: {
        src: 'cancelBooking',
        input: { what: 'hotel' },
        onDone: { target: 'cancellingFlight', actions: { type: 'keepCancelled', params: ({ event }) => event.output } },
      },
    },
    cancellingFlight: {
      invoke: {
        src: 'cancelBooking',
        input: { what: 'flight' },
        onDone: { target: 'failed', actions: { type: 'keepCancelled', params: ({ event }) => event.output } },
      },
    },
    completed: { type: 'final' },
    failed: { type: 'final' },
  },
  output: ({ context }) => context,
});
