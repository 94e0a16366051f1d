/**
 * The values that the agents and tools of one run share. A value that a tool sets is there when the tool has come to its end.
 *
 *   open
 */
import { assign, setup } from 'xstate';
import type { JsonValue } from '../domain/json.ts';

export type SessionData = Readonly<Record<string, JsonValue>>;

export const sessionMachine = setup({
  types: {
    input: {} as { readonly values?: SessionData },
    context: {} as { readonly values: SessionData },
    events: {} as { type: 'session.set'; values: SessionData },
  },
  actions: {
    keepValues: assign({
      values: ({ context }, values: SessionData) => ({ ...context.values, ...values }),
    }),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ values: input?.values ?? {} }),
  initial: 'open',
  states: {
    open: {
      on: { 'session.set': { actions: { type: 'keepValues', params: ({ event }) => event.values } } },
    },
  },
});
