import type { StepStatus } from '../../../src/domain/status.ts';
import { durationOf } from '../run/run-words.ts';
import type { PlanView, StepView } from '../state/plan-at.ts';
import type { Attempt } from './attempts.ts';

/** Where a step stands; one that was at work when its run ended has stopped with it. */
export type ShownStatus = StepStatus | 'waiting' | 'stopped';

/** A step of the plan where it stands, or one time that it was tried before. */
export interface StepRow {
  readonly kind: 'step';
  readonly step: string;
  readonly title: string;
  readonly status: ShownStatus;
  /** Who does it and what is special about it; why it failed. */
  readonly note: string;
  readonly time: string;
  /** The rows above that it follows from, by their place among the steps. */
  readonly follows: readonly number[];
  readonly actor?: string;
  /** A step that the plan no longer has, or an earlier try. */
  readonly isPast: boolean;
}

export interface RoundRow {
  readonly kind: 'round';
  readonly round: number;
  readonly time: string;
}

export type PlanRow = StepRow | RoundRow;

interface Moment {
  readonly plan: PlanView;
  readonly attempts: readonly Attempt[];
  /** The last entry that counts. */
  readonly until: number;
  /** What time it is there. */
  readonly now: number;
  /** The steps that wait for a person. */
  readonly asking: ReadonlySet<string>;
  /** The run has ended. */
  readonly isOver: boolean;
}

/** The plan as a list, round by round: what was tried, where each step stands, and what it follows from. */
export function planRows(moment: Moment): readonly PlanRow[] {
  const { plan, attempts } = moment;
  const lastOf = new Map(attempts.map((attempt) => [attempt.step, attempt]));
  const byId = new Map(plan.steps.map((step) => [step.id, step]));
  // A step that is to be done again has no try of its own yet.
  const isDue = ({ id, status }: StepView) => !lastOf.has(id) || status === 'pending';
  const rounds = Map.groupBy(attempts, ({ round }) => round);
  const last = Math.max(1, ...rounds.keys());
  const due = plan.steps.filter(isDue);
  const rows: PlanRow[] = [];
  const places = new Map<string, number>();
  const order = new Map(plan.steps.map(({ id }, place) => [id, place]));
  const placeOf = ({ step }: Attempt) => order.get(step) ?? -1;
  let count = 0;
  const add = (row: Omit<StepRow, 'kind' | 'follows'>, needs: readonly string[]) => {
    const before = places.get(row.step);
    const follows = before === undefined ? needs.flatMap((need) => places.get(need) ?? []) : [before];
    rows.push({ kind: 'step', ...row, follows });
    places.set(row.step, count++);
  };
  for (let round = 1; round <= last; round++) {
    const own = (rounds.get(round) ?? []).toSorted((a, b) => placeOf(a) - placeOf(b));
    rows.push({ kind: 'round', round, time: roundTime(own, moment) });
    for (const attempt of own) {
      const step = byId.get(attempt.step);
      const isLast = step !== undefined && lastOf.get(attempt.step) === attempt && !isDue(step);
      const again = places.has(attempt.step) ? ' · again' : '';
      add(attemptRow(attempt, isLast ? step : undefined, again, moment), step?.dependencies ?? attempt.dependencies);
    }
    if (round === last) for (const step of due) add(dueRow(step, lastOf.has(step.id)), step.dependencies);
  }
  return rows;
}

const endAt = ({ end }: Attempt, until: number) => (end && end.seq <= until ? end : undefined);

function roundTime(attempts: readonly Attempt[], { until, now, isOver }: Moment): string {
  if (attempts.length === 0) return '';
  const began = Math.min(...attempts.map(({ startedAt }) => startedAt));
  const ends = attempts.map((attempt) => endAt(attempt, until)?.at);
  const isOpen = !isOver && ends.includes(undefined);
  const took = durationOf(Math.max(...ends.map((end) => end ?? now)) - began);
  return isOpen ? `so far ${took}` : took;
}

/** One time that a step was tried; `step` where that is where it stands. */
function attemptRow(attempt: Attempt, step: StepView | undefined, again: string, moment: Moment) {
  const { until, now, asking, isOver } = moment;
  const end = endAt(attempt, until);
  const isAsking = !end && asking.has(attempt.step);
  const stands = step?.status ?? end?.status ?? 'executing';
  const status = isAsking ? 'waiting' : isOver && stands === 'executing' ? 'stopped' : stands;
  const reason = step?.reason ?? end?.reason;
  const note =
    status === 'waiting'
      ? 'waits for you'
      : status === 'stopped'
        ? 'stopped with the run'
        : (status === 'failed' || status === 'blocked') && reason
          ? reason
          : `${attempt.specialist}${again}${afterWords(attempt.dependencies)}`;
  return {
    step: attempt.step,
    title: step?.description ?? attempt.description,
    status,
    note,
    time: durationOf((end?.at ?? now) - attempt.startedAt),
    actor: attempt.actor,
    isPast: step === undefined,
  } as const;
}

/** A step that nobody works on, or that is to be done again. */
function dueRow(step: StepView, isAgain: boolean) {
  const { id, description, status, assignedTo = '', alongside = [], dependencies, reason } = step;
  const who = [assignedTo, ...alongside].filter(Boolean).join(', ');
  const again = isAgain ? ' · again' : '';
  const note = status === 'pending' ? `${who}${again}${afterWords(dependencies)}` : (reason ?? who);
  return { step: id, title: description, status, note, time: '', isPast: false } as const;
}

const afterWords = (needs: readonly string[]) =>
  needs.length === 0 ? '' : needs.length > 4 ? ` · after ${needs.length} steps` : ` · after ${needs.join(', ')}`;
