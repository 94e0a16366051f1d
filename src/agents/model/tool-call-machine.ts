/**
 * One call of a tool by an agent, from the reply of the model to its result. A person may be asked before it runs, and by the tool itself.
 *
 *   deciding ──▶ running ──▶ done
 *     │ ▼          ▲ ▼        ▲
 *     │ awaitingPerson ───────┤ refused
 *     └──────────▶ delegating ┘ the tool is another agent
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, emit, setup } from 'xstate';
import { type AgentStart, brokenEnd, endOf } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { type Answer, type Ask, defaultAnswer } from '../ask.ts';
import { emptySlot } from '../empty-slot.ts';
import {
  afterAnswer,
  askOf,
  callApproval,
  delegateSlot,
  forbidden,
  isNo,
  type PersonAnswered,
  refusalText,
  type ToolCallContext,
  type ToolCallInput,
  toToolEnd,
} from './tool-call-work.ts';
import type { ToolEnd, UseToolInput, UseToolOutput } from './use-tool.ts';

type Event = PersonAnswered | DoneActorEvent | ErrorActorEvent;

const delegateId = 'delegate';

const toolCallSetup = setup({
  types: {
    input: {} as ToolCallInput,
    context: {} as ToolCallContext,
    events: {} as Event,
    emitted: {} as AgentNews,
    output: {} as ToolEnd,
  },
  actors: { useTool: emptySlot<UseToolOutput, UseToolInput>('useTool') },
  delays: { personDeadline: ({ context }) => context.ask?.deadlineMs ?? 0 },
  actions: {
    askForApproval: assign(({ context }) => ({ ask: callApproval(context), asks: context.asks + 1 })),
    keepAsk: assign(({ context }, ask: Ask) => ({ ask, asks: context.asks + 1, resumed: undefined })),
    announceAsk: emit(({ context }) => ({
      type: 'ask.opened',
      runPath: context.runPath,
      ask: { ...askOf(context), number: context.asks, tool: context.call.name, arguments: context.call.arguments },
    })),
    closeAsk: emit(({ context }, answer: Answer) => ({
      type: 'ask.closed',
      runPath: context.runPath,
      number: context.asks,
      answer,
    })),
    takeAnswer: assign(({ context }, answer: Answer) => afterAnswer(context, answer, false)),
    takeDefault: assign(({ context }) => afterAnswer(context, defaultAnswer(askOf(context)), true)),
    keepRefusal: assign(({ context }, reason: string) => ({
      end: { callId: context.call.id, tool: context.call.name, text: reason, isError: true, set: {} },
    })),
    keepEnd: assign({ end: (_, end: ToolEnd) => end }),
    delegate: assign(({ context, spawn }) => {
      const { delegate, runPath, session, task } = context;
      const input: AgentStart = {
        messages: [{ role: 'user', content: task ?? '' }],
        history: [],
        runPath: [...runPath, delegate ?? ''],
        session,
        moves: [],
      };
      // The agents that may be called are provided under their names.
      spawn(delegateSlot(delegate ?? '') as never, { id: delegateId, input } as never);
      return {};
    }),
  },
  guards: {
    isRefused: ({ context }) => context.ruling.verdict === 'refuse',
    mustAsk: ({ context }) => context.ruling.verdict !== 'allow',
    isDelegated: ({ context }) => context.delegate !== undefined,
    hasDeadline: ({ context }) => context.ask?.deadlineMs !== undefined,
    isForThis: ({ context }, ask: number) => ask === context.asks,
    isRefusal: ({ context }, { ask, answer }: PersonAnswered) => ask === context.asks && isNo(context, answer),
    isNoByDefault: ({ context }) => isNo(context, defaultAnswer(askOf(context))),
  },
});

const answerOf = ({ event }: { event: PersonAnswered }) => event.answer;

export const toolCallMachine = toolCallSetup.createMachine({
  id: 'toolCall',
  context: ({ input }) => ({ ...input, ask: undefined, asks: 0, resumed: undefined, end: undefined }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        {
          guard: 'isRefused',
          target: 'done',
          actions: { type: 'keepRefusal', params: ({ context }) => forbidden(context) },
        },
        { guard: 'mustAsk', target: 'awaitingPerson', actions: 'askForApproval' },
        { guard: 'isDelegated', target: 'delegating' },
        { target: 'running' },
      ],
    },
    awaitingPerson: {
      tags: 'waiting',
      entry: 'announceAsk',
      on: {
        'person.answered': [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'done',
            actions: [
              { type: 'closeAsk', params: answerOf },
              { type: 'keepRefusal', params: ({ event }) => refusalText(event.answer) },
            ],
          },
          {
            guard: { type: 'isForThis', params: ({ event }) => event.ask },
            target: 'resuming',
            actions: [
              { type: 'closeAsk', params: answerOf },
              { type: 'takeAnswer', params: answerOf },
            ],
          },
        ],
      },
      initial: 'open',
      states: {
        open: { always: { guard: 'hasDeadline', target: 'limited' } },
        limited: {
          after: {
            personDeadline: [
              {
                guard: 'isNoByDefault',
                target: '#toolCall.done',
                actions: [
                  { type: 'closeAsk', params: ({ context }) => defaultAnswer(askOf(context)) },
                  {
                    type: 'keepRefusal',
                    params: ({ context }) => refusalText(defaultAnswer(askOf(context))),
                  },
                ],
              },
              {
                target: '#toolCall.resuming',
                actions: [{ type: 'closeAsk', params: ({ context }) => defaultAnswer(askOf(context)) }, 'takeDefault'],
              },
            ],
          },
        },
      },
    },
    resuming: { always: [{ guard: 'isDelegated', target: 'delegating' }, { target: 'running' }] },
    running: {
      tags: 'working',
      invoke: {
        id: 'useTool',
        src: 'useTool',
        input: ({ context }) => ({
          agent: context.agent,
          runPath: context.runPath,
          session: context.session,
          call: context.call,
          asks: context.asks,
          ...(context.resumed ? { resumed: context.resumed } : {}),
        }),
        onDone: [
          {
            guard: ({ event }) => 'ask' in event.output,
            target: 'awaitingPerson',
            actions: { type: 'keepAsk', params: ({ event }) => (event.output as { ask: Ask }).ask }, // the guard says so
          },
          {
            target: 'done',
            actions: { type: 'keepEnd', params: ({ event }) => (event.output as { end: ToolEnd }).end },
          }, // the other kind
        ],
        onError: {
          target: 'done',
          actions: { type: 'keepRefusal', params: ({ event }) => brokenEnd(event.error).error?.message ?? '' },
        },
      },
    },
    delegating: {
      tags: 'working',
      entry: 'delegate',
      on: {
        [`xstate.done.actor.${delegateId}`]: {
          target: 'done',
          actions: { type: 'keepEnd', params: ({ context, event }) => toToolEnd(context, endOf(event)) },
        },
        [`xstate.error.actor.${delegateId}`]: {
          target: 'done',
          actions: {
            type: 'keepEnd',
            params: ({ context, event }) => toToolEnd(context, brokenEnd((event as ErrorActorEvent).error)), // by its name
          },
        },
      },
    },
    done: { type: 'final' },
  },
  output: ({ context }) => context.end as ToolEnd, // every way to the end keeps one
});
