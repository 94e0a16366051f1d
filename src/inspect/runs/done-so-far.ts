import type { Outcome } from '../../log/run-result.ts';
import { headOf } from '../set-path.ts';

/** What a run has done of its request, read from its entries as they come; `outcome` once it has completed. */
export interface DoneSoFar {
  readonly hasPlan: boolean;
  readonly hasResult: boolean;
  readonly hasThought: boolean;
  readonly isRefused: boolean;
  readonly outcome?: Outcome;
}

export const nothingYet: DoneSoFar = { hasPlan: false, hasResult: false, hasThought: false, isRefused: false };

/** The same as `outcomeOf` says of the result, without the plan. */
export function doneSoFar(before: DoneSoFar, type: string, data: Readonly<Record<string, unknown>>): DoneSoFar {
  if (type === 'plan.created') return { ...before, hasPlan: true };
  if (type === 'step.completed') return { ...before, hasResult: true };
  if (type === 'thought.formed') return { ...before, hasThought: true, isRefused: data.isRefusal === true };
  return type === 'status.changed' && data.status === 'completed'
    ? { ...before, outcome: outcome(before, data) }
    : before;
}

function outcome(before: DoneSoFar, data: Readonly<Record<string, unknown>>): Outcome {
  const { hasPlan, hasResult, hasThought, isRefused } = before;
  const notDone = headOf(data.notDone);
  if (data.limit === undefined && !(Array.isArray(notDone) && notDone.length > 0)) return 'answered';
  return (hasPlan ? hasResult : hasThought && !isRefused) ? 'partly' : 'refused';
}
