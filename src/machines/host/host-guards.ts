import { type EffectError, isWorthRetrying } from '../../domain/effect.ts';
import type { ReachedLimit } from '../../domain/limit.ts';
import { type Message, requestProblem } from '../../domain/message.ts';
import type { RunOptions } from '../../domain/options.ts';
import type { SteeredState, Steering } from '../../domain/steering.ts';
import type { ThinkingResult } from '../../domain/thinking.ts';
import type { PlannerOutput } from '../planner-machine.ts';
import type { ReflectorOutput } from '../reflector-machine.ts';
import { answerStep } from './host-board.ts';
import { editProblem, type HostContext, isLastLook, isSettled } from './host-context.ts';
import { planScope, thinkKey } from './host-keys.ts';
import { isReviewed } from './host-plan.ts';

interface Args {
  context: HostContext;
}

/** The questions on which the host's transitions depend. */
export const hostGuards = {
  hasPlace: ({ context }: Args, path: string) => editProblem(context, path) === undefined,
  isRequest: (_: Args, messages: readonly Message[]) => requestProblem(messages) === undefined,
  needsClarification: ({ context }: Args) => context.thought?.branch === 'clarify',
  isSimple: ({ context }: Args) => context.thought?.branch === 'direct',
  looksUp: ({ context }: Args, { toolCalls = [] }: ThinkingResult) => toolCalls.length > 0 && !isLastLook(context),
  // An answer that was written before a message came does not answer it.
  hasAnswer: ({ context }: Args) => Boolean(context.answer) && !context.isQueued,
  isPlanned: (_: Args, output: PlannerOutput) => output.ok,
  isPlannedTooSoon: ({ context }: Args, output: PlannerOutput) => output.ok && context.isUnplanned,
  isPlannedForReview: ({ context }: Args, output: PlannerOutput) => output.ok && isReviewed(context, output.outline),
  isUpdate: ({ context }: Args) => (context.plan?.version ?? 0) > 1,
  changesReviewed: ({ context }: Args, does: Steering) =>
    context.options.steering.reviewingPlan === does && (context.plan?.version ?? 0) > 1,
  isBadPlan: (_: Args, { code }: { code: string }) => code === 'bad-plan',
  // A plan that was sent back, or none: no step of it has started.
  isUnplannable: ({ context }: Args, { code }: { code: string }) => code === 'bad-plan' && context.plan?.version !== 0,
  needsNoJudging: ({ context }: Args) => answerStep(context) !== undefined,
  allStepsSettled: ({ context }: Args) => isSettled(context),
  isResult: (_: Args, actorId: string) => actorId.startsWith('step-'),
  isDecision: (_: Args, actorId: string) => actorId.startsWith('when-'),
  isDraftedStep: ({ context }: Args, key: string) =>
    (key === thinkKey(context) || key.startsWith(`${planScope(context)}/`)) && !context.options.reviewPlan,
  hasDraftedSteps: ({ context }: Args) => context.plan !== undefined,
  isLimit: (_: Args, failure: { limit?: ReachedLimit }) => failure.limit !== undefined,
  hasLimit: ({ context }: Args) => context.limit !== undefined,
  isStalled: ({ context }: Args) => context.stalls >= 2,
  hasDeadline: (_: Args, { messages, options }: { messages: readonly Message[]; options: RunOptions }) =>
    requestProblem(messages) === undefined && options.limits.wallMs !== undefined,
  isJudged: (_: Args, output: ReflectorOutput) => output.ok,
  isDone: ({ context }: Args) => context.judgement?.branch === 'done',
  hasRoundsLeft: ({ context }: Args) => context.round < context.options.limits.rounds,
  continues: ({ context }: Args) =>
    context.judgement?.branch === 'continue' &&
    context.round < context.options.limits.rounds &&
    (context.judgement.retries.length > 0 ||
      context.board.status.some((status) => status === 'failed' || status === 'blocked')),
  isWorthRetrying: ({ context }: Args, error: EffectError) => isWorthRetrying(context, error, context.options),
  isApproved: (_: Args, verdict: string) => verdict === 'approved',
  isUnapproved: ({ context }: Args, { limit }: { limit?: ReachedLimit }) => context.isUnapproved && !limit,
  isRoundOpen: ({ context }: Args) => context.round > context.collected,
  doesHere: ({ context }: Args, [state, does]: readonly [SteeredState, Steering]) =>
    context.options.steering[state] === does,
  mayUpdatePlan: ({ context }: Args, state: 'executing' | 'updatingPlan') =>
    context.options.steering[state] === 'plan' && !context.limit,
  mayPlanAgain: ({ context }: Args) =>
    context.options.steering.planning === 'plan' && context.options.reviewPlan !== false,
  mayJudgeAgain: ({ context }: Args) =>
    context.options.steering.finalizing === 'judge' &&
    context.plan !== undefined &&
    !context.limit &&
    isSettled(context),
  mayThinkAgain: ({ context }: Args) =>
    context.options.steering.finalizing === 'judge' && context.plan === undefined && !context.limit,
};
