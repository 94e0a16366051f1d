import { z } from 'zod';
import { conversationContextSchema } from './conversation-context.ts';
import { feedbackResultSchema } from './feedback.ts';
import { messageSchema } from './message.ts';
import { planProblems, taskPlanSchema } from './plan.ts';
import { collectedResultsSchema } from './results.ts';
import { executionStatusSchema } from './status.ts';
import { notDoneSchema, thinkingResultSchema } from './thinking.ts';

export const executionRecordSchema = z.object({
  round: z.int().min(1),
  planVersion: z.int().min(1),
  results: collectedResultsSchema,
  /** What the reflector said of the round; absent until it has. */
  feedback: feedbackResultSchema.optional(),
  durationMs: z.number().min(0),
  timestamp: z.string(),
  /** `failed` when no step of the round gave anything. */
  status: executionStatusSchema,
  metadata: z.record(z.string(), z.unknown()),
});
/** One round: what was executed and what was said of it. */
export type ExecutionRecord = z.infer<typeof executionRecordSchema>;

export const runStateSchema = z.object({
  /** The id of the run. */
  sessionId: z.string(),
  startTime: z.string(),
  originalMessages: z.array(messageSchema),
  conversationContext: conversationContextSchema.optional(),
  currentPlan: taskPlanSchema.optional(),
  /** The versions before the current one as they stood when they were replaced, oldest first. */
  planHistory: z.array(taskPlanSchema),
  executionStatus: executionStatusSchema,
  /** The host's state, such as `reflecting`. */
  currentStep: z.string(),
  executionHistory: z.array(executionRecordSchema),
  thinkingHistory: z.array(thinkingResultSchema),
  feedbackHistory: z.array(feedbackResultSchema),
  roundNumber: z.int().min(0),
  maxRounds: z.int().min(1),
  reflectionCount: z.int().min(0),
  /** Whether there is more to do. */
  shouldContinue: z.boolean(),
  isCompleted: z.boolean(),
  /** True when the request is answered without a plan. */
  isSimpleTask: z.boolean(),
  finalAnswer: messageSchema.optional(),
  metadata: z.looseObject({
    completionTime: z.string().optional(),
    notDone: z.array(notDoneSchema).optional(),
    limit: z.object({ name: z.string(), max: z.number() }).optional(),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
  }),
});
/** The whole state of a run as one value that survives JSON. */
export type RunState = z.infer<typeof runStateSchema>;

const ended: ReadonlySet<RunState['executionStatus']> = new Set(['completed', 'failed', 'cancelled', 'timeout']);

/** True when nothing more happens in a run of this status. */
export function isEnded(status: RunState['executionStatus']): boolean {
  return ended.has(status);
}

/** Everything in a state that contradicts itself, in words that name it. */
export function stateProblems(state: RunState): string[] {
  const { executionStatus, currentPlan, roundNumber, maxRounds, feedbackHistory, metadata } = state;
  const hasEnded = isEnded(executionStatus);
  const table: readonly (readonly [isWrong: boolean, problem: string])[] = [
    [state.sessionId === '', 'The state has no session id.'],
    [Number.isNaN(Date.parse(state.startTime)), 'The state has no start time.'],
    [state.isCompleted && !state.finalAnswer?.content, 'The run is completed, but it has no answer.'],
    [
      state.isCompleted !== (executionStatus === 'completed'),
      `The run is ${executionStatus}, but isCompleted is ${state.isCompleted}.`,
    ],
    [hasEnded && state.shouldContinue, `The run is ${executionStatus}, but it says that it goes on.`],
    [hasEnded && metadata.completionTime === undefined, `The run is ${executionStatus}, but has no completion time.`],
    [!hasEnded && metadata.completionTime !== undefined, `The run is ${executionStatus}, but has a completion time.`],
    [
      Date.parse(metadata.completionTime ?? '') < Date.parse(state.startTime),
      'The run is completed before it has started.',
    ],
    [state.isSimpleTask && currentPlan !== undefined, 'The run is simple, but it has a plan.'],
    [
      roundNumber > maxRounds,
      `The run is in round ${roundNumber}, but ${maxRounds} ${maxRounds === 1 ? 'is' : 'are'} allowed.`,
    ],
    [
      state.executionHistory.some((record) => record.round > roundNumber),
      `The history has a round after round ${roundNumber}, the last one.`,
    ],
    [
      state.reflectionCount !== feedbackHistory.length,
      `The run has reflected ${state.reflectionCount} times, but there is feedback of ${feedbackHistory.length}.`,
    ],
  ];
  return [...table.filter(([isWrong]) => isWrong).map(([, problem]) => problem), ...planFaults(state)];
}

function planFaults({ currentPlan, planHistory }: RunState): string[] {
  if (!currentPlan) return planHistory.length === 0 ? [] : ['There are earlier plans, but no current one.'];
  const versions = [...planHistory, currentPlan].map((plan) => plan.version);
  const isInOrder = versions.every((version, index) => index === 0 || version > (versions[index - 1] ?? 0));
  // Who is there to work is not part of the state, and the limit on steps was kept when the plan was made.
  const everyone = {
    specialists: currentPlan.steps.map((step) => step.assignedTo),
    maxSteps: Number.POSITIVE_INFINITY,
  };
  return [
    ...(isInOrder ? [] : [`The versions of the plan are not in order: ${versions.join(', ')}.`]),
    ...planProblems(currentPlan, everyone),
  ];
}
