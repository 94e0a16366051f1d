import type { AnyActorRef } from 'xstate';
import type { Entry } from '../log/entry.ts';
import type { RunLog } from '../log/run-log.ts';
import type { FactSource } from './delivery-gate.ts';

/**
 * One open run, for whoever drives it. There are two ways in which a chart is connected with its log: its actors are adopted (`ChartCore`), or its slots
 * are filled with effects (`Effects`). Seen from here they are the same.
 */
export interface RunCore extends FactSource {
  readonly log: RunLog;
  readonly root: AnyActorRef | undefined;
  /** Whether it takes nothing more: it has ended, was left or broke. Its last entries may still be written. */
  readonly isOver: boolean;
  /** Hands a stored fact over again. */
  hand(fact: Entry): void;
  /** Commits what has been recorded, now. `hasEnd`: so far the stored log has the end of the run as well. */
  flush(hasEnd: boolean): void;
  /** The run continues in another process: everything that was under way begins again. */
  restore(): void;
  /** Nothing more happens here; the run can be continued elsewhere. */
  leave(): void;
  /** The log can no longer be written, or belongs to somebody else. */
  fail(error: unknown): void;
}
