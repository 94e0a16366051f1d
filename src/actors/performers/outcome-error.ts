import type { EffectProblem } from '../../domain/effect.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import type { Usage } from '../../models/model.ts';
import { ModelError } from '../../models/model-error.ts';
import { LimitError } from './bill.ts';
import { soundFailure } from './calls/sound-answer.ts';

/** What was thrown after a model had answered: what the answer cost counts all the same. */
export class FailedAfterUse {
  readonly thrown: unknown;
  readonly usage: Usage;

  constructor(thrown: unknown, usage: Usage) {
    this.thrown = thrown;
    this.usage = usage;
  }
}

/** An error as it goes into the log, and what was used before it. */
export function toOutcomeError(error: unknown): {
  error: EffectProblem;
  usage?: Usage;
} {
  if (error instanceof FailedAfterUse) return { usage: { ...error.usage }, ...toOutcomeError(error.thrown) };
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
