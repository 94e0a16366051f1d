import type { ExecutionStatus, StepStatus } from '../../domain/status.ts';
import type { NotDone } from '../../domain/thinking.ts';
import type { PlanStep } from '../../plan/plan.ts';
import { clip, shortened } from '../../text/clip.ts';
import type { RunState } from './run-state.ts';

/** What is worth knowing of a run long after it has ended. It has a bounded size, whatever the run was, and the state cannot be made from it again. */
export interface StateSummary {
  readonly sessionId: string;
  readonly startTime: string;
  readonly completionTime?: string;
  readonly executionStatus: ExecutionStatus;
  readonly isCompleted: boolean;
  /** The last message of the user, or the beginning of it. */
  readonly question: string;
  readonly finalAnswer?: string;
  readonly thinking?: {
    readonly thoughts: number;
    readonly complexity: RunState['thinkingHistory'][number]['complexity'];
    readonly strategy: RunState['thinkingHistory'][number]['responseStrategy'];
    readonly confidence?: number;
    /** The last thought. */
    readonly thought: string;
    /** Of all thoughts, the last ones first. */
    readonly insights: readonly string[];
  };
  readonly execution?: {
    readonly title: string;
    /** What the last round came to, and how it was judged. */
    readonly results?: string;
    readonly feedback?: string;
    /** How many steps of the plan have which status. */
    readonly steps: Readonly<Partial<Record<StepStatus, number>>>;
  };
  /** The results that nobody else built on come first, then the longest work. */
  readonly keyResults: readonly KeyResult[];
  readonly notDone: readonly NotDone[];
  readonly limit?: { readonly name: string; readonly max: number };
  readonly error?: { readonly code: string; readonly message: string };
  readonly figures: {
    readonly messages: number;
    readonly rounds: number;
    readonly reflections: number;
    /** How many versions the plan had. */
    readonly plans: number;
    readonly steps: number;
    readonly attempts: number;
    /** From the start to the end. */
    readonly durationMs?: number;
    /** Of the last round. */
    readonly quality?: number;
  };
}

/** What came of a step of the plan. */
export interface KeyResult {
  readonly step: string;
  readonly description: string;
  readonly specialist: string;
  readonly status: StepStatus;
  /** The beginning of the result, or why there is none. */
  readonly result: string;
}

/** How much stays: characters of texts, and items of lists. */
const [long, short, items] = [1_500, 250, 8];

/** Sums a state up, lossy by intent: texts are cut and lists shortened. It is for what is kept beside, or instead of, the exact state for long. */
export function summarizeState(state: RunState): StateSummary {
  const { sessionId, startTime, executionStatus, isCompleted, metadata, finalAnswer, executionHistory } = state;
  const { completionTime, limit, error, notDone = [] } = metadata;
  const asked = state.originalMessages.findLast(({ role }) => role === 'user')?.content ?? '';
  const steps = state.currentPlan?.steps ?? [];
  const quality = executionHistory.at(-1)?.results.overallQuality;
  return {
    sessionId,
    startTime,
    ...(completionTime === undefined ? {} : { completionTime }),
    executionStatus,
    isCompleted,
    question: beginning(asked),
    ...(finalAnswer ? { finalAnswer: beginning(finalAnswer.content) } : {}),
    ...thinkingOf(state),
    ...executionOf(state),
    keyResults: keyResults(steps),
    notDone: notDone.slice(0, items).map(({ what, why }) => ({ what: cut(what), why: cut(why) })),
    ...(limit ? { limit: { name: cut(limit.name), max: limit.max } } : {}),
    ...(error ? { error: { code: cut(error.code), message: cut(error.message) } } : {}),
    figures: {
      messages: state.originalMessages.length,
      rounds: state.roundNumber,
      reflections: state.reflectionCount,
      plans: state.planHistory.length + (state.currentPlan ? 1 : 0),
      steps: steps.length,
      attempts: steps.reduce((sum, step) => sum + 1 + step.retryCount, 0),
      ...(completionTime === undefined
        ? {}
        : { durationMs: Math.max(0, Date.parse(completionTime) - Date.parse(startTime)) }),
      ...(quality === undefined ? {} : { quality }),
    },
  };
}

function thinkingOf({ thinkingHistory }: RunState): Pick<StateSummary, 'thinking'> {
  const last = thinkingHistory.at(-1);
  if (!last) return {};
  const { complexity, responseStrategy, confidence, thought } = last;
  // Only the last thoughts can be among the first of the list.
  const insights = thinkingHistory
    .slice(-items)
    .toReversed()
    .flatMap(({ keyInsights = [] }) => keyInsights.slice(0, items));
  return {
    thinking: {
      thoughts: thinkingHistory.length,
      complexity,
      strategy: responseStrategy,
      ...(confidence === undefined ? {} : { confidence }),
      thought: cut(thought),
      insights: [...new Set(insights.map((insight) => cut(insight)))].slice(0, items),
    },
  };
}

function executionOf({ currentPlan, executionHistory }: RunState): Pick<StateSummary, 'execution'> {
  if (!currentPlan) return {};
  const { results, feedback } = executionHistory.at(-1) ?? {};
  const steps: Partial<Record<StepStatus, number>> = {};
  for (const { status } of currentPlan.steps) steps[status] = (steps[status] ?? 0) + 1;
  return {
    execution: {
      title: cut(currentPlan.title),
      ...(results ? { results: cut(results.summary) } : {}),
      ...(feedback ? { feedback: cut(feedback.feedback) } : {}),
      steps,
    },
  };
}

function keyResults(steps: readonly PlanStep[]): KeyResult[] {
  const needed = new Set(steps.flatMap(({ dependencies }) => dependencies));
  const weight = ({ id, actualMs = 0 }: PlanStep) => [needed.has(id) ? 0 : 1, actualMs] as const;
  const byWeight = steps.toSorted((a, b) => {
    const [[endA, tookA], [endB, tookB]] = [weight(a), weight(b)];
    return endB - endA || tookB - tookA;
  });
  return byWeight.slice(0, items).map(({ id, description, assignedTo, status, result, reason }) => ({
    step: cut(id),
    description: cut(description),
    specialist: cut(assignedTo),
    status,
    result: cut(result ?? reason ?? ''),
  }));
}

/** The beginning of a text that is more than a line. */
const beginning = (text: string) => shortened(text, long);

/** The beginning of a text, on one line. */
function cut(text: string, length = short): string {
  const line = clip(text, 4 * length)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= length && text.length <= 4 * length ? line : `${clip(line, length - 1)}…`;
}
