import { z } from 'zod';

const count = z.int().min(1);
export const milliseconds = z
  .number()
  .positive()
  .max(2 ** 31 - 1);

/** What a run may use. A run that reaches one of these answers with what it has. */
export const limitsSchema = z.strictObject({
  /** Execute and reflect at most so many times. @default 3 */
  rounds: count.default(3),
  /** Steps in one plan at most. @default 50 */
  steps: count.default(50),
  /** Calls of models, failed ones included. @default 200 */
  modelCalls: count.default(200),
  /** Tokens in and out together. @default no limit */
  tokens: count.optional(),
  /** Money, by the prices in the configuration. @default no limit */
  costUsd: z.number().positive().optional(),
  /** Time from the request to the answer, pauses included. @default no limit */
  wallMs: milliseconds.optional(),
});

/** The limits of a run, with every default filled in. */
export type Limits = z.output<typeof limitsSchema>;
export type LimitName = keyof Limits;

/** How a limit is counted in words, and who keeps it: the charts by a guard, or the ledger by what calls of models use. */
const limitTable = {
  rounds: { unit: 'rounds', keptBy: 'charts' },
  steps: { unit: 'steps', keptBy: 'charts' },
  modelCalls: { unit: 'calls of a model', keptBy: 'ledger' },
  tokens: { unit: 'tokens', keptBy: 'ledger' },
  costUsd: { unit: 'US dollars', keptBy: 'ledger' },
  wallMs: { unit: 'milliseconds', keptBy: 'charts' },
} as const satisfies Readonly<Record<LimitName, { unit: string; keptBy: 'charts' | 'ledger' }>>;

export const limitNames = Object.keys(limitTable) as LimitName[]; // the table has a row for each

type KeptBy<Keeper> = {
  [Name in LimitName]: (typeof limitTable)[Name]['keptBy'] extends Keeper ? Name : never;
}[LimitName];
/** A limit on what calls of models use. */
export type SpendingLimit = KeptBy<'ledger'>;
export const spendingLimits = limitNames.filter((name): name is SpendingLimit => limitTable[name].keptBy === 'ledger');

export const reachedLimitSchema = z.object({ name: limitsSchema.keyof(), max: z.number() });
/** The limit that ended a run. */
export type ReachedLimit = z.infer<typeof reachedLimitSchema>;

/** The limit in words. */
export const limitText = ({ name, max }: ReachedLimit) => `${max} ${limitTable[name].unit}`;
