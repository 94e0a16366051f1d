import { withFeedback } from '../../domain/results.ts';
import { isEnded } from '../../domain/status.ts';
import { TroupeError } from '../../errors.ts';
import { beganAt, type Entry, type EntryOf } from '../entry.ts';
import { maxRounds, roundNumber } from '../plan-progress.ts';
import { RunLog } from '../run-log.ts';
import { isPausedAt } from '../to-run-result.ts';
import { contextOf, planOf } from '../views.ts';
import type { ExecutionRecord, RunState } from './run-state.ts';

/** The state of a run as it stands, computed from its log alone. */
export function toRunState(entries: readonly Entry[]): RunState {
  const [first] = entries;
  if (first?.type !== 'request.received') {
    throw new TroupeError('bad-log', 'This log does not begin with a request, so it is not the log of a run.');
  }
  const log = new RunLog(first.run, entries);
  const status = log.latest('status.changed');
  const { status: lastStatus, state: currentStep } = status?.data ?? { status: 'pending', state: 'pending' };
  // A run that failed because something took too long, attempts included, is one whose time was up.
  const executionStatus = log.latest('run.failed')?.data.code === 'timeout' ? 'timeout' : lastStatus;
  const hasEnded = isEnded(executionStatus);
  const feedbackHistory = log.all('feedback.given').flatMap(({ data }) => log.output('reflect', data.effect) ?? []);
  const currentPlan = planOf(log);
  const answer = log.latest('answer.given')?.data.content;
  return {
    sessionId: log.run,
    startTime: first.at,
    // As they came, whatever they are; nobody changes them.
    originalMessages: first.data.messages as RunState['originalMessages'],
    ...(log.latest('context.analyzed') ? { conversationContext: contextOf(log) } : {}),
    ...(currentPlan ? { currentPlan } : {}),
    planHistory: earlierPlans(log),
    executionStatus,
    currentStep,
    executionHistory: executionHistory(log),
    thinkingHistory: log.all('thought.formed').flatMap(({ data }) => log.output('think', data.effect) ?? []),
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

/** Each plan that was replaced, as it stood at that moment. */
function earlierPlans(log: RunLog): RunState['planHistory'] {
  return log
    .all('plan.updated')
    .flatMap((entry) => planOf(new RunLog(log.run, log.entries.slice(0, entry.seq - 1))) ?? []);
}

function executionHistory(log: RunLog): ExecutionRecord[] {
  const started = new Map<number, string>();
  const [first] = log.entries;
  // A fork did not work on a round before it began.
  const began = first ? beganAt(first) : '';
  const records: ExecutionRecord[] = [];
  for (const { type, data, at } of log.entries) {
    const record = records.at(-1);
    if (type === 'step.started' && !started.has(data.round)) started.set(data.round, at);
    if (type === 'feedback.given' && record) {
      const feedback = log.output('reflect', data.effect);
      if (feedback) [record.feedback, record.results] = [feedback, withFeedback(record.results, feedback)];
    }
    if (type !== 'results.collected') continue;
    const { round, version, results } = data;
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

function closing(log: RunLog, { at, data }: EntryOf<'status.changed'>): RunState['metadata'] {
  const { notDone = [], limit } = data;
  const error = log.latest('run.failed')?.data;
  return { completionTime: at, notDone: [...notDone], ...(limit ? { limit } : {}), ...(error ? { error } : {}) };
}
