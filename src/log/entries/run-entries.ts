import { z } from 'zod';
import { reachedLimitSchema } from '../../domain/limit.ts';
import type { Message } from '../../domain/message.ts';
import type { RunOptions } from '../../domain/options.ts';
import { complexitySchema, executionStatusSchema } from '../../domain/status.ts';
import { notDoneSchema, thinkingResultSchema } from '../../domain/thinking.ts';
import { fact, listOf, move, nothing } from './entry-row.ts';

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** How a run begins, stands and ends. */
export const runEntries = {
  'request.received': fact(
    z.object({
      run: z.string(),
      // What cannot be worked on is in a log too: the chart says what is wrong with it.
      messages: z.custom<readonly Message[]>(),
      knowledge: listOf(z.string()).optional(),
      // Whole when it was written; a version that knows more options reads it with fewer.
      options: z.custom<RunOptions>(isObject),
      /** The name and version of the chart that the log belongs to. */
      machine: z.string(),
      /** When the run was forked, if it was. */
      forkedAt: z.string().optional(),
    }),
  ),
  'run.paused': fact(nothing),
  'run.resumed': fact(nothing),
  'run.restored': fact(nothing),
  'context.edited': fact(z.object({ path: z.string(), value: z.unknown() })),
  'status.changed': move(
    z.object({
      status: executionStatusSchema,
      /** The host's state, such as `reflecting`. */
      state: z.string(),
      // The last one says how the run ended.
      rounds: z.number().optional(),
      notDone: listOf(notDoneSchema).optional(),
      limit: reachedLimitSchema.optional(),
    }),
  ),
  'limit.reached': move(reachedLimitSchema),
  'run.completed': move(nothing, 'success'),
  'run.failed': move(z.object({ code: z.string(), message: z.string() }), 'failed'),
  'run.cancelled': fact(z.object({ reason: z.string().exactOptional() })),
  /** `effect` is the key under which the log holds what was computed. */
  'context.analyzed': move(z.object({ effect: z.string() })),
  'thought.formed': move(
    z.object({
      effect: z.string(),
      complexity: complexitySchema,
      strategy: thinkingResultSchema.shape.responseStrategy,
      confidence: z.number().optional(),
      branch: z.enum(['clarify', 'direct', 'plan']),
    }),
  ),
  'answer.given': move(z.object({ content: z.string() })),
} as const;
