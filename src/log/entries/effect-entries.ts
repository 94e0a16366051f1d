import { z } from 'zod';
import { reachedLimitSchema } from '../../domain/limit.ts';
import { planStepSchema } from '../../plan/plan.ts';
import { type EffectKind, type EffectOutputs, effectKindSchema, effectOutputs } from '../effect-outputs.ts';
import { effectOf, fact, foundBy, listOf, move, plain, workOf } from './entry-row.ts';

// A model of somebody's own may count what is no number, which JSON keeps as null.
const count = z.custom<number>((value) => typeof value === 'number' || value === null).optional();

const usageSchema = z.object({
  modelCalls: count,
  inputTokens: count,
  outputTokens: count,
  costUsd: count,
  /** Who answered, where several models stand in the place of one, and who did not and why. */
  model: z.string().exactOptional(),
  failedOver: listOf(z.object({ model: z.string(), reason: z.string(), message: z.string() })).exactOptional(),
});
/** What an effect has used, as far as it is known. */
export type EntryUsage = Readonly<z.infer<typeof usageSchema>>;

/** An effect of the host by its kind; one of any other chart is a `source`, by the name under which the chart invokes or spawns it. */
const about = {
  key: z.string(),
  kind: z.union([effectKindSchema, z.literal('source')]),
  source: z.string().optional(),
};
const spent = { usage: usageSchema.optional(), waitedMs: z.number().optional(), firstMs: z.number().optional() };

/** How an effect of one kind came out. */
interface CompletionOf<Kind extends EffectKind> {
  readonly key: string;
  readonly kind: Kind;
  readonly output: EffectOutputs[Kind];
  readonly usage?: EntryUsage | undefined;
  /** How long it waited for its turn, because the model was busy. */
  readonly waitedMs?: number | undefined;
  /** How long it took until the first piece of its answer came, where it came in pieces. */
  readonly firstMs?: number | undefined;
}

/** How an effect of the host came out, by its kind. */
export type Completion<Kind extends EffectKind = EffectKind> = { [Each in Kind]: CompletionOf<Each> }[Kind];

const sourceSchema = z.object({ key: z.string(), kind: z.literal('source'), source: z.string(), output: z.unknown() });
/** What a source of a chart came to. */
type SourceCompletion = Readonly<z.infer<typeof sourceSchema>> & {
  readonly usage?: undefined;
  readonly waitedMs?: undefined;
  readonly firstMs?: undefined;
};

const completion = <Kind extends EffectKind>(kind: Kind) =>
  z.object({ key: z.string(), kind: z.literal(kind), output: effectOutputs[kind], ...spent });

const { wait: _, ...answered } = effectOutputs;
type AnsweredKind = keyof typeof answered;
const kinds = Object.keys(answered) as [AnsweredKind, ...AnsweredKind[]]; // the table has rows

const completionSchema: z.ZodType<Completion<AnsweredKind> | SourceCompletion> = z.discriminatedUnion('kind', [
  sourceSchema,
  ...(kinds.map(completion) as unknown as [ReturnType<typeof completion<AnsweredKind>>]), // as many as there are kinds
]) as unknown as z.ZodType<Completion<AnsweredKind> | SourceCompletion>; // one member for each kind, each with the output of its kind

const errorSchema = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  retryAfterMs: z.number().exactOptional(),
  /** The limit that did not cover it. */
  limit: reachedLimitSchema.exactOptional(),
  /** What another attempt may write, when this one was cut. */
  maxOutputTokens: z.number().exactOptional(),
});

const ends = { opens: undefined, closes: effectOf };

/** What the charts have done in the world. */
export const effectEntries = {
  /** A chart asked for something in the world: a call of a model or a tool, or a timer. */
  'effect.started': move(
    z.object({ ...about, timeoutMs: z.number().optional(), maxOutputTokens: z.number().optional() }),
    { status: 'in_progress', opens: effectOf, closes: (_data, actor) => workOf({ actor }) },
  ),
  /** A step of a plan that still arrives. */
  'effect.progressed': fact(z.object({ ...about, value: planStepSchema }), plain),
  /** It is done; `output` is what came of it, and `usage` what it took. */
  'effect.completed': fact(completionSchema, {
    status: 'success',
    // What the host has looked up may be what a hop rests on.
    opens: ({ key }) => {
      const turn = /^(t\d+(?:\.\d+)?)\/look\./.exec(key)?.[1];
      return turn === undefined ? undefined : foundBy(turn);
    },
    closes: effectOf,
  }),
  /** It failed. `thrown` is what a source of a chart threw, as data. */
  'effect.failed': fact(z.object({ ...about, error: errorSchema, ...spent, thrown: z.unknown().optional() }), {
    status: 'failed',
    ...ends,
  }),
  /** An effect that was given up has used something. */
  'effect.cancelled': fact(z.object({ ...about, usage: usageSchema }), { status: undefined, ...ends }),
  /** The time of a timer is over. */
  'timer.fired': fact(completion('wait'), { status: 'success', ...ends }),
} as const;
