import type { EffectProblem } from '../../domain/effect.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import type { Usage } from '../../models/model.ts';
import { ModelError } from '../../models/model-error.ts';
import { LimitError } from './bill.ts';
import { soundFailure } from './calls/sound-answer.ts';

/** An error as it goes into the log, and what was used before it. */
export function toOutcomeError(error: unknown): {
  error: EffectProblem;
  usage?: Usage;
} {
  const message = messageOf(error);
  if (error instanceof ModelError) {
    const { reason: code, retryable, retryAfterMs, maxOutputTokens, usage } = soundFailure(error);
    return {
      error: {
        code,
        message,
        retryable,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      },
      ...(usage ? { usage: { ...usage } } : {}),
    };
  }
  if (error instanceof LimitError) {
    const { limit, usage } = error;
    return { error: { code: 'limit', message, retryable: false, limit }, ...(usage ? { usage: { ...usage } } : {}) };
  }
  if (error instanceof TroupeError) return { error: { code: error.code, message, retryable: false } };
  // A function of the user's threw: it may work the next time.
  return { error: { code: 'error', message, retryable: true } };
}
