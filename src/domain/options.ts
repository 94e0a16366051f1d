import { z } from 'zod';
import { limitsSchema, milliseconds } from './limit.ts';
import type { SpecialistCard } from './specialist-card.ts';
import { steeringSchema } from './steering.ts';

const count = (least: number) => z.int().min(least);

/** For logs from before there was such a setting, too. */
export const defaultApprovalMs = 86_400_000;

export const runSettingsSchema = z.strictObject({
  limits: limitsSchema.prefault({}),
  /** Steps that are done at the same time at most. @default 16 */
  concurrency: count(1).default(16),
  /** What one call of a model may write at most, in tokens. @default 4096 with a limit of tokens or money, else the model's own */
  maxOutputTokens: count(1).optional(),
  /** Which of the steps that could start goes first: the one with the longest remaining path, or the one with the highest priority. @default 'longest-path' */
  stepOrder: z.enum(['longest-path', 'priority']).default('longest-path'),
  /** 0 plans every request, 1 plans none; between them the model chooses. @default 0.5 */
  complexityThreshold: z.number().min(0).max(1).default(0.5),
  /** Ask a person to approve a plan before it runs: the first one, those that add steps, or all of them (`true`). @default false */
  reviewPlan: z.union([z.boolean(), z.enum(['first', 'additions', 'all'])]).default(false),
  /** Read tools of the specialists that the host may use itself, at most; 0 leaves all work to plans. @default 12 */
  lookupTools: count(0).default(12),
  /** Questions that a run may ask before it continues with its best reading; 0 never asks. @default 1 */
  questions: count(0).default(1),
  /** Whether specialists that are models may ask the user, too, as long as `questions` are left. @default false */
  specialistsAsk: z.boolean().default(false),
  /** Whether a memory learns from what the user says. Say `false` where somebody else writes in the user's name. @default true */
  learns: z.boolean().optional(),
  /** What a message does that comes while the run works, by the host's state. @default the first of each list in `steeringTable` */
  steering: steeringSchema,
  /** Attempts at each call of a model, the first included. @default 3 */
  attempts: count(1).default(3),
  /** Turns that a specialist may take with its tools in one attempt, and the host to look things up. @default 8 */
  turns: count(1).default(8),
  /** So often a specialist may fail at a step in the same way before the run goes about it differently; 0 never does. @default 3 */
  correctAfter: count(0).default(3),
  /** So often a tool may fail a specialist at a step before it is told to use another one; 0 never does. @default 3 */
  correctToolsAfter: count(0).default(3),
  /** Whether steps and look-ups that rest on earlier results are in the log as hops, too. @default true */
  recordHops: z.boolean().default(true),
  timeouts: z
    .strictObject({
      /** One call of a model or a tool. @default 120 seconds */
      callMs: milliseconds.default(120_000),
      /** One step with all its attempts. @default 10 minutes */
      stepMs: milliseconds.default(600_000),
      /** A question to a person. @default 1 hour */
      answerMs: milliseconds.default(3_600_000),
      /** Whatever a person is asked from within a step: the approval of a call, a tool's question. @default 24 hours */
      approvalMs: milliseconds.default(defaultApprovalMs),
    })
    .prefault({}),
  retry: z
    .strictObject({
      /** Wait before the second attempt; doubled for each further one. @default 500 ms */
      baseMs: z.number().min(0).default(500),
      /** The longest wait of its own. @default 30 seconds */
      maxMs: z.number().min(0).default(30_000),
      /** The longest wait that an endpoint may ask for; a call that should wait longer fails. @default 2 minutes */
      maxAskedMs: z.number().min(0).default(120_000),
    })
    .prefault({}),
  session: z
    .strictObject({
      /** Messages of the conversation that a model sees at most. @default 1000 */
      maxHistory: count(1).default(1000),
      /** Tokens of the conversation that a model sees at most, by estimate. @default 32000 */
      windowTokens: count(1).default(32_000),
      /** Whether a summary stands for messages that do not fit: their key sentences, word for word. @default true */
      compress: z.boolean().default(true),
      /** Older messages at or above this relevance to the question are kept whole as far as there is room, from 0 to 1. @default 0.2 */
      relevanceThreshold: z.number().min(0).max(1).default(0.2),
    })
    .prefault({}),
});
/** How much of a conversation a model sees. */
export type SessionSettings = z.output<typeof runSettingsSchema>['session'];

/** What a run is allowed to do, with every default filled in. */
export type RunSettings = z.output<typeof runSettingsSchema>;

/** The settings of a run and who is there to work, as its charts see them. */
export interface RunOptions extends RunSettings {
  readonly specialists: readonly SpecialistCard[];
}

/** Defaults for a chart that has not received its request yet. */
export const defaultRunOptions: RunOptions = { ...runSettingsSchema.parse({}), specialists: [] };

/** What the caller knows about one request, such as its user and tenant, for the code that works on it. Frozen, and in no log unless a field is marked. */
export type RequestContext = Readonly<Record<string, unknown>>;

export const noContext: RequestContext = Object.freeze({});
