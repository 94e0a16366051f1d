import { isRecord } from '../domain/is-record.ts';
import { defaultRunOptions } from '../domain/options.ts';
import { endStateOf, executionStatuses } from '../domain/status.ts';
import { withValue } from '../domain/with-value.ts';
import type { PlanStep, TaskPlan } from '../plan/plan.ts';
import type { RunLog } from './run-log.ts';

/** The host's states from which no other version of the plan comes. */
const lastStates: ReadonlySet<unknown> = new Set(['finalizing', ...executionStatuses.map(endStateOf)]);

/** How far the steps of a plan are, and whether another version may follow. */
export function planProgress(
  log: RunLog,
  steps: readonly PlanStep[],
): Pick<TaskPlan, 'currentSteps' | 'totalSteps' | 'completedSteps' | 'allowDynamicUpdate'> {
  const idsOf = (status: PlanStep['status']) => steps.filter((step) => step.status === status).map((step) => step.id);
  return {
    currentSteps: idsOf('executing'),
    totalSteps: steps.length,
    completedSteps: idsOf('completed'),
    allowDynamicUpdate: !lastStates.has(log.latest('status.changed')?.data.state) && roundNumber(log) < maxRounds(log),
  };
}

/** The round that a run is in; 0 before the first. */
export const roundNumber = (log: RunLog): number => log.plan.round;

/** The limit as it stands: that of the request, or what it was edited to since. Edits are not checked, so one may make no sense. */
export function maxRounds(log: RunLog): number {
  const begun = log.latest('request.received')?.data.options ?? defaultRunOptions;
  const edited = log
    .all('context.edited')
    .reduce<{ options: unknown }>(
      (context, { data }) => (/^options(\.|$)/.test(data.path) ? withValue(context, data.path, data.value) : context),
      { options: begun },
    );
  const limits = isRecord(edited.options) ? edited.options.limits : undefined;
  const rounds = isRecord(limits) ? limits.rounds : undefined;
  return typeof rounds === 'number' ? rounds : begun.limits.rounds;
}
