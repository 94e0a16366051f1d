import type { SpecialistResult } from '../domain/results.ts';
import type { StepStatus } from '../domain/status.ts';
import { isSettled, type PlanStep } from './plan.ts';
import { planGraph } from './plan-graph.ts';

/** What came of a step. */
export interface StepOutcome {
  readonly round: number;
  /** One for each specialist that worked on it. */
  readonly results: readonly SpecialistResult[];
  /** Why it failed, was skipped or is blocked. */
  readonly reason?: string;
  /** It was skipped because its condition was not met: it is not missing. */
  readonly isUnmet?: boolean;
}

/**
 * Where every step of a plan stands, by its place in the plan. Lists, not records: copying a list of ten thousand is cheap, spreading a record is
 * not.
 */
export interface Board {
  readonly status: readonly StepStatus[];
  /** How many needs of each step are not settled yet. */
  readonly needsLeft: readonly number[];
  /** Steps that could start and have no room yet, in the order in which they will. */
  readonly waiting: readonly number[];
  /** Steps with a condition whose needs are settled: it has to be decided whether they run. */
  readonly undecided: readonly number[];
  readonly running: number;
  readonly settled: number;
  /** How often each step was started in this run. */
  readonly starts: readonly number[];
  readonly outcomes: readonly (StepOutcome | null)[];
}

/** What happened on a board, to be written into the log. */
export interface BoardNews {
  readonly what: 'started' | 'blocked' | 'skipped' | 'undecided';
  readonly place: number;
  readonly reason?: string;
}

/** A board that is being changed: the lists are fresh copies. */
interface Draft {
  status: StepStatus[];
  needsLeft: number[];
  waiting: number[];
  undecided: number[];
  running: number;
  settled: number;
  starts: number[];
  outcomes: (StepOutcome | null)[];
}

/** What a step brings with it onto a new board. */
export interface Carried {
  readonly status: StepStatus;
  readonly starts: number;
  readonly outcome: StepOutcome | null;
}

/** The board of a plan; `carried` says where a step stands already. What can start, starts with `startSteps`. */
export function openBoard(
  steps: readonly PlanStep[],
  round: number,
  carried: (step: PlanStep) => Carried | undefined = () => undefined,
): { board: Board; news: BoardNews[] } {
  const { needs } = planGraph(steps);
  const stand = steps.map((step) => carried(step) ?? { status: 'pending' as const, starts: 0, outcome: null });
  const draft: Draft = {
    status: stand.map(({ status }) => status),
    needsLeft: needs.map(
      (list) => list.filter((need) => !isSettled({ status: stand[need]?.status ?? 'pending' })).length,
    ),
    waiting: [],
    undecided: [],
    running: stand.filter(({ status }) => status === 'executing').length,
    settled: stand.filter(isSettled).length,
    starts: stand.map(({ starts }) => starts),
    outcomes: stand.map(({ outcome }) => outcome),
  };
  const news: BoardNews[] = [];
  for (const place of steps.keys()) {
    const lost = reconsider(draft, steps, place, news);
    if (lost) settle(draft, steps, place, lost.what, { round, results: [], reason: lost.reason }, news);
  }
  return { board: draft, news };
}

/** Starts as many steps as there is room for: those with the longest remaining path, or those that an order puts first. */
export function startSteps(
  board: Board,
  room: number,
  order?: (a: number, b: number) => number,
): { board: Board; started: readonly number[] } {
  const count = Math.max(0, Math.min(room - board.running, board.waiting.length));
  if (count === 0) return { board, started: [] };
  const started = (order ? board.waiting.toSorted(order) : board.waiting).slice(0, count);
  const taken = new Set(order && started);
  const status = [...board.status];
  const starts = [...board.starts];
  for (const place of started) {
    status[place] = 'executing';
    starts[place] = (starts[place] ?? 0) + 1;
  }
  return {
    board: {
      ...board,
      status,
      starts,
      waiting: order ? board.waiting.filter((place) => !taken.has(place)) : board.waiting.slice(count),
      running: board.running + count,
    },
    started,
  };
}

/** The higher priority first; steps of the same priority in the order of the plan. */
export const byPriority = (steps: readonly PlanStep[]) => (a: number, b: number) =>
  (steps[b]?.priority ?? 0) - (steps[a]?.priority ?? 0) || a - b;

