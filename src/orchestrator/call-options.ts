import type { JsonValue } from '../domain/json.ts';
import type { StandardSchema } from '../domain/schemas/standard-schema.ts';
import { TroupeError } from '../errors.ts';
import type { Callbacks } from './run/callbacks.ts';

/** A schema of which nothing is known but that its values are JSON. */
export type AnySchema = StandardSchema<unknown, JsonValue>;

export interface CallOptions<Output extends StandardSchema = AnySchema> {
  /** Cancels the run when it aborts. */
  signal?: AbortSignal;
  /** @default a new id */
  runId?: string;
  /** Called with the milestones of this run, after the orchestrator's own. */
  callbacks?: Callbacks | readonly Callbacks[] | undefined;
  /** What is known that helps with the request. Everyone gets it as data, never as a rule. @default nothing */
  knowledge?: readonly string[];
  /**
   * The shape in which the answer is wanted too, as `output` of the result: an object schema of zod, or of a library that writes JSON Schema. What does not
   * fit is repaired once; after that `notDone` says what is wrong. @default the answer is text alone
   */
  outputSchema?: Output;
  /** What the shape is called, for the model. @default 'answer' */
  outputName?: string;
}

/** Options for a run that continues. Without `outputSchema` an answer that is wanted in a shape is checked by the JSON Schema in the log. */
export type ContinueOptions = Pick<CallOptions<StandardSchema>, 'signal' | 'callbacks' | 'outputSchema'>;

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
