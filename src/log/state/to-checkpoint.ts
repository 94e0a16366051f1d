import type { Entry } from '../entry.ts';
import type { RunState } from './run-state.ts';
import { toRunState } from './to-run-state.ts';

/** A moment of a run from which a fork can continue: `troupe.fork(runId, { at: seq })`. */
export interface Checkpoint {
  readonly runId: string;
  /** The last entry that belongs to it. */
  readonly seq: number;
  readonly at: string;
  readonly state: RunState;
}

/** The checkpoint at an entry, with all that its fact caused: what a fork at this entry shares. */
export function toCheckpoint(entries: readonly Entry[], at: number): Checkpoint {
  const next = entries.findIndex((entry) => entry.seq > at && entry.kind === 'fact');
  const shared = next < 0 ? entries : entries.slice(0, next);
  const state = toRunState(shared);
  const last = shared.at(-1);
  return { runId: state.sessionId, seq: last?.seq ?? at, at: last?.at ?? state.startTime, state };
}
