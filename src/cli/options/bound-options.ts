import { TroupeError } from '../../errors.ts';
import { present } from '../present.ts';
import { parseAmount, parseCount } from './option-values.ts';
import type { ValuesOf } from './parse-options.ts';

/** What a run may use. */
export interface LimitOptions {
  readonly rounds?: number;
  readonly modelCalls?: number;
  readonly tokens?: number;
  readonly costUsd?: number;
  readonly wallMs?: number;
}

const reviewChoices = ['first', 'additions', 'all'] as const;
/** Which plans a person approves before they run. */
export type ReviewOption = (typeof reviewChoices)[number];

/** How far a run may go: the options of every command that begins runs. */
export interface BoundOptions {
  readonly limits?: LimitOptions;
  readonly concurrency?: number;
  readonly review?: ReviewOption;
}

export const boundOptions = {
  'max-rounds': { type: 'string' },
  'max-calls': { type: 'string' },
  'max-tokens': { type: 'string' },
  'max-cost': { type: 'string' },
  'max-time': { type: 'string' },
  concurrency: { type: 'string' },
  review: { type: 'string' },
} as const;

export function toBounds(
  values: ValuesOf<typeof boundOptions> & { readonly price?: string | undefined },
): BoundOptions {
  if (values['max-cost'] !== undefined && values.price === undefined) {
    throw new TroupeError(
      'usage',
      '--max-cost needs the price of the model, in US dollars for a million tokens in and out: --price 0.25,2',
    );
  }
  const seconds = parseAmount('max-time', values['max-time']);
  const limits = present({
    rounds: parseCount('max-rounds', values['max-rounds']),
    modelCalls: parseCount('max-calls', values['max-calls']),
    tokens: parseCount('max-tokens', values['max-tokens']),
    costUsd: parseAmount('max-cost', values['max-cost']),
    wallMs: seconds === undefined ? undefined : Math.max(1, Math.round(seconds * 1000)),
  });
  return present({
    limits: Object.keys(limits).length > 0 ? limits : undefined,
    concurrency: parseCount('concurrency', values.concurrency),
    review: parseReview(values.review),
  });
}

function parseReview(text: string | undefined): ReviewOption | undefined {
  const which = reviewChoices.find((choice) => choice === text);
  if (text === undefined || which) return which;
  throw new TroupeError('usage', `--review is "${text}". Give --review=first, --review=additions or --review=all.`);
}

/** `--review` alone is a review of all plans: the word after it is not its value. */
export function withReviewOfAll(args: readonly string[]): string[] {
  const words = args.indexOf('--');
  const isOption = (place: number) => words < 0 || place < words;
  return args.map((arg, place) => (arg === '--review' && isOption(place) ? '--review=all' : arg));
}

export const reviewHelp = `  --review          a person approves each plan before it runs; --review=first only the first one,
                    --review=additions also those that add steps to it`;

export const limitsHelp = `  --max-rounds N    work and check at most N times (default 3)
  --max-calls N     call models at most N times (default 200)
  --max-tokens N    use at most N tokens, in and out together
  --max-cost USD    spend at most this much; needs --price
  --max-time S      take at most S seconds
  --concurrency N   run at most N steps at the same time (default 16)`;
