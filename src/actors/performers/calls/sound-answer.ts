import type { Usage } from '../../../models/model.ts';
import { ModelError } from '../../../models/model-error.ts';

// A model is somebody's own code, and so are the errors it throws: what they hold goes into the log, and has to be readable there.

/** What a model says it has used: where it counts nothing that is a number, a call is one call and the rest is nothing. */
export function soundUsage(usage: Usage): Usage {
  // None at all is left to whoever needs it.
  if (typeof usage !== 'object' || usage === null) return usage;
  const { modelCalls, inputTokens, outputTokens, costUsd } = usage;
  const isSound = isCount(modelCalls) && isCount(inputTokens) && isCount(outputTokens);
  if (isSound && (costUsd === undefined || isCount(costUsd))) return usage;
  return {
    modelCalls: isCount(modelCalls) ? modelCalls : 1,
    inputTokens: isCount(inputTokens) ? inputTokens : 0,
    outputTokens: isCount(outputTokens) ? outputTokens : 0,
    ...(isCount(costUsd) ? { costUsd } : {}),
    ...(usage.model === undefined ? {} : { model: usage.model }),
    ...(usage.failedOver === undefined ? {} : { failedOver: usage.failedOver }),
  };
}

/** The error of a model, without what is not of its shape. */
export function soundFailure(error: ModelError): ModelError {
  const { reason, retryable, retryAfterMs, maxOutputTokens, usage, message, cause } = error;
  const counted = typeof usage === 'object' && usage !== null ? soundUsage(usage) : undefined;
  const isSound =
    typeof reason === 'string' &&
    typeof retryable === 'boolean' &&
    (retryAfterMs === undefined || isCount(retryAfterMs)) &&
    (maxOutputTokens === undefined || isCount(maxOutputTokens));
  if (isSound && counted === usage) return error;
  return new ModelError(typeof reason === 'string' ? reason : 'protocol', message, {
    cause,
    retryable: typeof retryable === 'boolean' ? retryable : undefined,
    retryAfterMs: isCount(retryAfterMs) ? retryAfterMs : undefined,
    maxOutputTokens: isCount(maxOutputTokens) ? maxOutputTokens : undefined,
    usage: counted,
  });
}

const isCount = (value: unknown): value is number => Number.isFinite(value);
