/**
 * Runs the tools that one reply asks for, side by side, until the last of them has answered.
 *
 *   running ──▶ done
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, setup, stopChild } from 'xstate';
import { type Settled, toEffectError } from '../domain/effect.ts';
import type { ToolCall } from '../domain/message.ts';
import { slot } from './slot.ts';

export interface ToolCallsInput {
  readonly run: string;
  readonly actor: string;
  /** The beginning of the keys: its calls are counted behind it. */
  readonly scope: string;
  readonly timeoutMs: number;
  /** Whose tools they are; the host uses those that read. */
  readonly specialist?: string;
  readonly calls: readonly ToolCall[];
}

export interface ToolCallsOutput {
  readonly keys: readonly string[];
  /** The keys of those that gave a result and no error. */
  readonly succeeded: readonly string[];
  readonly at: number;
}

export interface ToolCallsContext extends ToolCallsInput {
  readonly pending: number;
  readonly succeeded: readonly string[];
  readonly at: number;
}

const keyOf = ({ scope }: ToolCallsInput, index: number) => `${scope}.${index + 1}`;
const idOf = (index: number) => `tool-${index + 1}`;
const indexOf = (actorId: string) => Number(actorId.slice('tool-'.length)) - 1;

export const toolCallsMachine = setup({
  types: {
    input: {} as ToolCallsInput,
    context: {} as ToolCallsContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    output: {} as ToolCallsOutput,
  },
  actors: { useTool: slot('useTool') },
  actions: {
    startTools: assign(({ context, spawn }) => {
      const { run, actor, timeoutMs, specialist, calls } = context;
      for (const [index, call] of calls.entries()) {
        const whose = specialist === undefined ? {} : { specialist };
        spawn('useTool', {
          id: idOf(index),
          input: { run, actor, key: keyOf(context, index), timeoutMs, ...whose, call },
        });
      }
      return { pending: calls.length };
    }),
    settle: assign(({ context }, { actorId, isError, at }: { actorId: string; isError: boolean; at: number }) => ({
      pending: context.pending - 1,
      succeeded: isError ? context.succeeded : [...context.succeeded, keyOf(context, indexOf(actorId))],
      at: Math.max(context.at, at),
    })),
  },
  guards: { isDone: ({ context }) => context.pending === 0 },
}).createMachine({
  id: 'toolCalls',
  context: ({ input }) => ({ ...input, pending: input.calls.length, succeeded: [], at: 0 }),
  initial: 'running',
  states: {
    running: {
      entry: 'startTools',
      on: {
        'xstate.done.actor.*': {
          actions: [
            {
              type: 'settle',
              params: ({ event }) => {
                const { value, at } = event.output as Settled<{ isError: boolean }>; // what tools give
                return { actorId: event.actorId, isError: value.isError, at };
              },
            },
            stopChild(({ event }) => event.actorId),
          ],
        },
        'xstate.error.actor.*': {
          actions: [
            {
              type: 'settle',
              params: ({ event }) => ({
                actorId: event.actorId,
                isError: true,
                at: toEffectError(event.error).at,
              }),
            },
            stopChild(({ event }) => event.actorId),
          ],
        },
      },
      always: { guard: 'isDone', target: 'done' },
    },
    done: { type: 'final' },
  },
  output: ({ context }) => ({
    keys: context.calls.map((_, index) => keyOf(context, index)),
    succeeded: context.succeeded,
    at: context.at,
  }),
});
