import { endOf, type RunFacts } from '../run/run-facts.ts';
import type { PlanView } from '../state/plan-at.ts';
import type { Row } from './bars.ts';
import { askingAt, spanAt } from './read-gantt.ts';

/** How a row stands at an entry. */
export type RowStatus = 'pending' | 'run' | 'done' | 'fail' | 'wait' | 'stopped';

interface Moment {
  readonly seq: number;
  readonly facts: RunFacts;
  /** Where the steps of the plan stand, by the id of their row. */
  readonly steps: ReadonlyMap<string, string>;
}

/** What the rows are read at. */
export const momentOf = (seq: number, facts: RunFacts, plan: PlanView | undefined): Moment => ({
  seq,
  facts,
  steps: new Map((plan?.steps ?? []).map(({ id, status }) => [`step ${id}`, status])),
});

const ofSteps: Readonly<Record<string, RowStatus>> = {
  executing: 'run',
  completed: 'done',
  failed: 'fail',
  blocked: 'fail',
};

const ofEnds = { completed: 'done', failed: 'fail', cancelled: 'stopped' } as const;

/** A step stands as the plan has it, the host as the run, any other row by its last bar. */
export function rowStatus(row: Row, { seq, facts, steps }: Moment): RowStatus {
  const end = endOf(facts);
  if (row.kind === 'host' && end) return ofEnds[end];
  if (askingAt(row, seq)) return 'wait';
  if (row.kind === 'host') return facts.status === 'waiting' ? 'wait' : 'run';
  if (row.kind === 'step') {
    const status = ofSteps[steps.get(row.id) ?? ''] ?? 'pending';
    return end && status === 'run' ? 'stopped' : status;
  }
  const span = spanAt(row, seq);
  if (!span) return 'pending';
  if (span.endSeq === undefined || span.endSeq > seq) return 'run';
  const last = row.bars.findLast(({ startSeq }) => startSeq <= seq);
  return last?.badSeq !== undefined && last.badSeq <= seq ? 'fail' : 'done';
}
