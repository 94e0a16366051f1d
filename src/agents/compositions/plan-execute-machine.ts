/**
 * A plan is made, its first step is carried out, and then it is looked at again: until there is an answer.
 *
 *   planning ──▶ executing ──▶ replanning ──▶ completed
 *      │ ▼          ▲              │ ▼           ▲
 *      │ failed     └──────────────┘ closing ────┘
 *      └──▶ replanning: nothing has to be done
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, emit, enqueueActions, setup } from 'xstate';
import { type AgentEnd, type AgentStart, brokenEnd, endOf } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { partSlot } from '../empty-slot.ts';
import {
  afterOwnWords,
  afterPart,
  failureNews,
  isFailed,
  isOutOfMeans,
  ownWordsNews,
  partStart,
  problemOf,
  toEnd,
} from './composition.ts';
import {
  afterPlanner,
  afterReplanner,
  afterStep,
  beginPlan,
  type PlanExecuteContext,
  type PlanExecuteSettings,
  type PlanInput,
  planMove,
  plannedEnd,
  planValues,
  respondMove,
  stepStart,
} from './plan-execute-work.ts';

/** Somebody's own functions. */
export interface PlanInputs {
  readonly executor: PlanInput;
  readonly replanner: PlanInput;
}

interface Ended {
  readonly part: string;
  readonly end: AgentEnd;
}

const planSetup = setup({
  types: {
    input: {} as AgentStart,
    context: {} as PlanExecuteContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    emitted: {} as AgentNews,
    output: {} as AgentEnd,
  },
  actors: { part: partSlot },
  actions: {
    keepPlan: assign(({ context }, end: AgentEnd) => afterPlanner(context, end)),
    keepEnd: assign(({ context }, { part, end }: Ended) => afterPart(context, part, end)),
    keepStep: assign(({ context }, end: AgentEnd) => afterStep(context, end)),
    keepReplan: assign(({ context }, end: AgentEnd) => afterReplanner(context, end)),
    keepProblem: assign({ error: (_, { part, end }: Ended) => problemOf(part, end) }),
    shareProgress: enqueueActions(({ context, enqueue }) => {
      if (context.session) enqueue.sendTo(context.session, { type: 'session.set', values: planValues(context) });
    }),
    sayResponse: enqueueActions(({ context, enqueue }) => {
      const { response } = context;
      if (response === undefined) return;
      enqueue.assign(afterOwnWords(context, response));
      enqueue.emit(ownWordsNews(context, response));
    }),
    noteLimit: enqueueActions(({ context, enqueue }) => {
      const limit = { name: 'rounds' as const, max: context.settings.max };
      enqueue.assign({ limit });
      enqueue.emit({ type: 'agent.limited', runPath: context.runPath, limit });
    }),
    announceFailure: emit(({ context }) => failureNews(context)),
  },
  guards: {
    isFailed: (_, end: AgentEnd) => isFailed(end),
    isFailedWithoutWords: ({ context }, end: AgentEnd) => isFailed(end) && context.answer === undefined,
    isOutOfMeans: (_, end: AgentEnd) => isOutOfMeans(end),
    hasSteps: ({ context }) => context.plan.length > 0,
    isDone: ({ context }) => context.isDone,
    isSpent: ({ context }) => context.executedSteps.length >= context.settings.max,
  },
});

/** What a part came to, for the actions that keep it. */
const endedAs = (part: string, read: (end: AgentEnd) => AgentEnd = (end) => end) => {
  const ended = ({ event }: { event: DoneActorEvent }) => read(endOf(event));
  const broken = ({ event }: { event: ErrorActorEvent }) => brokenEnd(event.error);
  const keepFailure = <Event>(of: (about: { event: Event }) => AgentEnd) =>
    (['keepEnd', 'keepProblem'] as const).map((type) => ({
      type,
      params: (about: { event: Event }) => ({ part, end: of(about) }),
    }));
  return { ended, broken, keepFailure };
};

