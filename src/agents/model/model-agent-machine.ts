/**
 * An agent that is a language model with tools: it is asked until it writes an answer, makes a move, or its turns are spent.
 *
 *   preparing ──▶ asking ──▶ completed ◀── a move
 *       │          ▲ ▲ ▼                   │
 *       │          │ └─ usingTools ────────┘
 *       │          │   │
 *       │       waiting ▼ given up
 *       └──────────────▶ failed
 *
 * Delays are those of XState: each of these charts is in a run that has its timers in the log.
 */
import { and, assign, type DoneActorEvent, type ErrorActorEvent, emit, enqueueActions, setup, stopChild } from 'xstate';
import type { EffectError } from '../../domain/effect.ts';
import type { ReachedLimit } from '../../domain/limit.ts';
import type { Message } from '../../domain/message.ts';
import { type AgentEnd, type AgentStart, toProblem } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { emptySlot } from '../empty-slot.ts';
import type { CallModelInput, CallModelOutput } from './call-model.ts';
import { afterError, afterLimit, failureOf, isWorthTrying } from './model-agent-failures.ts';
import {
  afterReply,
  afterTool,
  afterTools,
  afterUnfit,
  begin,
  callInput,
  hasAllResults,
  isLastTurn,
  type ModelAgentContext,
  type ModelAgentSettings,
  moveNews,
  movesIn,
  newsOf,
  toEnd,
  toolCallInput,
  toolCallsIn,
  valuesOf,
} from './model-agent-work.ts';
import type { PrepareInput } from './prepare.ts';
import { toolCallMachine } from './tool-call-machine.ts';
import type { ToolEnd } from './use-tool.ts';

const toolId = (turn: number, index: number) => `tool-${turn}-${index + 1}`;
const indexOf = (actorId: string) => Number(actorId.slice(actorId.lastIndexOf('-') + 1)) - 1;

const agentSetup = setup({
  types: {
    input: {} as AgentStart,
    context: {} as ModelAgentContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    emitted: {} as AgentNews,
    output: {} as AgentEnd,
  },
  actors: {
    prepare: emptySlot<readonly Message[], PrepareInput>('prepare'),
    callModel: emptySlot<CallModelOutput, CallModelInput>('callModel'),
    toolCall: toolCallMachine,
  },
  delays: { backoff: ({ context }) => context.waitMs },
  actions: {
    keepInput: assign({ exchange: (_, messages: readonly Message[]) => messages }),
    keepReply: enqueueActions(({ context, enqueue }, reply: CallModelOutput) => {
      const next = { ...context, ...afterReply(context, reply) };
      enqueue.assign(next);
      for (const news of newsOf(next, context.entries.length)) enqueue.emit(news);
      for (const news of moveNews(context, reply)) enqueue.emit(news);
    }),
    noteUnfit: assign(({ context }, reply: CallModelOutput) => afterUnfit(context, reply)),
    startTools: assign(({ context, spawn }) => {
      for (const [index, pending] of context.calls.entries()) {
        spawn('toolCall', { id: toolId(context.turn, index), input: toolCallInput(context, pending) });
      }
      return {};
    }),
    keepTool: assign(({ context }, { actorId, end }: { actorId: string; end: ToolEnd }) =>
      afterTool(context, indexOf(actorId), end),
    ),
    keepResults: enqueueActions(({ context, enqueue }) => {
      const next = { ...context, ...afterTools(context) };
      enqueue.assign(next);
      for (const news of newsOf(next, context.entries.length)) enqueue.emit(news);
      const values = valuesOf(context);
      if (context.session && Object.keys(values).length > 0) {
        enqueue.sendTo(context.session, { type: 'session.set', values });
      }
    }),
    noteFailure: assign(({ context }, error: EffectError) => afterError(context, error)),
    failOver: enqueueActions(({ context, enqueue }, error: EffectError) => {
      const { models } = context.settings;
      const [from = '', to = ''] = [models[context.model], models[context.model + 1]];
      enqueue.assign({ model: context.model + 1, attempt: 1, turnedAway: 0 });
      enqueue.emit({ type: 'model.failedOver', runPath: context.runPath, from, to, reason: error.message });
    }),
    noteLimit: assign(({ context }, limit: ReachedLimit) => afterLimit(context, limit)),
    noteProblem: assign({ error: (_, { error }: { error: unknown }) => toProblem(error) }),
    noteSilence: assign({
      error: { code: 'bad-output', message: 'The model used its tools for too many turns and gave no answer.' },
    }),
    announceAnswer: emit(({ context }) => ({
      type: 'agent.said',
      runPath: context.runPath,
      message: context.answer ?? { role: 'assistant', content: '' },
    })),
    announceFailure: emit(({ context }) => ({
      type: 'agent.failed',
      runPath: context.runPath,
      error: context.error ?? { code: 'bug', message: 'There is no answer.' },
    })),
  },
  guards: {
    mayUseTools: ({ context }, reply: CallModelOutput) =>
      toolCallsIn(context, reply).length > 0 && !isLastTurn(context),
    makesMove: ({ context }, reply: CallModelOutput) => movesIn(context, reply).length > 0,
    mayRepair: ({ context }, { unfit }: CallModelOutput) => unfit !== undefined && context.unfits === 0,
    isUnfit: (_, { unfit }: CallModelOutput) => unfit !== undefined,
    isSilent: (_, { text, output }: CallModelOutput) => text.trim() === '' && output === undefined,
    hasMoved: ({ context }) => context.made.length > 0,
    hasResults: ({ context }) => hasAllResults(context),
    isLimit: (_, error: EffectError) => error.limit !== undefined,
    isWorthRetrying: ({ context }, error: EffectError) => isWorthTrying(context, error),
    hasOtherModel: ({ context }) => context.model + 1 < context.settings.models.length,
  },
});

