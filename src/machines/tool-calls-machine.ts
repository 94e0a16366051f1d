/**
 * Runs the tools that one reply asks for, side by side, until the last of them has answered. A call that asks a person, or that a person has to
 * approve, waits for that beside the others and is then made again, with what was said.
 *
 *   running ──▶ done
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, setup, stopChild } from 'xstate';
import { type Settled, toEffectError } from '../domain/effect.ts';
import type { ToolCall } from '../domain/message.ts';
import { maxAsks } from '../domain/person-ask.ts';
import type { ToolResult } from '../log/effect-outputs.ts';
import { type QuestionOutput, questionMachine } from './question-machine.ts';
import { slot } from './slot.ts';

export interface ToolCallsInput {
  readonly run: string;
  readonly actor: string;
  /** The beginning of the keys: its calls are counted behind it. */
  readonly scope: string;
  readonly timeoutMs: number;
  /** Whose tools they are; the host uses those that read. */
  readonly specialist?: string;
  readonly stepId?: string;
  readonly calls: readonly ToolCall[];
}

export interface ToolCallsOutput {
  /** Of each call, the key under which its result is. */
  readonly keys: readonly string[];
  /** The keys of those that gave a result and no error. */
  readonly succeeded: readonly string[];
  readonly at: number;
  /** How long people were waited for. */
  readonly waitedMs?: number;
}

export interface ToolCallsContext extends ToolCallsInput {
  readonly pending: number;
  readonly succeeded: readonly string[];
  readonly at: number;
  /** Of the calls that asked a person: how often they were made, and how long they waited. */
  readonly asked?: Readonly<Record<number, { readonly turn: number; readonly waitedMs: number }>>;
}

/** The result of a tool, as far as it matters here. */
type Result = Settled<Pick<ToolResult, 'isError' | 'ask'>>;

const turnOf = ({ asked }: ToolCallsContext, index: number) => asked?.[index]?.turn ?? 1;
const keyAt = ({ scope }: ToolCallsInput, index: number, turn: number) =>
  `${scope}.${index + 1}${turn === 1 ? '' : `/${turn}`}`;
const keyOf = (context: ToolCallsContext, index: number) => keyAt(context, index, turnOf(context, index));
const idOf = (what: 'tool' | 'question', index: number, turn: number) =>
  `${what}-${index + 1}${turn === 1 ? '' : `.${turn}`}`;
const indexOf = (actorId: string) => Number.parseInt(actorId.slice(actorId.indexOf('-') + 1), 10) - 1;

const whoOf = ({ specialist, stepId }: ToolCallsInput) => ({
  ...(specialist === undefined ? {} : { specialist }),
  ...(stepId === undefined ? {} : { stepId }),
});
const toolInput = (context: ToolCallsContext, index: number, call: ToolCall) => {
  const { run, actor, timeoutMs } = context;
  return { run, actor, key: keyOf(context, index), timeoutMs, ...whoOf(context), call };
};

export const toolCallsMachine = setup({
  types: {
    input: {} as ToolCallsInput,
    context: {} as ToolCallsContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    output: {} as ToolCallsOutput,
  },
  actors: { useTool: slot('useTool'), question: questionMachine },
  actions: {
    startTools: assign(({ context, spawn }) => {
      for (const [index, call] of context.calls.entries()) {
        spawn('useTool', { id: idOf('tool', index, 1), input: toolInput(context, index, call) });
      }
      return { pending: context.calls.length };
    }),
    askPerson: assign(({ context, spawn }, { actorId, value, at }: { actorId: string } & Result) => {
      const index = indexOf(actorId);
      const { run, actor } = context;
      const deadlineMs = value.ask?.deadlineMs ?? 0;
      spawn('question', {
        id: idOf('question', index, turnOf(context, index)),
        input: { run, actor, id: keyOf(context, index), ...whoOf(context), deadlineMs, at },
      });
      return {};
    }),
    callAgain: assign(({ context, spawn }, { actorId, waitedMs }: { actorId: string } & QuestionOutput) => {
      const index = indexOf(actorId);
      const resumes = keyOf(context, index);
      const before = context.asked?.[index] ?? { turn: 1, waitedMs: 0 };
      const asked = {
        ...context.asked,
        [index]: { turn: before.turn + 1, waitedMs: before.waitedMs + waitedMs },
      };
      const again = { ...context, asked };
      const call = context.calls[index] as ToolCall; // whoever asked was one of them
      const id = idOf('tool', index, before.turn + 1);
      spawn('useTool', { id, input: { ...toolInput(again, index, call), resumes } });
      return { asked };
    }),
    settle: assign(({ context }, { actorId, isError, at }: { actorId: string; isError: boolean; at: number }) => ({
      pending: context.pending - 1,
      succeeded: isError ? context.succeeded : [...context.succeeded, keyOf(context, indexOf(actorId))],
      at: Math.max(context.at, at),
    })),
  },
  guards: {
    isDone: ({ context }) => context.pending === 0,
    isAnswered: (_, actorId: string) => actorId.startsWith('question-'),
    asksPerson: ({ context }, { actorId, value }: { actorId: string } & Result) =>
      value.ask !== undefined && turnOf(context, indexOf(actorId)) <= maxAsks,
  },
}).createMachine({
  id: 'toolCalls',
  context: ({ input }) => ({ ...input, pending: input.calls.length, succeeded: [], at: 0 }),
  initial: 'running',
  states: {
    running: {
      entry: 'startTools',
      on: {
        'xstate.done.actor.*': [
          {
            guard: { type: 'isAnswered', params: ({ event }) => event.actorId },
            actions: [
              {
                type: 'callAgain',
                params: ({ event }) => ({ actorId: event.actorId, ...(event.output as QuestionOutput) }), // what questions give
              },
              stopChild(({ event }) => event.actorId),
            ],
          },
          {
            guard: { type: 'asksPerson', params: resultOf },
            actions: [{ type: 'askPerson', params: resultOf }, stopChild(({ event }) => event.actorId)],
          },
          {
            actions: [
              {
                type: 'settle',
                params: ({ event }) => {
                  const { value, at } = event.output as Result; // what tools give
                  return { actorId: event.actorId, isError: value.isError, at };
                },
              },
              stopChild(({ event }) => event.actorId),
            ],
          },
        ],
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
  output: ({ context }) => {
    const waits = Object.values(context.asked ?? {}).map(({ waitedMs }) => waitedMs);
    return {
      keys: context.calls.map((_, index) => keyOf(context, index)),
      succeeded: context.succeeded,
      at: context.at,
      ...(waits.length === 0 ? {} : { waitedMs: Math.max(...waits) }),
    };
  },
});

function resultOf({ event }: { event: DoneActorEvent }): { actorId: string } & Result {
  return { actorId: event.actorId, ...(event.output as Result) }; // what tools give
}
