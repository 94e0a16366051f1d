import type { LimitName } from '../../domain/limit.ts';
import { TroupeError } from '../../errors.ts';
import { present } from '../present.ts';
import { parseAmount, parseCount } from './option-values.ts';
import type { ValuesOf } from './parse-options.ts';

/** What a run may use. */
export type LimitOptions = Readonly<Partial<Record<LimitName, number>>>;

/** An option of the command line that sets a limit. */
interface LimitOption {
  readonly option: string;
  /** Its line in the help: the name of its value, and what it does. */
  readonly help: readonly [value: string, does: string];
  readonly parse: (name: string, text: string | undefined) => number | undefined;
}

function parseSeconds(name: string, text: string | undefined): number | undefined {
  const seconds = parseAmount(name, text);
  return seconds === undefined ? undefined : Math.max(1, Math.round(seconds * 1000));
}

/** How each limit is set on the command line; `null` where it is not. */
const limitOptions = {
  rounds: { option: 'max-rounds', help: ['N', 'work and check at most N times (default 3)'], parse: parseCount },
  steps: null,
  modelCalls: { option: 'max-calls', help: ['N', 'call models at most N times (default 200)'], parse: parseCount },
  tokens: { option: 'max-tokens', help: ['N', 'use at most N tokens, in and out together'], parse: parseCount },
  costUsd: { option: 'max-cost', help: ['USD', 'spend at most this much; needs --price'], parse: parseAmount },
  wallMs: { option: 'max-time', help: ['S', 'take at most S seconds'], parse: parseSeconds },
} as const satisfies Readonly<Record<LimitName, LimitOption | null>>;

const limitRows = Object.entries(limitOptions).flatMap(([name, row]) => (row ? [{ name, ...row }] : []));
type LimitFlag = (typeof limitRows)[number]['option'];

const reviewChoices = ['first', 'additions', 'all'] as const;
/** Which plans a person approves before they run. */
export type ReviewOption = (typeof reviewChoices)[number];

/** How far a run may go: the options of every command that begins runs. */
export interface BoundOptions {
  readonly limits?: LimitOptions;
  readonly concurrency?: number;
  readonly review?: ReviewOption;
  /** So often something may fail in the same way before a run goes about it differently. */
  readonly correctAfter?: number;
}

export const boundOptions = {
  ...(Object.fromEntries(limitRows.map(({ option }) => [option, { type: 'string' }])) as Record<
    LimitFlag,
    { type: 'string' }
  >), // one for each row
  concurrency: { type: 'string' },
  review: { type: 'string' },
  'correct-after': { type: 'string' },
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
  const limits: LimitOptions = present(
    Object.fromEntries(limitRows.map(({ name, option, parse }) => [name, parse(option, values[option])])),
  );
  return present({
    limits: Object.keys(limits).length > 0 ? limits : undefined,
    concurrency: parseCount('concurrency', values.concurrency),
    review: parseReview(values.review),
    correctAfter: parseCount('correct-after', values['correct-after'], 0),
  });
}

/** What the bounds are called as settings of an orchestrator. */
export function boundSettings({ limits, concurrency, review: reviewPlan, correctAfter }: BoundOptions) {
  return present({ limits, concurrency, reviewPlan, correctAfter, correctToolsAfter: correctAfter });
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

export const limitsHelp = `${limitRows.map(({ option, help: [value, does] }) => `  ${`--${option} ${value}`.padEnd(16)}  ${does}`).join('\n')}
  --concurrency N   run at most N steps at the same time (default 16)
  --correct-after N
                    go about a step differently when its specialist, or a tool, has failed N times in the
                    same way (default 3); 0 never does`;
