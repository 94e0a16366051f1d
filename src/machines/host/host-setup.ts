import { assign, type DoneActorEvent, type ErrorActorEvent, enqueueActions, fromPromise, setup } from 'xstate';
import type { ConversationContext } from '../../conversation/conversation-context.ts';
import { afterFailure, type EffectError, firstTry, type Settled } from '../../domain/effect.ts';
import type { ReachedLimit } from '../../domain/limit.ts';
import type { Message } from '../../domain/message.ts';
import type { RunOptions } from '../../domain/options.ts';
import type { SpecialistResult } from '../../domain/results.ts';
import type { OutputShape } from '../../domain/schemas/standard-schema.ts';
import type { ExecutionStatus } from '../../domain/status.ts';
import { type NotDone, responseBranch, type ThinkingResult } from '../../domain/thinking.ts';
import { withValue } from '../../domain/with-value.ts';
import type { Note } from '../../log/entry-types.ts';
import type { HostOutput } from '../../log/run-result.ts';
import type { PlanStep } from '../../plan/plan.ts';
import type { PlanOutline } from '../../plan/plan-markdown.ts';
import { remarkAfter } from '../attempts.ts';
import { type DeciderOutput, deciderMachine } from '../decider-machine.ts';
import { type PlannerOutput, plannerMachine } from '../planner-machine.ts';
import { type ReflectorOutput, reflectorMachine } from '../reflector-machine.ts';
import { slot } from '../slot.ts';
import { specialistMachine } from '../specialist-machine.ts';
import { type ToolCallsOutput, toolCallsMachine } from '../tool-calls-machine.ts';
import { withDeadline, withDecision, withinLimit, withLimit } from './host-board.ts';
import { type HostContext, mayAsk, startedRound } from './host-context.ts';
import { withLostStep, withOtherPlan, withReplacement } from './host-corrections.ts';
import type { HostEvent, HostInput, KnownResults } from './host-events.ts';
import { hostGuards } from './host-guards.ts';
import { deadlineInput } from './host-inputs.ts';
import { thinkKey } from './host-keys.ts';
import { broughtNothing, errorData } from './host-output.ts';
import { updatedPlan, withDraftedStep, withPlan } from './host-plan.ts';
import { withResult } from './host-result.ts';
import { renewedBoard } from './renew-steps.ts';
import { startReadySteps } from './start-ready-steps.ts';

