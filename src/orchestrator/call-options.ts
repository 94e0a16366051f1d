import type { JsonValue } from '../domain/json.ts';
import type { RequestContext } from '../domain/options.ts';
import type { StandardSchema } from '../domain/schemas/standard-schema.ts';
import { TroupeError } from '../errors.ts';
import type { RunMetadata } from '../log/entries/request-labels.ts';
import type { GivenOutcome } from '../log/fork-entries.ts';
import { optionProblem } from '../text/nearest-name.ts';
import type { OrchestratorConfig } from './orchestrator-config.ts';
import type { Callbacks } from './run/callbacks.ts';

/** A schema of which nothing is known but that its values are JSON. */
export type AnySchema = StandardSchema<unknown, JsonValue>;

/** The options of any call. */
export type AnyCallOptions = CallOptions<RequestContext, RequestContext, StandardSchema>;

/** Options for a run that continues. Without `outputSchema` an answer that is wanted in a shape is checked by the JSON Schema in the log. */
export interface ContinueOptions<Context = RequestContext, Given = Context> {
  /** Cancels the run when it aborts. */
  signal?: AbortSignal;
  /** Called with the milestones of this run, after the orchestrator's own. */
  callbacks?: Callbacks<Context> | readonly Callbacks<Context>[] | undefined;
  /** Models for single parts of this run, in place of the configured ones. They are not in the log: a run that continues is given them again. */
  models?: OrchestratorConfig['models'] | undefined;
  /** What the caller knows about the request, given again: only the fields in `logged` are in the log, and may be left out. */
  context?: Partial<Given> | undefined;
  /** Checks the answer in the shape that was asked for. @default the JSON Schema in the log */
  outputSchema?: StandardSchema | undefined;
}

export interface CallOptions<Context = RequestContext, Given = Context, Output extends StandardSchema = AnySchema>
  extends Omit<ContinueOptions<Context, Given>, 'context' | 'outputSchema'> {
  /** @default a new id */
  runId?: string;
  /** What is known that helps with the request. Everyone gets it as data, never as a rule. @default nothing */
  knowledge?: readonly string[];
  /** What the caller knows about the request, for tools, specialists, prompts and callbacks. No model sees it, and no log but for the fields in `logged`. @default {} */
  context?: Given | undefined;
  /** Limits of this run, over the configured ones. */
  limits?: OrchestratorConfig['limits'] | undefined;
  /** What the run can be known by later, over the configured metadata: it is in the log and in the list of runs. */
  metadata?: RunMetadata | undefined;
  /** Whether a memory learns from the messages. Say `false` where somebody else than the user wrote them. @default as configured */
  learns?: boolean | undefined;
  /** The conversation that the run belongs to: `store.runs({ session })` lists its runs. */
  sessionId?: string | undefined;
  /**
   * The shape in which the answer is wanted too, as `output` of the result: an object schema of zod, or of a library that writes JSON Schema. What does not
   * fit is repaired once; after that `notDone` says what is wrong. @default the answer is text alone
   */
  outputSchema?: Output | undefined;
  /** What the shape is called, for the model. @default 'answer' */
  outputName?: string | undefined;
}

export interface ForkOptions<Context = RequestContext, Given = Context> extends ContinueOptions<Context, Given> {
  /** The last entry that both runs share, with all that its fact caused. */
  at: number;
  /** Changes of the host's context before the fork continues: a path such as `options.limits.rounds` and its new value. */
  edits?: readonly { path: string; value: unknown }[];
  /**
   * An outcome for an effect that is under way at that entry, such as another result of a tool: it is not performed again, and the first entry of the fork
   * names it. @default everything that was under way begins again
   */
  outcome?: GivenOutcome | undefined;
  /** @default a new id */
  newRunId?: string;
}

const continueNames: Readonly<Record<keyof ContinueOptions, true>> = {
  signal: true,
  callbacks: true,
  models: true,
  context: true,
  outputSchema: true,
};
const callNames: Readonly<Record<keyof CallOptions, true>> = {
  ...continueNames,
  runId: true,
  knowledge: true,
  limits: true,
  metadata: true,
  learns: true,
  sessionId: true,
  outputName: true,
};
const namesOf = {
  'a run that begins': callNames,
  'a run that continues': continueNames,
  'a fork': { ...continueNames, at: true, edits: true, outcome: true, newRunId: true } satisfies Record<
    keyof ForkOptions,
    true
  >,
} as const;

/** @throws TroupeError `bad-config` for an option that does not exist. */
export function checkNames(options: object, call: keyof typeof namesOf): void {
  const problem = optionProblem(options, Object.keys(namesOf[call]), call);
  if (problem) throw new TroupeError('bad-config', problem);
}

/** @throws TroupeError `usage` when they do not say where to fork, `bad-config` for an option that does not exist. */
export function checkForkOptions(options: ForkOptions | undefined): ForkOptions {
  if (typeof options?.at === 'number') {
    checkNames(options, 'a fork');
    return options;
  }
  throw new TroupeError(
    'usage',
    'fork needs the number of the last entry that both runs share: troupe.fork(runId, { at: 12 }).',
  );
}
