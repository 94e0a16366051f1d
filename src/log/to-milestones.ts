import type { SpecialistResult } from '../domain/results.ts';
import { type PlanStep, workersOf } from '../plan/plan.ts';
import { planStep } from '../plan/plan-markdown.ts';
import { type Entry, type EntryOf, seqOf } from './entry.ts';
import type { EntryData } from './entry-types.ts';
import type { Milestone, PlanUpdated, SpecialistCompleted, SpecialistInvoked } from './milestone.ts';
import { type PlanState, stepAt, stepsAt } from './plan-fold.ts';
import { RunLog } from './run-log.ts';
import { toRunResult } from './to-run-result.ts';
import { contextOf, messagesOf, planOf, startedStep } from './views.ts';

/** What an entry means to somebody who follows the run. `log` ends with the entry. */
export function toMilestones(entry: Entry, log: RunLog): Milestone[] {
  const place = { runId: log.run, at: entry.at, seq: entry.seq };
  switch (entry.type) {
    case 'status.changed':
      if (entry.data.state === 'thinking' && turnStarts(log).at(-1)?.seq === entry.seq) {
        const turn = turnOf(log);
        return [{ type: 'thinking.started', ...place, turn, messages: messagesOf(log), context: contextOf(log) }];
      }
      // The other two ends have an entry of their own, which comes last.
      return entry.data.status === 'cancelled' ? [{ type: 'task.completed', ...place, result: toRunResult(log) }] : [];
    case 'run.completed':
    case 'run.failed':
      return [{ type: 'task.completed', ...place, result: toRunResult(log) }];
    case 'thought.formed': {
      const thought = log.output('think', entry.data.effect);
      const durationMs = msBetween(turnStarts(log).at(-1), entry);
      const about = { turn: turnOf(log), branch: entry.data.branch, durationMs };
      return thought ? [{ type: 'thinking.completed', ...place, thought, ...about }] : [];
    }
    case 'plan.created': {
      const plan = planOf(log);
      const ended = dropped(entry, log).map((one) => ({ ...one, ...place }));
      return plan ? [{ type: 'plan.created', ...place, plan }, ...ended] : [];
    }
    case 'plan.updated': {
      const plan = planOf(log);
      const about: Pick<PlanUpdated, 'previousVersion' | 'updates'> = {
        previousVersion: previousVersion(log, entry),
        updates: entry.data.updates,
      };
      const ended = dropped(entry, log).map((one) => ({ ...one, ...place }));
      return plan ? [{ type: 'plan.updated', ...place, plan, ...about }, ...ended] : [];
    }
    case 'step.started':
      return invoked(entry, log).map((one) => ({ ...one, ...place }));
    case 'step.completed':
    case 'step.failed':
      return completed(entry, log).map((one) => ({ ...one, ...place }));
    case 'feedback.given': {
      const feedback = log.output('reflect', entry.data.effect);
      const { round, branch } = entry.data;
      return feedback ? [{ type: 'feedback.generated', ...place, feedback, round, branch }] : [];
    }
    default:
      return [];
  }
}

/** Reads the milestones of a run's entries, handed over one after the other from the first. */
export function milestoneReader(run: string): (entry: Entry) => Milestone[] {
  // Of its own: the log of a live run may already be ahead of what is read here.
  const log = new RunLog(run);
  return (entry) => {
    log.keep(entry);
    return toMilestones(entry, log);
  };
}

/** Where each turn of the host's thinking begins. A turn continues after a look-up. */
function turnStarts(log: RunLog): Entry[] {
  const changes = log.all('status.changed');
  return changes.filter(
    ({ data }, index) => data.state === 'thinking' && changes[index - 1]?.data.state !== 'lookingUp',
  );
}

const turnOf = (log: RunLog) => turnStarts(log).length;

const msBetween = (from: Entry | undefined, to: Entry) => Date.parse(to.at) - Date.parse(from?.at ?? to.at);

function previousVersion(log: RunLog, { seq }: Entry): number {
  const before = log.all('plan.updated').findLast((entry) => entry.seq < seq) ?? log.latest('plan.created');
  return before?.data.plan.version ?? 0;
}

type Unplaced<M> = Omit<M, 'runId' | 'at' | 'seq'>;

function invoked({ data }: EntryOf<'step.started'>, log: RunLog): Unplaced<SpecialistInvoked>[] {
  const step = stepOf(data, log);
  const start = Number(/#(\d+)$/.exec(data.actor)?.[1] ?? 1);
  const { round } = data;
  return workersOf(step).map((specialist) => ({ type: 'specialist.invoked', step, specialist, round, start }));
}

function completed(entry: EntryOf<'step.completed' | 'step.failed'>, log: RunLog): Unplaced<SpecialistCompleted>[] {
  const started = log.entries[seqOf(entry.parent ?? '') - 1];
  // A step whose condition could not be decided has failed before anybody began.
  if (started?.type !== 'step.started') return [];
  const { results, reason } = entry.data;
  const begun = stepOf(started.data, log);
  const status = entry.type === 'step.completed' ? 'completed' : 'failed';
  const step: PlanStep = { ...begun, status, ...(reason === undefined ? {} : { reason }) };
  return workersOf(step).map((specialist) => {
    const given = results.find(({ specialistName }) => specialistName === specialist);
    const result = given ?? stopped(specialist, started, entry, reason);
    const turn = log.output('ask', result.resultKey ?? '');
    return { type: 'specialist.completed', step, specialist, result, ...(turn ? { text: turn.text } : {}) };
  });
}

/** Whose work on a step ends with a version of the plan that no longer has it under way. */
function dropped(entry: EntryOf<'plan.created' | 'plan.updated'>, log: RunLog): Unplaced<SpecialistCompleted>[] {
  const reason = `The plan was changed: version ${entry.data.plan.version} no longer has this work.`;
  const isUnderWay = (state: PlanState, id: string) => stepAt(state, id)?.status === 'executing';
  return stepsAt(log.replacedPlan).flatMap(({ id }) => {
    const started = log.latest('step.started', id);
    if (!started || !isUnderWay(log.replacedPlan, id) || isUnderWay(log.plan, id)) return [];
    const step: PlanStep = { ...stepOf(started.data, log), status: 'failed', reason };
    return workersOf(step).map((specialist) => {
      const result = stopped(specialist, started, entry, reason);
      return { type: 'specialist.completed', step, specialist, result };
    });
  });
}

/** The step as it was when the entry started it; while the plan is still written only the entry knows it. */
function stepOf(data: EntryData['step.started'], log: RunLog): PlanStep {
  const { id, description, specialist, alongside, when, dependencies } = data;
  return {
    ...(startedStep(log, id) ?? planStep({ id, description })),
    description,
    assignedTo: specialist,
    ...(alongside === undefined ? {} : { alongside: [...alongside] }),
    ...(when === undefined ? {} : { when }),
    dependencies: [...dependencies],
    status: 'executing',
  };
}

/** A limit or another plan has ended the step before this specialist had a result: what the log says of that. */
function stopped(
  specialistName: string,
  started: EntryOf<'step.started'>,
  ended: Entry,
  error?: string,
): SpecialistResult {
  return {
    stepId: started.data.id,
    specialistName,
    status: 'failed',
    ...(error === undefined ? {} : { error }),
    startTime: started.at,
    endTime: ended.at,
    durationMs: msBetween(started, ended),
    retryCount: 0,
    metadata: {},
  };
}
