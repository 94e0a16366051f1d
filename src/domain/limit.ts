import { z } from 'zod';

export const reachedLimitSchema = z.object({
  name: z.enum(['rounds', 'steps', 'modelCalls', 'tokens', 'costUsd', 'wallMs']),
  max: z.number(),
});
/** The limit that ended a run. */
export type ReachedLimit = z.infer<typeof reachedLimitSchema>;

const limitWords: Readonly<Record<ReachedLimit['name'], string>> = {
  rounds: 'rounds',
  steps: 'steps',
  modelCalls: 'calls of a model',
  tokens: 'tokens',
  costUsd: 'US dollars',
  wallMs: 'milliseconds',
};

/** The limit in words. */
export const limitText = ({ name, max }: ReachedLimit) => `${max} ${limitWords[name]}`;
