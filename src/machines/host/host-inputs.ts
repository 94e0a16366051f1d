/** What the host hands to those who work for it: each gets what it reads, never the whole context. */
import { capOf } from '../../domain/effect.ts';
import { limitText } from '../../domain/limit.ts';
import type { PlanStep } from '../../plan/plan.ts';
import type { PlannerInput } from '../planner-machine.ts';
import type { ReflectorInput } from '../reflector-machine.ts';
import type { ToolCallsInput } from '../tool-calls-machine.ts';
import { answerStep } from './host-board.ts';
import { type HostArgs, type HostContext, isLastLook, mayAsk } from './host-context.ts';
import {
  adoptKey,
  analyzeKey,
  answerDeadlineKey,
  answerKey,
  assembleKey,
  finalizeKey,
  lookScope,
  planScope,
  repairKey,
  roundScope,
  structureKey,
  thinkKey,
} from './host-keys.ts';
import { allNotDone } from './host-output.ts';

const actor = 'host';
const address = ({ run }: HostContext, key: string) => ({ run, actor, key });
const callOf = (context: HostContext, key: string) => ({
  ...address(context, key),
  timeoutMs: context.options.timeouts.callMs,
  ...capOf(context),
});

export const analyzeInput = ({ context }: HostArgs) => address(context, analyzeKey(context));

export const thinkInput = ({ context }: HostArgs) => ({
  ...callOf(context, thinkKey(context)),
  mayAsk: mayAsk(context),
  remark: context.remark,
  exchange: context.exchange,
  isLast: isLastLook(context),
});

export const lookupInput = ({ context }: HostArgs): ToolCallsInput => ({
  run: context.run,
  actor,
  scope: lookScope(context),
  timeoutMs: context.options.timeouts.callMs,
  calls: context.calls,
});

export const answerInput = ({ context }: HostArgs) => ({
  ...callOf(context, answerKey(context)),
  exchange: context.exchange,
});

const closing = (context: HostContext, key: string) => ({
  ...callOf(context, key),
  notDone: allNotDone(context),
  limit: context.limit && limitText(context.limit),
  unanswered: context.unanswered,
  isPlain: context.limit?.name === 'wallMs',
});
export const finalizeInput = ({ context }: HostArgs) => closing(context, finalizeKey(context));
/** One result is the answer: it is not written a second time. */
export const adoptInput = ({ context }: HostArgs) => ({
  ...closing(context, adoptKey(context)),
  adopts: answerStep(context) ?? '',
});
/** No model writes the answer: the results are put together as they are, so that no work is lost. */
export const assembleInput = ({ context }: HostArgs) => ({ ...closing(context, assembleKey(context)), isPlain: true });

export const structureInput = ({ context }: HostArgs) => ({
  ...callOf(context, structureKey(context)),
  answer: context.answer ?? '',
});
/** The value that did not fit goes along, with the reason. */
export const repairInput = ({ context }: HostArgs) => ({
  ...callOf(context, repairKey(context)),
  answer: context.answer ?? '',
  unfit: context.unfit ?? '',
});

/** How long the run may take. */
export const deadlineInput = (context: HostContext) => ({
  ...address(context, 'deadline'),
  until: context.at + (context.options.limits.wallMs ?? 0),
});
/** How long a question waits for its answer. */
export const answerDeadlineInput = ({ context }: HostArgs) => ({
  ...address(context, answerDeadlineKey(context)),
  until: context.at + context.options.timeouts.answerMs,
});
/** How long a call waits for its next attempt. */
export const waitFor = (keyOf: (context: HostContext) => string) => ({
  input: ({ context }: HostArgs) => ({
    ...address(context, `${keyOf(context)}/wait`),
    until: context.at + context.waitMs,
  }),
});

export function plannerInput(context: HostContext, previous: readonly PlanStep[]): PlannerInput {
  const { options } = context;
  return {
    run: context.run,
    actor: 'host/planner',
    scope: planScope(context),
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

export function reflectorInput({ context }: HostArgs): ReflectorInput {
  const { run, round, stalls, options } = context;
  return {
    run,
    isStalled: stalls > 0,
    actor: 'host/reflector',
    scope: roundScope(context),
    round,
    attempts: options.attempts,
    turns: options.turns,
    callMs: options.timeouts.callMs,
    retry: options.retry,
  };
}
