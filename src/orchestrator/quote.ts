import { nothing, type Spending } from '../actors/ledger.ts';
import { type LimitName, limitNames } from '../domain/limit.ts';
import type { RunOptions } from '../domain/options.ts';
import { maxReplacements, maxStepRetries } from '../plan/plan.ts';

/** The most a run can come to. `null` where nothing limits it. */
export interface Quote extends Readonly<Record<LimitName, number | null>> {
  readonly rounds: number;
  readonly steps: number;
  readonly modelCalls: number;
  /** What the messages themselves come to in a call, with the longest answer that is asked for; an estimate. */
  readonly tokensOfOneCall: number;
}

/** The worst case of a run by its limits, and for calls also by how often each chart may try. With `hasShape` the answer is wanted in a shape too;
 * `toLearn` are the calls in which a memory finds what to remember, each time that the user says something. */
export function quoteOf(
  options: RunOptions,
  tokensOfOneCall: number,
  { hasShape = false, toLearn = 0 }: { hasShape?: boolean; toLearn?: number } = {},
): Quote {
  const { limits, attempts, turns, specialists } = options;
  // Everybody may work on a step, each as often as it may be tried, after its condition was decided, which may be tried too.
  const stepCalls = attempts + Math.max(1, specialists.length) * (maxStepRetries + 1) * turns;
  // With each step that somebody else takes over, conditions that are being decided are decided again.
  const others = options.correctAfter > 0 ? Math.min(maxReplacements, Math.max(0, specialists.length - 1)) : 0;
  const decidedAgain = limits.steps * others * limits.steps * attempts;
  // The request is thought about in turns with look-ups. A round is planned, worked on and judged, after results were read in turns.
  const roundCalls = attempts + limits.steps * stepCalls + decidedAgain + (turns - 1 + attempts);
  const shapeCalls = hasShape ? 2 * attempts : 0; // the value, and its repair
  // Where no plan can be made, the answer is the last call: the same as after the rounds.
  const learnCalls = options.learns === false ? 0 : toLearn * (1 + options.questions);
  const calls = learnCalls + turns * attempts + limits.rounds * roundCalls + attempts + shapeCalls;
  const most = Object.fromEntries(limitNames.map((name) => [name, limits[name] ?? null])) as Record<LimitName, null>; // one for each name
  const { rounds, steps } = limits;
  return { ...most, rounds, steps, modelCalls: Math.min(limits.modelCalls, calls), tokensOfOneCall };
}

const defaultOutputTokens = 4096;

/** How much one call may write, and how much is kept back for the final answer, so that a limit leaves room for one. */
export function reserves(
  { limits, maxOutputTokens }: Pick<RunOptions, 'limits'> & { maxOutputTokens?: number | undefined },
  price: { inputUsd: number; outputUsd: number } | undefined,
): { maxOutputTokens: number | undefined; keptBack: Spending } {
  const isLimited = limits.tokens !== undefined || limits.costUsd !== undefined;
  // One call may take an eighth of a limit, so that a small one still covers several calls.
  const byTokens = (limits.tokens ?? Number.POSITIVE_INFINITY) / 8;
  const byMoney = ((limits.costUsd ?? Number.POSITIVE_INFINITY) / 8 / (price?.outputUsd || 1)) * 1_000_000;
  const share = Math.max(16, Math.floor(Math.min(defaultOutputTokens, byTokens, byMoney)));
  const output = maxOutputTokens ?? (isLimited ? share : undefined);
  // The answer reads about as much as it writes; where that is not enough it is put together without a model.
  const tokens = isLimited ? 2 * (output ?? 0) : 0;
  const costUsd = price ? ((output ?? 0) * (price.inputUsd + price.outputUsd)) / 1_000_000 : 0;
  const modelCalls = limits.modelCalls > 1 ? 1 : 0;
  return { maxOutputTokens: output, keptBack: { ...nothing, modelCalls, tokens, costUsd } };
}
