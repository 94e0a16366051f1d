import { z } from 'zod';
import { isRecord } from '../../domain/is-record.ts';
import type { JsonValue } from '../../domain/json.ts';
import { reachedLimitSchema } from '../../domain/limit.ts';
import type { Message } from '../../domain/message.ts';
import type { RunOptions } from '../../domain/options.ts';
import type { JsonSchema } from '../../domain/schemas/standard-schema.ts';
import { complexitySchema, executionStatusSchema } from '../../domain/status.ts';
import { notDoneSchema, thinkingResultSchema } from '../../domain/thinking.ts';
import { fact, listOf, move, nothing, plain, unlinked } from './entry-row.ts';
import { forkedFromSchema } from './forked-from.ts';
import type { RunMetadata } from './request-labels.ts';

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** How a run begins, stands and ends. */
export const runEntries = {
  /** The request with which a run of the host began: the conversation, the settings, and whose charts they were. */
  'request.received': fact(
    z.object({
      run: z.string(),
      // What cannot be worked on is in a log too: the chart says what is wrong with it.
      messages: z.custom<readonly Message[]>(),
      knowledge: listOf(z.string()).optional(),
      /** The shape that the answer is wanted in. */
      output: z.object({ name: z.string(), schema: z.custom<JsonSchema>(isObject) }).optional(),
      // Whole when it was written; a version that knows more options reads it with fewer.
      options: z.custom<RunOptions>(isObject),
      /** The name and version of the chart that the log belongs to. */
      machine: z.string(),
      /** The conversation that the run belongs to. */
      session: z.string().optional(),
      metadata: z.custom<RunMetadata>(isRecord).optional(),
      /** The fields of the request's context that are marked to be logged, as they were given. */
      context: z.custom<Readonly<Record<string, JsonValue>>>(isRecord).optional(),
      /** When the run was forked, if it was. */
      forkedAt: z.string().optional(),
      forkedFrom: forkedFromSchema.optional(),
    }),
    plain,
  ),
  /** Somebody paused the run: from here on no effect begins. */
  'run.paused': fact(nothing, plain),
  /** Somebody let the run go on. */
  'run.resumed': fact(nothing, plain),
  /** The run was continued from its log or from a snapshot: what was under way begins again. */
  'run.restored': fact(nothing, plain),
  /** A person changed a value of the context, in a run that is stepped through or in a fork. */
  'context.edited': fact(z.object({ path: z.string(), value: z.unknown() }), plain),
  /** The run has another status, because the host is in another state. */
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
    plain,
  ),
  /** A limit does not cover what comes next: the run goes to its answer. */
  'limit.reached': move(reachedLimitSchema, plain),
  /** The run has ended with an answer. */
  'run.completed': move(nothing, { status: 'success', ...unlinked }),
  /** The run has ended without one: what happened, as a code and a sentence. */
  'run.failed': move(z.object({ code: z.string(), message: z.string() }), { status: 'failed', ...unlinked }),
  /** Somebody ended the run. */
  'run.cancelled': fact(z.object({ reason: z.string().exactOptional() }), plain),
  /** The conversation was analysed. `effect` is the key under which the log holds what was computed. */
  'context.analyzed': move(z.object({ effect: z.string() }), plain),
  /** What the first call came to: how complex the request is, and whether it is answered, planned or asked back about. */
  'thought.formed': move(
    z.object({
      effect: z.string(),
      complexity: complexitySchema,
      strategy: thinkingResultSchema.shape.responseStrategy,
      confidence: z.number().optional(),
      isRefusal: thinkingResultSchema.shape.isRefusal,
      branch: z.enum(['clarify', 'direct', 'plan']),
    }),
    plain,
  ),
  /** The answer. `structured` is the key under which the log holds it in the shape that was asked for. */
  'answer.given': move(z.object({ content: z.string(), structured: z.string().exactOptional() }), plain),
} as const;
