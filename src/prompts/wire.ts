import { z } from 'zod';

/** What a model writes when it decides whether a step should be done. */
export const decideWire = z.object({ run: z.boolean(), reason: z.string() });
