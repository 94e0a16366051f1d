import { TroupeError } from '../errors.ts';
import type { Callbacks } from './run/callbacks.ts';

export interface CallOptions {
  /** Cancels the run when it aborts. */
  signal?: AbortSignal;
  /** @default a new id */
  runId?: string;
  /** Called with the milestones of this run, after the orchestrator's own. */
  callbacks?: Callbacks | readonly Callbacks[] | undefined;
  /** What is known that helps with the request. Everyone gets it as data, never as a rule. @default nothing */
  knowledge?: readonly string[];
}

/** Options for a run that continues. */
export type ContinueOptions = Pick<CallOptions, 'signal' | 'callbacks'>;

export interface ForkOptions extends ContinueOptions {
  /** The last entry that both runs share, with all that its fact caused. */
  at: number;
  /** Changes of the host's context before the fork continues: a path such as `options.limits.rounds` and its new value. */
  edits?: readonly { path: string; value: unknown }[];
  /** @default a new id */
  newRunId?: string;
}

/** @throws TroupeError `usage` when they do not say where to fork. */
export function checkForkOptions(options: ForkOptions | undefined): ForkOptions {
  if (typeof options?.at === 'number') return options;
  throw new TroupeError(
    'usage',
    'fork needs the number of the last entry that both runs share: troupe.fork(runId, { at: 12 }).',
  );
}
