import { isEnded } from '../../domain/status.ts';
import { conditionSteps } from '../../plan/condition.ts';
import { findCycle, type PlanStep, type TaskPlan, workersOf } from '../../plan/plan.ts';
import { endProblems } from './end-problems.ts';
import type { RunState } from './run-state.ts';
import { held, type Problem, problemText } from './state-problem.ts';

/** Everything in a state that contradicts itself: each names the field, its value and the rule. */
export function stateProblems(state: RunState): string[] {
  return [
    ...endProblems(state),
    ...timeProblems(state),
    ...roundProblems(state),
    ...[...plansOf(state)].flatMap(([path, plan]) => planProblemsAt(path, plan)),
    ...versionProblems(state),
  ].map(problemText);
}

const isTime = (text: string | undefined) =>
  /^\d{4}-\d\d-\d\dT/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
const isBefore = (text: string, other: string) => Date.parse(text) < Date.parse(other);

function timeProblems(state: RunState): Problem[] {
  const { startTime, executionStatus: status, metadata } = state;
  const { completionTime } = metadata;
  const hasEnded = isEnded(status);
  const times = timesOf(state);
  const ends = held([
    [
      hasEnded && completionTime === undefined,
      'metadata.completionTime',
      completionTime,
      `a run that is ${status} has one`,
    ],
    [
      !hasEnded && completionTime !== undefined,
      'metadata.completionTime',
      completionTime,
      `a run that is ${status} has none yet`,
    ],
  ]);
  const wrong = times.flatMap(([path, time]): Problem[] => {
    if (!isTime(time)) return [[path, time, 'a time is written as in 2026-01-31T12:00:00.000Z']];
    return isTime(startTime) && isBefore(time, startTime)
      ? [[path, time, `nothing is before startTime, ${startTime}`]]
      : [];
  });
  const orders = [...plansOf(state)].flatMap(([path, { createdAt, updatedAt }]): Problem[] =>
    isBefore(updatedAt, createdAt)
      ? [[`${path}.updatedAt`, updatedAt, `it is not before createdAt, ${createdAt}`]]
      : [],
  );
  return [...ends, ...wrong, ...orders];
}

function timesOf(state: RunState): [path: string, time: string][] {
  const { completionTime } = state.metadata;
  return [
    ['startTime', state.startTime],
    ...(completionTime === undefined ? [] : [['metadata.completionTime', completionTime] as [string, string]]),
    ...[...plansOf(state)].flatMap(([path, plan]): [string, string][] => [
      [`${path}.createdAt`, plan.createdAt],
      [`${path}.updatedAt`, plan.updatedAt],
    ]),
    ...state.executionHistory.map(({ timestamp }, place): [string, string] => [
      `executionHistory[${place}].timestamp`,
      timestamp,
    ]),
  ];
}

function roundProblems(state: RunState): Problem[] {
  const { roundNumber, maxRounds, executionHistory, reflectionCount, feedbackHistory, currentPlan } = state;
  const records = executionHistory.flatMap(({ round, planVersion }, place): Problem[] => {
    const before = executionHistory[place - 1]?.round ?? 0;
    const newest = currentPlan?.version ?? 0;
    return held([
      [round > roundNumber, `executionHistory[${place}].round`, round, `the run is in round ${roundNumber}`],
      [
        round < before,
        `executionHistory[${place}].round`,
        round,
        `rounds are in order, and the one before is ${before}`,
      ],
      [
        planVersion > newest,
        `executionHistory[${place}].planVersion`,
        planVersion,
        newest === 0 ? 'there is no plan' : `the newest plan is version ${newest}`,
      ],
    ]);
  });
  return [
    ...held([
      [roundNumber > maxRounds, 'roundNumber', roundNumber, `at most ${maxRounds} are allowed (maxRounds)`],
      [
        reflectionCount !== feedbackHistory.length,
        'reflectionCount',
        reflectionCount,
        `feedbackHistory has ${feedbackHistory.length}`,
      ],
    ]),
    ...records,
  ];
}

/** Every plan of a state with its path, oldest first. */
function* plansOf({ planHistory, currentPlan }: RunState): Generator<readonly [path: string, plan: TaskPlan]> {
  for (const [place, plan] of planHistory.entries()) yield [`planHistory[${place}]`, plan];
  if (currentPlan) yield ['currentPlan', currentPlan];
}

function versionProblems(state: RunState): Problem[] {
  if (state.planHistory.length > 0 && !state.currentPlan) {
    return [['currentPlan', undefined, 'there are earlier plans (planHistory), so there is a current one']];
  }
  const plans = [...plansOf(state)];
  return plans.flatMap(([path, { version }], place): Problem[] => {
    const before = plans[place - 1]?.[1].version ?? 0;
    return version > before
      ? []
      : [[`${path}.version`, version, `versions only grow, and the one before is ${before}`]];
  });
}

/** Who there is to work is no part of a state, and the limit on steps was kept when the plan was made. */
function planProblemsAt(path: string, { steps }: TaskPlan): Problem[] {
  if (steps.length === 0) return [[`${path}.steps`, steps, 'a plan has steps']];
  const ids = new Set(steps.map((step) => step.id));
  const first = new Map(steps.map((step, place) => [step.id, place] as const).reverse());
  const own = steps.flatMap((step, place) =>
    stepProblems(step, ids, first.get(step.id) !== place).map(
      ([field, value, rule]): Problem => [`${path}.steps[${place}].${field}`, value, rule],
    ),
  );
  const cycle = findCycle(steps);
  if (!cycle) return own;
  const place = first.get(cycle[0] ?? '') ?? 0;
  const rule = `steps do not need each other in a circle: ${cycle.join(' needs ')}`;
  return [...own, [`${path}.steps[${place}].dependencies`, steps[place]?.dependencies, rule]];
}

function stepProblems(step: PlanStep, ids: ReadonlySet<string>, isSecond: boolean): Problem[] {
  const workers = workersOf(step);
  return [
    ...held([
      [isSecond, 'id', step.id, 'another step has this id'],
      [new Set(workers).size < workers.length, 'alongside', step.alongside, 'a step names each specialist once'],
    ]),
    ...step.dependencies
      .filter((need) => !ids.has(need))
      .map((need): Problem => ['dependencies', step.dependencies, `step ${need} is not in the plan`]),
    ...conditionSteps(step.when ?? '')
      .filter((asked) => !step.dependencies.includes(asked))
      .map((asked): Problem => ['when', step.when, `it asks about step ${asked}, which is not in its dependencies`]),
  ];
}
