/**
 * An agent that is a function: it works, and asks people as often as it has to.
 *
 *   working ──▶ completed
 *    ▲ ▼ └────▶ failed
 *   awaitingPerson
 */
import { assign, type ErrorActorEvent, emit, enqueueActions, setup } from 'xstate';
import type { Resumed } from '../../domain/person-ask.ts';
import { type AgentEnd, type AgentStart, brokenEnd, toProblem } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { type Answer, type Ask, defaultAnswer, standBySource, toResumed } from '../ask.ts';
import { emptySlot } from '../empty-slot.ts';
import { endWith } from '../message-in.ts';
import type { PersonAnswered } from '../model/tool-call-work.ts';
import type { PerformFunctionInput, PerformFunctionOutput, StandByInput } from './perform-function.ts';

interface FunctionAgentContext extends AgentStart {
  readonly ask: Ask | undefined;
  /** How often somebody was asked. */
  readonly asks: number;
  readonly resumed: Resumed | undefined;
  readonly end: AgentEnd;
}

const askOf = ({ ask }: FunctionAgentContext): Ask => ask ?? { by: 'code', kind: 'question', question: '' };

const functionSetup = setup({
  types: {
    input: {} as AgentStart,
    context: {} as FunctionAgentContext,
    events: {} as PersonAnswered | ErrorActorEvent,
    emitted: {} as AgentNews,
    output: {} as AgentEnd,
  },
  actors: {
    run: emptySlot<PerformFunctionOutput, PerformFunctionInput>('run'),
    [standBySource]: emptySlot<never, StandByInput>(standBySource),
  },
  delays: { personDeadline: ({ context }) => context.ask?.deadlineMs ?? 0 },
  actions: {
    keepAsk: assign(({ context }, output: PerformFunctionOutput) => ({
      ask: 'ask' in output ? output.ask : undefined,
      asks: context.asks + 1,
      resumed: undefined,
    })),
    keepAnswer: assign({
      end: ({ context }, output: PerformFunctionOutput) => endIn(context.runPath.at(-1) ?? '', output),
    }),
    keepValues: enqueueActions(({ context, enqueue }, { set }: PerformFunctionOutput) => {
      if (context.session && Object.keys(set).length > 0) {
        enqueue.sendTo(context.session, { type: 'session.set', values: set });
      }
    }),
    keepError: assign({ end: (_, { error }: { error: unknown }) => brokenEnd(error) }),
    announceAsk: emit(({ context }) => ({
      type: 'ask.opened',
      runPath: context.runPath,
      ask: { ...askOf(context), number: context.asks },
    })),
    closeAsk: emit(({ context }, answer: Answer) => ({
      type: 'ask.closed',
      runPath: context.runPath,
      number: context.asks,
      answer,
    })),
    takeAnswer: assign(({ context }, answer: Answer) => ({ resumed: toResumed(askOf(context), answer, false) })),
    takeDefault: assign(({ context }) => {
      const ask = askOf(context);
      return { resumed: toResumed(ask, defaultAnswer(ask), true) };
    }),
    announceEnd: emit(({ context: { runPath, end } }): AgentNews => {
      if (end.message) return { type: 'agent.said', runPath, message: end.message };
      return { type: 'agent.failed', runPath, error: end.error ?? toProblem(undefined) };
    }),
  },
  guards: {
    asks: (_, output: PerformFunctionOutput) => 'ask' in output,
    hasDeadline: ({ context }) => context.ask?.deadlineMs !== undefined,
    isForThis: ({ context }, ask: number) => ask === context.asks,
  },
});

function endIn(name: string, output: PerformFunctionOutput): AgentEnd {
  if ('ask' in output) return brokenEnd(new Error('It has only asked.'));
  const { message, output: data, limit } = output;
  return {
    ...endWith(name, message),
    ...(data === undefined ? {} : { output: data }),
    ...(limit ? { limit } : {}),
  };
}

const reply = ({ event }: { event: { output: PerformFunctionOutput } }) => event.output;
const working = functionSetup.createStateConfig({
  tags: 'working',
  invoke: {
    id: 'run',
    src: 'run',
    input: ({ context: { messages, history, runPath, session, asks, resumed } }) => ({
      messages,
      history,
      runPath,
      session,
      asks,
      ...(resumed ? { resumed } : {}),
    }),
    onDone: [
      {
        guard: { type: 'asks', params: reply },
        target: 'awaitingPerson',
        actions: [
          { type: 'keepValues', params: reply },
          { type: 'keepAsk', params: reply },
        ],
      },
      {
        target: 'completed',
        actions: [
          { type: 'keepValues', params: reply },
          { type: 'keepAnswer', params: reply },
        ],
      },
    ],
    onError: {
      target: 'failed',
      actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
    },
  },
});
/** Somebody was asked; with `standsBy` whoever asked hears when the answer is not wanted any more. */
const awaitingPerson = (standsBy: boolean) =>
  functionSetup.createStateConfig({
    tags: 'waiting',
    entry: 'announceAsk',
    ...(standsBy
      ? {
          invoke: {
            id: standBySource,
            src: standBySource,
            input: ({ context }) => ({ runPath: context.runPath, number: context.asks, keep: askOf(context).keep }),
          } as const,
        }
      : {}),
    on: {
      'person.answered': {
        guard: { type: 'isForThis', params: ({ event }) => event.ask },
        target: 'working',
        actions: [
          { type: 'closeAsk', params: ({ event }) => event.answer },
          { type: 'takeAnswer', params: ({ event }) => event.answer },
        ],
      },
    },
    initial: 'open',
    states: {
      open: { always: { guard: 'hasDeadline', target: 'limited' } },
      limited: {
        after: {
          personDeadline: {
            target: '#agent.working',
            actions: [{ type: 'closeAsk', params: ({ context }) => defaultAnswer(askOf(context)) }, 'takeDefault'],
          },
        },
      },
    },
  });
/** The chart of an agent that is a function. */
export const functionAgentMachine = ({ standsBy }: { readonly standsBy: boolean }) =>
  functionSetup.createMachine({
    id: 'agent',
    context: ({ input }) => ({
      ...input,
      ask: undefined,
      asks: 0,
      resumed: undefined,
      end: brokenEnd(new Error('It has not ended.')),
    }),
    initial: 'working',
    states: {
      working,
      awaitingPerson: awaitingPerson(standsBy),
      completed: { type: 'final', entry: 'announceEnd' },
      failed: { type: 'final', entry: 'announceEnd' },
    },
    output: ({ context }) => context.end,
  });
