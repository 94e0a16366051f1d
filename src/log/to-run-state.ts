import type { FeedbackResult } from '../domain/feedback.ts';
import type { ReachedLimit } from '../domain/limit.ts';
import type { Message } from '../domain/message.ts';
import { type CollectedResults, withFeedback } from '../domain/results.ts';
import type { NotDone, ThinkingResult } from '../domain/thinking.ts';
import { TroupeError } from '../errors.ts';
import { beganAt, type Entry } from './entry.ts';
import { maxRounds, roundNumber } from './plan-progress.ts';
import { RunLog } from './run-log.ts';
import { type ExecutionRecord, isEnded, type RunState } from './run-state.ts';
import { isPausedAt } from './to-run-result.ts';
import { contextOf, planOf } from './views.ts';

// Every cast on `data` and on outputs in this file reads what one named writer wrote: the host's notes, the journal or
// an effect's performer.

/** The state of a run as it stands, computed from its log alone. */
export function toRunState(entries: readonly Entry[]): RunState {
  const [first] = entries;
  if (first?.type !== 'request.received') {
    throw new TroupeError('bad-log', 'This log does not begin with a request, so it is not the log of a run.');
  }
  const log = new RunLog(first.run, entries);
  const { messages } = first.data as unknown as { messages: Message[] };
  const status = log.latest('status.changed');
  const { status: toldStatus = 'pending', state: currentStep = 'pending' } = (status?.data ?? {}) as Partial<{
    status: RunState['executionStatus'];
    state: string;
  }>;
  // A run that failed because something took too long, attempts included, is one whose time was up.
  const executionStatus = log.latest('run.failed')?.data.code === 'timeout' ? 'timeout' : toldStatus;
  const hasEnded = isEnded(executionStatus);
  const feedbackHistory = outputsOf<FeedbackResult>(log, 'feedback.given');
  const currentPlan = planOf(log);
  const answer = log.latest('answer.given')?.data.content as string | undefined;
  return {
    sessionId: log.run,
    startTime: first.at,
    originalMessages: messages,
    ...(log.latest('context.analyzed') ? { conversationContext: contextOf(log) } : {}),
    ...(currentPlan ? { currentPlan } : {}),
    planHistory: earlierPlans(log),
    executionStatus,
    currentStep,
    executionHistory: executionHistory(log),
    thinkingHistory: outputsOf<ThinkingResult>(log, 'thought.formed'),
    feedbackHistory,
    roundNumber: roundNumber(log),
    maxRounds: maxRounds(log),
    reflectionCount: feedbackHistory.length,
    shouldContinue: !hasEnded && (feedbackHistory.at(-1)?.shouldContinue ?? true),
    isCompleted: executionStatus === 'completed',
    isPaused: isPausedAt(log),
    // A step may be under way before the thought that wants it is whole: the thought before it says nothing any more.
    isSimpleTask: log.latest('thought.formed')?.data.branch === 'direct' && !log.latest('step.started'),
    ...(answer === undefined ? {} : { finalAnswer: { role: 'assistant', content: answer } }),
    metadata: hasEnded && status ? closing(log, status) : {},
  };
}

function outputsOf<Output>(log: RunLog, type: 'thought.formed' | 'feedback.given'): Output[] {
  return log.entries.flatMap((entry) => (entry.type === type ? [log.output(String(entry.data.effect)) as Output] : []));
}

/** Each plan that was replaced, as it stood at that moment. */
function earlierPlans(log: RunLog): RunState['planHistory'] {
  return log.entries
    .filter((entry) => entry.type === 'plan.updated')
    .flatMap((entry) => planOf(new RunLog(log.run, log.entries.slice(0, entry.seq - 1))) ?? []);
}

function executionHistory(log: RunLog): ExecutionRecord[] {
  const started = new Map<unknown, string>();
  const [first] = log.entries;
  // A fork did not work on a round before it began.
  const began = first ? beganAt(first) : '';
  const records: ExecutionRecord[] = [];
  for (const { type, data, at } of log.entries) {
    const record = records.at(-1);
    if (type === 'step.started' && !started.has(data.round)) started.set(data.round, at);
    if (type === 'feedback.given' && record) {
      record.feedback = log.output(String(data.effect)) as FeedbackResult;
      record.results = withFeedback(record.results, record.feedback);
    }
    if (type !== 'results.collected') continue;
    const { round, version, results } = data as { round: number; version: number; results: CollectedResults };
    const gaveNothing = results.successfulResults.length + results.partialResults.length === 0;
    records.push({
      round,
      planVersion: version,
      results,
      durationMs: Math.max(0, Date.parse(at) - Math.max(Date.parse(began), Date.parse(started.get(round) ?? at))),
      timestamp: at,
      status: gaveNothing ? 'failed' : 'completed',
      metadata: {},
    });
  }
  return records;
}

function closing(log: RunLog, { at, data }: Entry): RunState['metadata'] {
  const { notDone, limit } = data as { notDone: NotDone[]; limit?: ReachedLimit };
  const error = log.latest('run.failed')?.data as { code: string; message: string } | undefined;
  return { completionTime: at, notDone, ...(limit ? { limit } : {}), ...(error ? { error } : {}) };
}
