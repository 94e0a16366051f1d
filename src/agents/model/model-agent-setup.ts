import { assign, type DoneActorEvent, type ErrorActorEvent, emit, enqueueActions, setup } from 'xstate';
import type { EffectError } from '../../domain/effect.ts';
import type { ReachedLimit } from '../../domain/limit.ts';
import { type AgentEnd, type AgentStart, toProblem } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { emptySlot } from '../empty-slot.ts';
import type { CallModelInput, CallModelOutput } from './call-model.ts';
import { newsOf } from './model-agent-end.ts';
import { afterError, afterLimit, afterUnfit, failureOf, hasOtherModel, isWorthTrying } from './model-agent-failures.ts';
import { afterFitting, afterSummary, standing, tooLarge } from './model-agent-window.ts';
import {
  afterPreparing,
  afterReply,
  afterTool,
  afterTools,
  hasAllResults,
  isLastTurn,
  type ModelAgentContext,
  moveNews,
  movesIn,
  toolCallsIn,
  toolId,
  valuesOf,
} from './model-agent-work.ts';
import { toolCallInput } from './pending-calls.ts';
import type { Prepared, PrepareInput } from './prepare.ts';
import type { SummarizeInput, Summary } from './summarize.ts';
import { toolCallMachine } from './tool-call-machine.ts';
import type { ToolEnd } from './use-tool.ts';

const indexOf = (actorId: string) => Number(actorId.slice(actorId.lastIndexOf('-') + 1)) - 1;

/** What the charts of model agents are made of. */
export const agentSetup = setup({
  types: {
    input: {} as AgentStart,
    context: {} as ModelAgentContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    emitted: {} as AgentNews,
    output: {} as AgentEnd,
  },
  actors: {
    prepare: emptySlot<Prepared, PrepareInput>('prepare'),
    callModel: emptySlot<CallModelOutput, CallModelInput>('callModel'),
    summarize: emptySlot<Summary, SummarizeInput>('summarize'),
    toolCall: toolCallMachine,
  },
  delays: { backoff: ({ context }) => context.waitMs },
  actions: {
    keepInput: assign(({ context }, prepared: Prepared) => afterPreparing(context, prepared)),
    clearOldest: assign(({ context }) => afterFitting(context)),
    keepSummary: assign(({ context }, { text }: Summary) => afterSummary(context, text)),
    noteTooLarge: assign({ error: ({ context }) => tooLarge(context) }),
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
    hasOtherModel: ({ context }) => hasOtherModel(context),
    fitsWindow: ({ context }) => standing(context) === 'fits',
    maySummarize: ({ context }) => standing(context) === 'crowded',
  },
});

export const reply = ({ event }: { event: { output: CallModelOutput } }) => event.output;
export const failure = ({ context, event }: { context: ModelAgentContext; event: { error: unknown } }) =>
  failureOf(event.error, context);
export const thrown = ({ event }: { event: { error: unknown } }) => ({ error: event.error });
export const limitOf = (about: Parameters<typeof failure>[0]) => failure(about).limit as ReachedLimit; // the guard has looked