/** Settles a step, and with it every step that can no longer run because of it. */
export function settleStep(
  board: Board,
  steps: readonly PlanStep[],
  place: number,
  status: 'completed' | 'failed' | 'skipped',
  outcome: StepOutcome,
): { board: Board; news: BoardNews[] } {
  const draft = copy(board);
  if (draft.status[place] === 'executing') draft.running--;
  draft.undecided = draft.undecided.filter((each) => each !== place);
  const news: BoardNews[] = [];
  settle(draft, steps, place, status, outcome, news);
  return { board: draft, news };
}

/** A condition was decided in favour of the step. */
export function admitStep(board: Board, steps: readonly PlanStep[], place: number): Board {
  const draft = copy(board);
  draft.undecided = draft.undecided.filter((each) => each !== place);
  enqueue(draft, steps, place);
  return draft;
}

const copy = (board: Board): Draft => ({
  ...board,
  status: [...board.status],
  needsLeft: [...board.needsLeft],
  waiting: [...board.waiting],
  undecided: [...board.undecided],
  starts: [...board.starts],
  outcomes: [...board.outcomes],
});

/** Settles a step and, one after the other, all that are blocked or skipped because of it. */
function settle(
  draft: Draft,
  steps: readonly PlanStep[],
  place: number,
  status: StepStatus,
  outcome: StepOutcome,
  news: BoardNews[],
): void {
  const { dependents, needs } = planGraph(steps);
  const mark = (each: number, to: StepStatus, what: StepOutcome) => {
    draft.status[each] = to;
    draft.outcomes[each] = what;
    draft.settled++;
  };
  mark(place, status, outcome);
  const settledNow = [place];
  for (let next = settledNow.pop(); next !== undefined; next = settledNow.pop()) {
    for (const dependent of dependents[next] ?? []) {
      draft.needsLeft[dependent] = (draft.needsLeft[dependent] ?? 0) - 1;
      const lost = reconsider(draft, steps, dependent, news);
      if (!lost) continue;
      // What only had steps before it whose conditions were not met is not missing either.
      const isUnmet = lost.what === 'skipped' && needs[dependent]?.every((need) => draft.outcomes[need]?.isUnmet);
      const what = { round: outcome.round, results: [], reason: lost.reason, ...(isUnmet ? { isUnmet } : {}) };
      mark(dependent, lost.what, what);
      settledNow.push(dependent);
    }
  }
}

/** Decides about a pending step by where its needs stand: it waits for room, for a decision, or is lost. */
function reconsider(
  draft: Draft,
  steps: readonly PlanStep[],
  place: number,
  news: BoardNews[],
): { what: 'blocked' | 'skipped'; reason: string } | undefined {
  if (draft.status[place] !== 'pending') return undefined;
  const lose = (what: 'blocked' | 'skipped', reason: string) => {
    news.push({ what, place, reason });
    return { what, reason };
  };
  const needs = planGraph(steps).needs[place] ?? [];
  const isConditional = steps[place]?.when !== undefined;
  const lost = needs.find((need) => draft.status[need] === 'failed' || draft.status[need] === 'blocked');
  if (lost !== undefined && !isConditional) {
    return lose('blocked', `It needs step ${steps[lost]?.id}, which has no result.`);
  }
  if (draft.needsLeft[place] !== 0 || draft.waiting.includes(place) || draft.undecided.includes(place))
    return undefined;
  if (isConditional) {
    draft.undecided.push(place);
    news.push({ what: 'undecided', place });
  } else if (needs.length > 0 && needs.every((need) => draft.status[need] === 'skipped')) {
    return lose('skipped', 'Everything it needs was skipped.');
  } else {
    enqueue(draft, steps, place);
  }
  return undefined;
}

function enqueue(draft: Draft, steps: readonly PlanStep[], place: number): void {
  const { precedence } = planGraph(steps);
  const mine = precedence[place] ?? 0;
  let [low, high] = [0, draft.waiting.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((precedence[draft.waiting[middle] ?? 0] ?? 0) < mine) low = middle + 1;
    else high = middle;
  }
  draft.waiting.splice(low, 0, place);
}
