import { z } from 'zod';

/** Where a fork comes from: the run, the last entry that both share, and the effect whose outcome was given to it, if one was. */
export const forkedFromSchema = z.object({
  run: z.string(),
  at: z.number(),
  given: z
    .object({
      key: z.string(),
      /** What a person changed to come to another outcome. */
      changed: z.enum(['result', 'prompt', 'model']),
    })
    .exactOptional(),
});
export type ForkedFrom = Readonly<z.infer<typeof forkedFromSchema>>;

/** What the first entry of a fork says beside what it shares. */
export interface ForkMarks {
  readonly forkedAt?: string | undefined;
  readonly forkedFrom?: ForkedFrom | undefined;
}

/** Only the marks that are there, always in the same order. */
export const forkMarksOf = ({ forkedAt, forkedFrom }: ForkMarks): ForkMarks => ({
  ...(forkedAt === undefined ? {} : { forkedAt }),
  ...(forkedFrom === undefined ? {} : { forkedFrom }),
});
