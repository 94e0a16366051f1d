import { messageOf } from '../errors.ts';
import type { Note } from './entry-types.ts';
import { stepsAt } from './plan-fold.ts';
import type { RunLog } from './run-log.ts';

/** What is written of a run whose chart threw, by the log alone: the chart can no longer say it. */
export function failureNotes(log: RunLog, error: unknown): Note[] {
  const fact = log.entries.findLast(({ kind }) => kind === 'fact');
  const state = log.latest('status.changed')?.data.state ?? 'pending';
  const about = fact && ('key' in fact.data ? fact.data.key : 'path' in fact.data ? fact.data.path : undefined);
  const what = [fact?.type, about].filter(Boolean).join(' ');
  const why = messageOf(error).replace(/\s+/g, ' ');
  const message = `The host's chart threw while it was ${state}, at entry ${fact?.seq} (${what}): ${why}`;
  const rounds = log.latest('step.started')?.data.round ?? 0;
  const steps = log.plan.version === 0 ? [] : stepsAt(log.plan);
  const unfinished = steps.filter(({ status }) => status !== 'completed' && status !== 'skipped');
  const notDone = unfinished.map((step) => ({
    what: step.description,
    why: step.reason ?? 'The run ended before it was done.',
  }));
  return [
    { type: 'status.changed', data: { status: 'failed', state: 'failed', rounds, notDone } },
    { type: 'run.failed', data: { code: 'bug', message } },
  ];
}
