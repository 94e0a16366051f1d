import { limitText, type ReachedLimit } from '../../domain/limit.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import { estimateInputTokens } from '../../models/estimate-input-tokens.ts';
import type { ModelRequest, Usage } from '../../models/model.ts';
import { ModelError } from '../../models/model-error.ts';
import { type Ledger, nothing, type Spending } from '../ledger.ts';

/** What a million tokens cost. */
export interface Price {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

/** What a call is charged with. */
export interface Bill {
  /** Replaces what was reserved by what was used, and gives that with its price. */
  settle(used: Usage): Usage;
  /** Whether the limits cover another call that may write so much. */
  covers(maxOutputTokens: number): boolean;
}

/** Reserves the worst case of a call that is about to be made; throws a `LimitError` when a limit does not cover it. */
export function openBill(request: ModelRequest, ledger: Ledger, price: Price | undefined): Bill {
  const { purpose } = request.brief;
  const isFinal = purpose === 'finalize' || purpose === 'structure';
  const worstOf = (call: typeof request) => (ledger.limitsTokens ? worstCase(call, price) : oneCall);
  const held = ledger.reserve(worstOf(request), { isFinal });
  if (!held.ok) throw new LimitError(held.limit);
  return {
    settle(used) {
      const usage = priced(used, price);
      held.reservation.settle(spendingOf(usage));
      return usage;
    },
    covers: (maxOutputTokens) => !ledger.uncovered(worstOf({ ...request, maxOutputTokens }), { isFinal }),
  };
}

/** An error of a call, with what is charged for it. */
export function billed(error: unknown, bill: Bill): ModelError {
  const failure = error instanceof ModelError ? error : new ModelError('protocol', messageOf(error), { cause: error });
  // A call that was made counts, also when it failed; one that a busy endpoint turned away was not.
  const modelCalls = failure.reason === 'rate-limit' ? 0 : 1;
  const usage = bill.settle(failure.usage ?? { modelCalls, inputTokens: 0, outputTokens: 0 });
  const { reason, message, cause, retryable, retryAfterMs } = failure;
  return new ModelError(reason, message, { cause, retryable, retryAfterMs, usage });
}

/** What is reserved where only calls are counted: an estimate reads the whole request, and nobody would look at it. */
const oneCall: Spending = { ...nothing, modelCalls: 1 };

/** Tokens are estimated; this much more is reserved so that a wrong estimate does not break a limit. */
const safety = 1.2;

function worstCase(request: Omit<ModelRequest, 'onDelta'>, price: Price | undefined): Spending {
  const inputTokens = Math.ceil(safety * estimateInputTokens(request));
  const outputTokens = request.maxOutputTokens ?? 0;
  return spendingOf(priced({ modelCalls: 1, inputTokens, outputTokens }, price));
}

const priced = (usage: Usage, price: Price | undefined): Usage =>
  price
    ? { ...usage, costUsd: (usage.inputTokens * price.inputUsd + usage.outputTokens * price.outputUsd) / 1_000_000 }
    : usage;

/** What the ledger counts of it. */
export const spendingOf = (usage: Omit<Usage, 'costUsd'> & { readonly costUsd?: number | null }): Spending => ({
  modelCalls: usage.modelCalls,
  tokens: usage.inputTokens + usage.outputTokens,
  costUsd: usage.costUsd ?? 0,
});

/** A limit does not cover a call, so it was not made. */
export class LimitError extends TroupeError {
  readonly limit: ReachedLimit;
  /** What models that were asked before have used. */
  readonly usage?: Usage;

  constructor(limit: ReachedLimit) {
    super('limit', `What is left of the limit of ${limitText(limit)} does not cover the next call.`);
    this.limit = limit;
  }
}