const reply = ({ event }: { event: { output: CallModelOutput } }) => event.output;
const failure = ({ context, event }: { context: ModelAgentContext; event: { error: unknown } }) =>
  failureOf(event.error, context);
const thrown = ({ event }: { event: { error: unknown } }) => ({ error: event.error });
const limitOf = (about: Parameters<typeof failure>[0]) => failure(about).limit as ReachedLimit; // the guard has looked

const asking = agentSetup.createStateConfig({
  tags: 'working',
  invoke: {
    id: 'callModel',
    src: 'callModel',
    input: ({ context }) => callInput(context),
    onDone: [
      {
        guard: { type: 'mayUseTools', params: reply },
        target: 'usingTools',
        actions: { type: 'keepReply', params: reply },
      },
      {
        guard: { type: 'makesMove', params: reply },
        target: 'completed',
        actions: { type: 'keepReply', params: reply },
      },
      {
        guard: { type: 'mayRepair', params: reply },
        target: 'asking',
        reenter: true,
        actions: [
          { type: 'keepReply', params: reply },
          { type: 'noteUnfit', params: reply },
        ],
      },
      {
        guard: { type: 'isUnfit', params: reply },
        target: 'failed',
        actions: [
          { type: 'keepReply', params: reply },
          { type: 'noteUnfit', params: reply },
        ],
      },
      { guard: { type: 'isSilent', params: reply }, target: 'failed', actions: 'noteSilence' },
      { target: 'completed', actions: { type: 'keepReply', params: reply } },
    ],
    onError: [
      {
        guard: { type: 'isLimit', params: failure },
        target: 'completed',
        actions: [{ type: 'noteLimit', params: limitOf }, 'announceAnswer'],
      },
      {
        guard: { type: 'isWorthRetrying', params: failure },
        target: 'waiting',
        actions: { type: 'noteFailure', params: failure },
      },
      {
        guard: 'hasOtherModel',
        target: 'asking',
        reenter: true,
        actions: { type: 'failOver', params: failure },
      },
      { target: 'failed', actions: { type: 'noteProblem', params: thrown } },
    ],
  },
});

const usingTools = agentSetup.createStateConfig({
  tags: 'working',
  entry: 'startTools',
  on: {
    'xstate.done.actor.*': {
      actions: [
        {
          type: 'keepTool',
          params: ({ event }) => ({ actorId: event.actorId, end: event.output as ToolEnd }), // what a call of a tool comes to
        },
        stopChild(({ event }) => event.actorId),
      ],
    },
  },
  always: [
    { guard: and(['hasResults', 'hasMoved']), target: 'completed', actions: 'keepResults' },
    { guard: 'hasResults', target: 'asking', actions: 'keepResults' },
  ],
});

/** The chart of an agent with these settings; its slots are filled by whoever makes the agent. */
export const modelAgentMachine = (settings: ModelAgentSettings) =>
  agentSetup.createMachine({
    id: 'agent',
    context: ({ input }) => begin(input, settings),
    initial: 'preparing',
    states: {
      preparing: {
        tags: 'working',
        invoke: {
          id: 'prepare',
          src: 'prepare',
          input: ({ context: { messages, history, runPath, session } }) => ({ messages, history, runPath, session }),
          onDone: { target: 'asking', actions: { type: 'keepInput', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: { type: 'noteProblem', params: thrown } },
        },
      },
      asking,
      waiting: { tags: 'waiting', after: { backoff: 'asking' } },
      usingTools,
      completed: { type: 'final', output: ({ context }) => toEnd(context, 'completed') },
      failed: { type: 'final', entry: 'announceFailure', output: ({ context }) => toEnd(context, 'failed') },
    },
    output: ({ event }) => event.output as AgentEnd, // the final states above
  });
