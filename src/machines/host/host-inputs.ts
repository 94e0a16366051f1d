import type { ErrorActorEvent } from 'xstate';
import { capOf, type EffectError, type Failure, toEffectError } from '../../domain/effect.ts';
import { limitText, type ReachedLimit } from '../../domain/limit.ts';
import type { ExecutionStatus } from '../../domain/status.ts';
import type { SteeredState, Steering } from '../../domain/steering.ts';
import type { ThinkingResult } from '../../domain/thinking.ts';
import type { Note } from '../../log/entry-types.ts';
import { startSteps } from '../../plan/board.ts';
import { maxStepRetries, type PlanStep } from '../../plan/plan.ts';
import type { PlanOutline } from '../../plan/plan-markdown.ts';
import type { DeciderInput, DeciderOutput } from '../decider-machine.ts';
import type { PlannerInput, PlannerOutput } from '../planner-machine.ts';
import type { Judgement, ReflectorInput, ReflectorOutput } from '../reflector-machine.ts';
import type { SpecialistInput } from '../specialist-machine.ts';
import type { ToolCallsInput } from '../tool-calls-machine.ts';
import { type Decision, startedNote } from './host-board.ts';
import { decisionActor, type HostContext, stepActor, workersOf } from './host-context.ts';
import type { HostEvent } from './host-events.ts';
import { allNotDone } from './host-output.ts';

export const enter = (state: string, status: ExecutionStatus) =>
  ({ type: 'record', params: { type: 'status.changed', data: { status, state } } }) as const;
export const note = (type: 'run.paused' | 'run.resumed' | 'run.completed') =>
  ({ type: 'record', params: { type, data: {} } }) as const;
/** Tells the log what changed on the board. */
export const tell = { type: 'record', params: ({ context }: { context: HostContext }) => context.news } as const;
export const tellChange = ['stopObsolete', tell] as const;
export const address = (context: HostContext, key: string, timeoutMs?: number) => ({
  run: context.run,
  actor: 'host',
  key,
  ...(timeoutMs === undefined ? {} : { timeoutMs, ...capOf(context) }),
});
/** Calls that are made again because a message came have keys of their own. */
const plus = ({ added }: HostContext) => (added === 0 ? '' : `+${added}`);
/** Whether a question may still be put to the user. */
export const mayAsk = ({ asked, options }: HostContext) => asked < options.questions;
export const questionId = (context: HostContext) => `question-${context.turn}`;
export const reviewId = (context: HostContext) => `plan-review-${context.plannings}`;

/** The turn of the thinking that is under way: the first has the turn's own name. */
const lookOf = ({ turn, looks }: HostContext) => `t${turn}${looks === 0 ? '' : `.${looks + 1}`}`;
export const thinkKey = (context: HostContext) => `${lookOf(context)}/think#${context.attempt}`;
export const thinkInput = (context: HostContext) => ({
  ...address(context, thinkKey(context), context.options.timeouts.callMs),
  turn: context.turn,
  mayAsk: mayAsk(context),
  remark: context.remark,
  exchange: context.exchange,
  isLast: isLastLook(context),
});
/** Whether no look-up is left after this turn. */
export const isLastLook = ({ looks, options }: HostContext) => looks + 1 >= options.turns;
export const lookupInput = (context: HostContext): ToolCallsInput => ({
  run: context.run,
  actor: 'host',
  scope: `${lookOf(context)}/look`,
  timeoutMs: context.options.timeouts.callMs,
  calls: context.calls,
});
export const answerKey = (context: HostContext) => `t${context.turn}${plus(context)}/answer#${context.attempt}`;
export const finalizeKey = (context: HostContext) => `finalize${plus(context)}#${context.attempt}`;
export const adoptKey = (context: HostContext) => `adopt${plus(context)}`;
export const assembleKey = (context: HostContext) => `assemble${plus(context)}`;
export const finalizeInput = (context: HostContext) => ({
  ...address(context, finalizeKey(context), context.options.timeouts.callMs),
  round: context.round,
  notDone: allNotDone(context),
  limit: context.limit && limitText(context.limit),
  unanswered: context.unanswered,
  isPlain: context.limit?.name === 'wallMs',
});
export const retryWait = (context: HostContext, key: string) => ({
  ...address(context, `${key}/wait`),
  until: context.at + context.waitMs,
});

export function plannerInput(context: HostContext, previous: readonly PlanStep[]): PlannerInput {
  const { options } = context;
  return {
    run: context.run,
    actor: 'host/planner',
    scope: `plan-${context.plannings}`,
    specialists: options.specialists,
    maxSteps: options.limits.steps,
    attempts: options.attempts,
    callMs: options.timeouts.callMs,
    retry: options.retry,
    previous,
    ...(context.draft ? { draft: context.draft } : {}),
    ...(context.reviewRemark === undefined ? {} : { remark: context.reviewRemark }),
  };
}

export function reflectorInput(context: HostContext): ReflectorInput {
  const { run, round, stalls, options } = context;
  return {
    run,
    isStalled: stalls > 0,
    actor: 'host/reflector',
    scope: `r${round}${plus(context)}`,
    round,
    attempts: options.attempts,
    turns: options.turns,
    callMs: options.timeouts.callMs,
    retry: options.retry,
  };
}

export interface Spawn {
  (src: 'specialist', options: { id: string; input: SpecialistInput }): unknown;
  (src: 'decider', options: { id: string; input: DeciderInput }): unknown;
}

