import type { ActorState, SystemState } from '../state/fold.ts';
import { leafWords } from '../state/format.ts';

/** Whether an actor came to a bad end of its own. */
export const hasFailed = ({ status, value }: ActorState): boolean =>
  status === 'error' || (status === 'done' && leafWords(value) === 'failed');

/**
 * The actors that are shown as failed: those that failed themselves and, where the run failed, everyone from where that began up to the root.
 *
 * @param cause the path of the actor with which the failure of the run began
 */
export function failedActors(state: SystemState, cause?: string): ReadonlySet<string> {
  const failed = new Set<string>();
  for (const actor of state.values()) {
    const isInChain = cause !== undefined && (cause === actor.path || cause.startsWith(`${actor.path}/`));
    if (hasFailed(actor) || isInChain) failed.add(actor.id);
  }
  return failed;
}