const planning = (planner: string) => {
  const { ended, broken, keepFailure } = endedAs(planner, plannedEnd);
  return planSetup.createStateConfig({
    tags: 'working',
    invoke: {
      id: planner,
      src: planner as 'part', // its chart is provided under its name
      input: ({ context }) => partStart({ ...context, moves: [] }, planner),
      onDone: [
        { guard: { type: 'isFailed', params: ended }, target: 'failed', actions: keepFailure(ended) },
        {
          guard: { type: 'isOutOfMeans', params: ended },
          target: 'completed',
          actions: { type: 'keepEnd', params: ({ event }) => ({ part: planner, end: ended({ event }) }) },
        },
        { target: 'deciding', actions: { type: 'keepPlan', params: ended } },
      ],
      onError: { target: 'failed', actions: keepFailure(broken) },
    },
  });
};

const deciding = planSetup.createStateConfig({
  entry: 'shareProgress',
  always: [
    { guard: 'isDone', target: 'completed', actions: 'sayResponse' },
    { guard: 'isSpent', target: 'closing', actions: 'noteLimit' },
    { guard: 'hasSteps', target: 'executing' },
    { target: 'replanning' },
  ],
});

const executing = (executor: string, input: PlanInput) => {
  const { ended, broken } = endedAs(executor);
  return planSetup.createStateConfig({
    tags: 'working',
    invoke: {
      id: executor,
      src: executor as 'part', // as above
      input: ({ context }) => stepStart(context, executor, input),
      onDone: [
        {
          guard: { type: 'isOutOfMeans', params: ended },
          target: 'completed',
          actions: { type: 'keepStep', params: ended },
        },
        { target: 'replanning', actions: { type: 'keepStep', params: ended } },
      ],
      onError: { target: 'replanning', actions: { type: 'keepStep', params: broken } },
    },
  });
};

const replanning = (replanner: string, input: PlanInput) => {
  const { ended, broken, keepFailure } = endedAs(replanner);
  return planSetup.createStateConfig({
    tags: 'working',
    entry: 'shareProgress',
    invoke: {
      id: replanner,
      src: replanner as 'part', // as above
      input: ({ context }) => stepStart(context, replanner, input, [planMove, respondMove]),
      onDone: [
        { guard: { type: 'isFailed', params: ended }, target: 'failed', actions: keepFailure(ended) },
        { target: 'deciding', actions: { type: 'keepReplan', params: ended } },
      ],
      onError: { target: 'failed', actions: keepFailure(broken) },
    },
  });
};

/** The replanner is asked for the answer, and can only give one. If it fails, what the last step said is the answer. */
const closing = (replanner: string, input: PlanInput) => {
  const { ended, broken, keepFailure } = endedAs(replanner);
  return planSetup.createStateConfig({
    tags: 'working',
    invoke: {
      id: `${replanner}-closing`,
      src: replanner as 'part', // as above
      input: ({ context }) => stepStart(context, replanner, input, [respondMove]),
      onDone: [
        { guard: { type: 'isFailedWithoutWords', params: ended }, target: 'failed', actions: keepFailure(ended) },
        { target: 'completed', actions: [{ type: 'keepReplan', params: ended }, 'sayResponse'] },
      ],
      onError: { target: 'failed', actions: keepFailure(broken) },
    },
  });
};

/** The chart of plan, execute and replan. The slots of the three are filled by whoever makes it. */
export const planExecuteMachine = (settings: PlanExecuteSettings, inputs: PlanInputs) =>
  planSetup.createMachine({
    id: 'planExecuteReplan',
    context: ({ input }) => beginPlan(settings, input),
    initial: 'planning',
    states: {
      planning: planning(settings.planner),
      deciding,
      executing: executing(settings.executor, inputs.executor),
      replanning: replanning(settings.replanner, inputs.replanner),
      closing: closing(settings.replanner, inputs.replanner),
      completed: { type: 'final', output: ({ context }) => toEnd(context, 'completed') },
      failed: { type: 'final', entry: 'announceFailure', output: ({ context }) => toEnd(context, 'failed') },
    },
    output: ({ event }) => event.output as AgentEnd, // the final states above
  });