/** Starts what can start on the board: specialists for steps with room, deciders for steps with a condition. */
export function advance(context: HostContext, spawn: Spawn): Partial<HostContext> {
  const { run, plan, options } = context;
  if (!plan || context.limit || context.isUnplanned || context.isUnapproved) return context;
  const { board, started } = startSteps(context.board, options.concurrency);
  const said = new Map(context.judgement?.retries.map(({ step, why }) => [step, why]));
  const news = started.map((place) => {
    const step = plan.steps[place] as PlanStep; // the board has a place for each step
    const start = board.starts[place] ?? 0;
    const why = said.get(step.id);
    for (const [worker, specialist] of workersOf(step).entries()) {
      const id = stepActor(step, start, worker);
      spawn('specialist', {
        id,
        input: {
          run,
          actor: `host/${id}`,
          scope: `s${step.id}#${start}${worker === 0 ? '' : `@${worker + 1}`}`,
          stepId: step.id,
          specialist,
          planVersion: plan.version,
          attempts: Math.min(step.maxRetries, maxStepRetries) + 1,
          turns: options.turns,
          callMs: options.timeouts.callMs,
          stepMs: options.timeouts.stepMs,
          retry: options.retry,
          ...(why === undefined ? {} : { remarks: [why] }),
        },
      });
    }
    return startedNote(context, step, start);
  });
  const deciding = board.undecided.filter((place) => !context.deciding.includes(place));
  for (const place of deciding) {
    const step = plan.steps[place] as PlanStep; // the board has a place for each step
    const id = decisionActor(context, step);
    spawn('decider', {
      id,
      input: {
        run,
        actor: `host/${id}`,
        scope: id,
        stepId: step.id,
        condition: step.when ?? '',
        attempts: options.attempts,
        callMs: options.timeouts.callMs,
        retry: options.retry,
      },
    });
  }
  return { ...context, board, deciding: board.undecided, news: [...context.news, ...news] };
}

// The guards before these have looked at `ok`; the other side is there to keep the functions total.
export const outlineOf = (output: PlannerOutput): PlanOutline =>
  output.ok ? output.outline : { title: '', strategy: '', steps: [] };
export const judgementOf = (output: ReflectorOutput): Judgement =>
  output.ok
    ? output.judgement
    : { key: '', branch: 'done', finalAnswer: undefined, notDone: [], retries: [], plan: undefined };
export const errorOf = (output: PlannerOutput | ReflectorOutput) =>
  output.ok ? { code: 'bug', message: 'There is no error.' } : output.error;

export const limitOf = (failure: { limit?: ReachedLimit }): ReachedLimit =>
  failure.limit ?? { name: 'modelCalls', max: 0 };
export const unchecked = ({ message }: Failure) => ({ what: 'Checking the results', why: message });
export const noUpdate = ({ message }: Failure) => ({ what: 'Updating the plan', why: message });
export const unwritten = ({ message }: Failure) => ({ what: 'Writing the final answer', why: message });
export const noAnswer = ({ message }: Failure) => ({ what: 'Answering', why: message });

/** Why an actor of the host failed: what it says, or which one threw. */
export const actorError = ({ actorId, error }: ErrorActorEvent): EffectError => {
  const failure = toEffectError(error);
  return failure.code === 'bug' ? { ...failure, message: `The actor "${actorId}" threw: ${failure.message}` } : failure;
};

export const decisionOf = (output: DeciderOutput): Decision =>
  output.ok ? { stepId: output.stepId, ...output.verdict } : undecidable(output.stepId, output.error);
const undecidable = (stepId: string, { message, limit }: Failure): Decision => ({
  stepId,
  run: false,
  reason: `It could not be decided whether it should be done: ${message}`,
  isFailure: true,
  ...(limit ? { limit } : {}),
});

export const editNote = (event: Extract<HostEvent, { type: 'plan.edited' | 'plan.restored' }>): Note => {
  const { outline } = event;
  if (event.type === 'plan.edited') return { type: 'plan.edited', data: { outline } };
  const { version, results } = event;
  return { type: 'plan.restored', data: { version, outline, results } };
};

/** A message has come while the run worked. */
export const addedNote = (
  context: HostContext,
  { text }: { text: string },
  state: SteeredState,
  does: Steering,
): Note => ({
  type: 'message.added',
  data: {
    id: `message-${context.added + 1}`,
    text,
    state,
    does,
    ...(state === 'clarifying' ? { answers: questionId(context) } : {}),
  },
});

/** What every transition does first that takes a message in. */
export const hear = (state: SteeredState, does: Steering) =>
  [
    {
      type: 'record',
      params: ({ context, event }: { context: HostContext; event: { text: string } }) =>
        addedNote(context, event, state, does),
    },
    'countMessage',
  ] as const;

export const thoughtNote = (context: HostContext, thought: ThinkingResult): Note => ({
  type: 'thought.formed',
  data: {
    effect: thinkKey(context),
    complexity: thought.complexity,
    strategy: thought.responseStrategy,
    confidence: thought.confidence,
    branch: context.thought?.branch ?? 'direct',
  },
});

export const feedbackNote = (context: HostContext, judgement: Judgement): Note => ({
  type: 'feedback.given',
  data: { effect: judgement.key, round: context.round, branch: judgement.branch },
});

export const reviewNote = (
  context: HostContext,
  review: { verdict: 'approved' | 'revise'; remark?: string },
): Note => ({
  type: 'plan.reviewed',
  data: { id: reviewId(context), verdict: review.verdict, remark: review.remark ?? '' },
});