/** What the host's chart is made of: its types, slots, actions and guards. */
export const hostSetup = setup({
  types: {
    input: {} as HostInput,
    context: {} as HostContext,
    events: {} as HostEvent | DoneActorEvent | ErrorActorEvent,
    output: {} as HostOutput,
    tags: {} as ExecutionStatus | 'paused',
  },
  actors: {
    journal: fromPromise<
      unknown,
      {
        runId: string | undefined;
        messages: readonly Message[];
        knowledge: readonly string[];
        output: OutputShape | undefined;
      }
    >(() => Promise.reject(new Error('The slot "journal" is empty.'))),
    analyze: slot('analyze'),
    think: slot('think'),
    toolCalls: toolCallsMachine,
    answer: slot('answer'),
    finalize: slot('finalize'),
    structure: slot('structure'),
    wait: slot('wait'),
    planner: plannerMachine,
    decider: deciderMachine,
    specialist: specialistMachine,
    reflector: reflectorMachine,
  },
  actions: {
    record: (_, _notes: Note | readonly Note[]) => {},
    keepRequest: assign(
      (_, { output, run, options, at }: { run: string; options: RunOptions; at: number; output?: OutputShape }) => ({
        run,
        options,
        at,
        shape: output?.name,
      }),
    ),
    startClock: assign(({ context, spawn }) => {
      if (context.options.limits.wallMs !== undefined) spawn('wait', { id: 'deadline', input: deadlineInput(context) });
      return {};
    }),
    keepContext: assign((_, { value, at }: Settled<ConversationContext>) => ({
      isContinuation: value.isContinuation,
      at,
    })),
    keepThought: assign(({ context }, { value, at }: Settled<ThinkingResult>) => {
      const branch = responseBranch(value, { mayAsk: mayAsk(context) });
      return {
        thought: {
          complexity: value.complexity,
          branch,
          question: value.question,
          ...(value.isRefusal ? { isRefusal: value.isRefusal } : {}),
        },
        // What was answered beside a plan is the answer when no plan can be made.
        answer: branch === 'clarify' ? undefined : value.answer,
        draft: value.plan === undefined ? undefined : { key: thinkKey(context), plan: value.plan },
        notDone: value.notDone,
        notes: [],
        calls: [],
        at,
      };
    }),
    keepCalls: assign((_, { value, at }: Settled<ThinkingResult>) => ({ calls: value.toolCalls ?? [], at })),
    keepFound: assign(({ context }, { keys, at }: ToolCallsOutput) => ({
      exchange: [...context.exchange, thinkKey(context), ...keys],
      looks: context.looks + 1,
      calls: [],
      at: Math.max(context.at, at),
    })),
    keepAnswer: assign((_, { value, at }: Settled<string>) => ({ answer: value, at })),
    keepStructured: assign((_, structured: HostContext['structured']) => ({ structured })),
    keepUnfit: assign((_, unfit: string) => ({ unfit })),
    /** A planner's plan is in force: a person reviews it, a message updates it first, or its steps start. */
    keepPlan: assign(({ context }, [output, next]: readonly [PlannerOutput, 'review' | 'update' | 'run']) =>
      output.ok
        ? {
            ...withinLimit(context, withPlan(context, updatedPlan(context, output.outline), 'draft')),
            isUnplanned: next === 'update',
            isUnapproved: next === 'review' || context.isUnapproved,
            round: next === 'review' ? context.round : startedRound(context),
            draft: undefined,
            answer: undefined,
          }
        : {},
    ),
    keepEdit: assign(({ context }, edit: { outline: PlanOutline; results?: KnownResults }) =>
      withinLimit(context, withPlan(context, edit.outline, 'edit', edit.results)),
    ),
    keepDraftedStep: assign(({ context, spawn }, step: PlanStep) =>
      startReadySteps(context, withDraftedStep(context, step) ?? { news: [] }, spawn),
    ),
    // What was drafted when the planning ended is the plan, so that its results are not lost.
    keepDrafted: assign(({ context }) =>
      context.plan?.version === 0
        ? withinLimit(context, withPlan(context, context.plan, 'edit'))
        : { news: [], obsolete: [] },
    ),
    stopObsolete: enqueueActions(({ context, enqueue }) => {
      for (const id of context.obsolete) enqueue.stopChild(id);
    }),
    startReadySteps: assign(({ context, spawn }) => startReadySteps(context, { news: [] }, spawn)),
    keepResult: assign(({ context, spawn }, result: SpecialistResult) =>
      startReadySteps(context, { obsolete: [], ...withResult(context, result) }, spawn),
    ),
    replaceSpecialist: assign(({ context, spawn }, result: SpecialistResult) =>
      startReadySteps(context, withReplacement(context, result), spawn),
    ),
    giveUpStep: assign(({ context, spawn }, result: SpecialistResult) =>
      startReadySteps(context, { obsolete: [], ...withLostStep(context, result) }, spawn),
    ),
    tryOtherPlan: assign(({ context }) => withOtherPlan(context)),
    keepDecision: assign(({ context, spawn }, decision: DeciderOutput) =>
      startReadySteps(context, { obsolete: [], ...withDecision(context, decision) }, spawn),
    ),
    keepJudgement: assign((_, output: ReflectorOutput) => {
      if (!output.ok) return {};
      const { key, branch, finalAnswer, notDone, retries, plan } = output.judgement;
      return {
        judgement: { branch, notDone, retries },
        answer: branch === 'done' ? finalAnswer : undefined,
        draft: plan === undefined ? undefined : { key, plan },
      };
    }),
    dropDraft: assign({ draft: undefined }),
    startRound: assign({ round: ({ context }) => startedRound(context) }),
    closeRound: assign({
      stalls: ({ context }) => (broughtNothing(context) ? context.stalls + 1 : 0),
      collected: ({ context }) => context.round,
    }),
    countMessage: assign({ added: ({ context }) => context.added + 1 }),
    noteUnplanned: assign({ isUnplanned: true }),
    queueMessage: assign({ isQueued: true }),
    seeMessages: assign({ isQueued: false }),
    dropAnswer: assign({ answer: undefined }),
    renewSteps: assign(({ context }) => {
      const round = startedRound(context);
      return { round, ...renewedBoard({ ...context, round }) };
    }),
    countPlanning: assign({ plannings: ({ context }) => context.plannings + 1 }),
    keepReviewRemark: assign((_, remark: string | undefined) => ({ reviewRemark: remark })),
    noteLimit: assign(({ context }, { limit, missing }: { limit: ReachedLimit; missing?: NotDone }) => ({
      ...withLimit({ ...context, news: [] }, limit),
      notes: missing ? [...context.notes, missing] : context.notes,
    })),
    noteDeadline: assign(({ context }) =>
      withDeadline(context, { name: 'wallMs', max: context.options.limits.wallMs ?? 0 }),
    ),
    noteNotDone: assign(({ context }, missing: NotDone) => ({
      notes: [...context.notes, missing],
    })),
    // The next judgement says what is missing, and the run may continue.
    judgeAgain: assign({ answer: undefined, notes: [], stalls: 0 }),
    planAsItIs: assign({ isUnplanned: false }),
    approvePlan: assign({
      isUnapproved: false,
      reviewRemark: undefined,
      round: ({ context }) => startedRound(context),
    }),
    countQuestion: assign({ asked: ({ context }) => context.asked + 1 }),
    noteUnanswered: assign(({ context: { thought, notes } }) => {
      const why = 'Nobody answered this question in time; the answer is the best reading without it.';
      return { unanswered: thought?.question, notes: [...notes, { what: thought?.question ?? '', why }] };
    }),
    thinkAgain: assign({
      turn: ({ context }) => context.turn + 1,
      looks: 0,
      calls: [],
      thought: undefined,
      draft: undefined,
      unanswered: undefined,
    }),
    startAttempts: assign({ ...firstTry, remark: undefined }),
    noteFailure: assign(({ context }, error: EffectError) => ({
      ...afterFailure(context, error, context.options.retry),
      remark: remarkAfter(context, error),
    })),
    tryAgain: assign({ attempt: ({ context }) => context.attempt + 1 }),
    editContext: assign(({ context }, { path, value }: { path: string; value: unknown }) =>
      withValue(context, path, value),
    ),
    noteError: assign((_, error: { code: string; message: string }) => ({ error: errorData(error) })),
  },
  guards: hostGuards,
});
