import { type EffectError, isWorthRetrying } from '../../domain/effect.ts';
import type { ReachedLimit } from '../../domain/limit.ts';
import { type Message, requestProblem } from '../../domain/message.ts';
import type { SpecialistResult } from '../../domain/results.ts';
import type { SteeredState, Steering } from '../../domain/steering.ts';
import type { ThinkingResult } from '../../domain/thinking.ts';
import { type Verdict, verdictNames } from '../../domain/verdict.ts';
import type { Structured } from '../../log/effect-outputs.ts';
import type { PlannerOutput } from '../planner-machine.ts';
import type { ReflectorOutput } from '../reflector-machine.ts';
import { answerStep } from './host-board.ts';
import { editProblem, type HostArgs, isLastLook, isSettled } from './host-context.ts';
import { isAnythingLeft, isHopeless, isReplaceable, lostSteps, mayRetry } from './host-corrections.ts';
import { planScope, thinkKey } from './host-keys.ts';
import { isReviewed } from './host-plan.ts';

/** A question for each verdict: `isJudgedDone`, `isJudgedContinue`. */
const verdictGuards = Object.fromEntries(
  verdictNames.map((verdict) => [
    verdict.replace(/^./, (letter) => `isJudged${letter.toUpperCase()}`),
    ({ context }: HostArgs) => context.judgement?.branch === verdict,
  ]),
) as Record<`isJudged${Capitalize<Verdict>}`, (args: HostArgs) => boolean>; // one for each verdict

/** An actor that is done; one whose name says so is a specialist. */
interface Done {
  readonly actorId: string;
  readonly output: SpecialistResult;
}
const isResultOf = (actorId: string) => actorId.startsWith('step-');

/** The questions on which the host's transitions depend. */
export const hostGuards = {
  hasPlace: ({ context }: HostArgs, path: string) => editProblem(context, path) === undefined,
  isRequest: (_: HostArgs, messages: readonly Message[]) => requestProblem(messages) === undefined,
  needsClarification: ({ context }: HostArgs) => context.thought?.branch === 'clarify',
  isSimple: ({ context }: HostArgs) => context.thought?.branch === 'direct',
  looksUp: ({ context }: HostArgs, { toolCalls = [] }: ThinkingResult) => toolCalls.length > 0 && !isLastLook(context),
  // An answer that was written before a message came does not answer it.
  hasAnswer: ({ context }: HostArgs) => Boolean(context.answer) && !context.isQueued,
  wantsShape: ({ context }: HostArgs) => context.shape !== undefined,
  isOutOfTime: ({ context }: HostArgs) => context.limit?.name === 'wallMs',
  fitsShape: (_: HostArgs, output: Structured) => output.ok,
  isPlanned: (_: HostArgs, output: PlannerOutput) => output.ok,
  isPlannedTooSoon: ({ context }: HostArgs, output: PlannerOutput) => output.ok && context.isUnplanned,
  isPlannedForReview: ({ context }: HostArgs, output: PlannerOutput) =>
    output.ok && isReviewed(context, output.outline),
  isUpdate: ({ context }: HostArgs) => (context.plan?.version ?? 0) > 1,
  changesReviewed: ({ context }: HostArgs, does: Steering) =>
    context.options.steering.reviewingPlan === does && (context.plan?.version ?? 0) > 1,
  isBadPlan: (_: HostArgs, { code }: { code: string }) => code === 'bad-plan',
  // A plan that was sent back, or none: no step of it has started.
  isUnplannable: ({ context }: HostArgs, { code }: { code: string }) =>
    code === 'bad-plan' && context.plan?.version !== 0,
  needsNoJudging: ({ context }: HostArgs) => answerStep(context) !== undefined,
  allStepsSettled: ({ context }: HostArgs) => isSettled(context),
  isReplaceable: ({ context }: HostArgs, { actorId, output }: Done) =>
    isResultOf(actorId) && isReplaceable(context, output),
  isHopeless: ({ context }: HostArgs, { actorId, output }: Done) => isResultOf(actorId) && isHopeless(context, output),
  // Another plan did not help either: nobody is asked what else could be done.
  isExhausted: ({ context }: HostArgs) =>
    context.isReplanned && !context.isQueued && !isAnythingLeft(context) && lostSteps(context).size > 0,
  isResult: (_: HostArgs, actorId: string) => isResultOf(actorId),
  isDecision: (_: HostArgs, actorId: string) => actorId.startsWith('when-'),
  isDraftedStep: ({ context }: HostArgs, key: string) =>
    (key === thinkKey(context) || key.startsWith(`${planScope(context)}/`)) && !context.options.reviewPlan,
  hasDraftedSteps: ({ context }: HostArgs) => context.plan !== undefined,
  isLimit: (_: HostArgs, failure: { limit?: ReachedLimit }) => failure.limit !== undefined,
  hasLimit: ({ context }: HostArgs) => context.limit !== undefined,
  isStalled: ({ context }: HostArgs) => context.stalls >= 2,
  isJudged: (_: HostArgs, output: ReflectorOutput) => output.ok,
  ...verdictGuards,
  hasRoundsLeft: ({ context }: HostArgs) => context.round < context.options.limits.rounds,
  continues: ({ context }: HostArgs) =>
    context.judgement?.branch === 'continue' &&
    context.round < context.options.limits.rounds &&
    (context.judgement.retries.some(({ step }) => mayRetry(context, step)) || isAnythingLeft(context)),
  isWorthRetrying: ({ context }: HostArgs, error: EffectError) => isWorthRetrying(context, error, context.options),
  isApproved: (_: HostArgs, verdict: string) => verdict === 'approved',
  isUnapproved: ({ context }: HostArgs, { limit }: { limit?: ReachedLimit }) => context.isUnapproved && !limit,
  isRoundOpen: ({ context }: HostArgs) => context.round > context.collected,
  doesHere: ({ context }: HostArgs, [state, does]: readonly [SteeredState, Steering]) =>
    context.options.steering[state] === does,
  mayUpdatePlan: ({ context }: HostArgs, state: 'executing' | 'updatingPlan') =>
    context.options.steering[state] === 'plan' && !context.limit,
  mayPlanAgain: ({ context }: HostArgs) =>
    context.options.steering.planning === 'plan' && context.options.reviewPlan !== false,
  mayJudgeAgain: ({ context }: HostArgs) =>
    context.options.steering.finalizing === 'judge' &&
    context.plan !== undefined &&
    !context.limit &&
    isSettled(context),
  mayThinkAgain: ({ context }: HostArgs) =>
    context.options.steering.finalizing === 'judge' && context.plan === undefined && !context.limit,
};
