import { z } from 'zod';
import type { Cast } from '../actors/performers/performer.ts';
import { isRecord } from '../domain/is-record.ts';
import { limitsSchema } from '../domain/limit.ts';
import type { RequestContext, RunOptions } from '../domain/options.ts';
import { configProblem } from '../domain/schemas/config-problem.ts';
import type { StandardSchema } from '../domain/schemas/standard-schema.ts';
import { TroupeError } from '../errors.ts';
import { labelsOf, metadataSchema, type RequestLabels, sessionSchema } from '../log/entries/request-labels.ts';
import type { EntryData } from '../log/entry-types.ts';
import type { ContextReader } from '../tools/context-reader.ts';
import type { AnyCallOptions, ContinueOptions } from './call-options.ts';
import { checkPrices, modelsByPurpose, modelsSchema, type ParsedConfig } from './orchestrator-config.ts';

/** What one call of an orchestrator brings along for its run. */
export interface Call {
  readonly context: RequestContext;
  readonly models: Cast['models'];
  /** Those of a run that begins. One that continues keeps the options of its log. */
  readonly options: RunOptions;
  readonly labels: RequestLabels;
  /** Checks the answer in the shape that was asked for. */
  readonly outputSchema: StandardSchema | undefined;
  /** What a fork of the run is given again, as it came. */
  readonly given: Pick<ContinueOptions, 'context' | 'models' | 'outputSchema'>;
}

/** Reads the options of calls. @throws TroupeError `bad-config` or `bad-request` for what cannot work, before anything begins. */
export interface CallReader {
  /** For a new run. */
  begin(options: AnyCallOptions): Call;
  /** The options and models of a new run, whatever it is about. */
  options(options: Pick<AnyCallOptions, 'limits' | 'models'>): Pick<Call, 'options' | 'models'>;
  /** For a run that continues from its log. */
  again(options: ContinueOptions, request: EntryData['request.received']): Call;
}

const callSchema = z.object({
  limits: limitsSchema,
  models: modelsSchema,
  metadata: metadataSchema,
  sessionId: sessionSchema.optional(),
  learns: z.boolean().optional(),
});

export function callReader(config: ParsedConfig, optionsNow: () => RunOptions, context: ContextReader): CallReader {
  const read = ({ limits, models, metadata, sessionId, learns }: AnyCallOptions, over: RunOptions) => {
    const merged = {
      limits: merge(over.limits, limits),
      models: merge(config.models, models),
      metadata: merge(config.metadata, metadata),
      sessionId,
      learns,
    };
    const { success, error, data } = callSchema.safeParse(merged);
    if (!success) {
      const problems = error.issues.map((issue) => configProblem(merged, issue, callSchema));
      throw new TroupeError('bad-config', `${problems.join('; ')}.`, { cause: error });
    }
    const byPurpose = modelsByPurpose(config.model, data.models);
    if (limits || models) checkPrices('This call', { ...config, limits: data.limits, byPurpose });
    return { ...data, byPurpose };
  };
  return {
    begin(given) {
      const options = optionsNow();
      const { limits, byPurpose, metadata, sessionId } = read(given, options);
      const known = context.read(given.context);
      const labels = labelsOf({
        session: sessionId,
        metadata: Object.keys(metadata).length > 0 ? { ...metadata } : undefined,
        context: known.logged,
      });
      return {
        context: known.context,
        models: byPurpose,
        options: { ...options, limits, ...(given.learns === undefined ? {} : { learns: given.learns }) },
        labels,
        outputSchema: given.outputSchema,
        given: givenIn(given),
      };
    },
    options(given) {
      const options = optionsNow();
      const { limits, byPurpose } = read(given, options);
      return { options: { ...options, limits }, models: byPurpose };
    },
    again(given, request) {
      const { byPurpose } = read({ models: given.models }, request.options);
      const known = context.readAgain(given.context, request.run, request.context);
      return {
        context: known,
        models: byPurpose,
        options: request.options,
        labels: labelsOf(request),
        outputSchema: given.outputSchema,
        given: givenIn(given),
      };
    },
  };
}

const givenIn = ({ context, models, outputSchema }: Call['given']): Call['given'] => ({
  context,
  models,
  outputSchema,
});

/** What is given beside or in place of what is configured. What is undefined is not given; what is no record is refused by the schema. */
function merge<Configured extends object>(configured: Configured, given: unknown): unknown {
  if (given === undefined) return configured;
  if (!isRecord(given)) return given;
  return { ...configured, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}
