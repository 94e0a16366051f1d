import { z } from 'zod';
import { conversationContextSchema } from '../conversation/conversation-context.ts';
import { feedbackResultSchema } from '../domain/feedback.ts';
import type { JsonValue } from '../domain/json.ts';
import { providerSchema, toolCallSchema } from '../domain/message.ts';
import { partSchema } from '../domain/part.ts';
import { personAskSchema } from '../domain/person-ask.ts';
import { thinkingResultSchema } from '../domain/thinking.ts';
import { listOf } from './entries/entry-row.ts';

const score = z.number().min(0).max(1).exactOptional();

const askOutputSchema = z.object({
  text: z.string(),
  toolCalls: listOf(toolCallSchema),
  /** The places of the calls whose output is to be the result. */
  answers: listOf(z.int()).optional(),
  assessment: z.object({
    accepted: z.boolean(),
    remark: z.string().exactOptional(),
    final: z.boolean(),
    isPartial: z.boolean(),
    quality: score,
    relevance: score,
    confidence: score,
  }),
  /** The keys of the turns and tools before it. */
  exchange: listOf(z.string()),
  /** The result as data. */
  data: z.custom<JsonValue>().optional(),
  /** What the specialist's function says beside its result. */
  metadata: z.record(z.string(), z.unknown()).optional(),
  provider: providerSchema.optional(),
  /** What its function asks a person before it goes on. */
  ask: personAskSchema.optional(),
});
/** The output of one turn of a specialist: calls of tools, or a text and how good it is. */
export type AskOutput = Readonly<z.infer<typeof askOutputSchema>>;

const toolResultSchema = z.object({
  tool: z.string(),
  text: z.string(),
  data: z.custom<JsonValue>().optional(),
  isError: z.boolean(),
  parts: listOf(partSchema).optional(),
  /** The result that it is a part of, and where it begins there, when it reads one. */
  part: z.object({ id: z.string(), from: z.number() }).optional(),
  /** What was asked, for a look-up of the host. */
  arguments: z.string().optional(),
  /** What a person is asked before there is a result. */
  ask: personAskSchema.optional(),
});
/** What a call of a tool left in the log. */
export type ToolResult = Readonly<z.infer<typeof toolResultSchema>>;

const verdictSchema = z.object({ run: z.boolean(), reason: z.string() });
/** Whether a step is to be done, and why. */
export type Verdict = Readonly<z.infer<typeof verdictSchema>>;

const structuredSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.custom<JsonValue>() }),
  /** What the model wrote instead, and why it does not fit. */
  z.object({ ok: z.literal(false), text: z.string(), problem: z.string() }),
]);
/** The answer in the shape that was asked for, or why it is not. */
export type Structured = Readonly<z.infer<typeof structuredSchema>>;

/** Every kind of effect with the shape of its output. */
export const effectOutputs = {
  analyze: conversationContextSchema,
  think: thinkingResultSchema,
  answer: z.string(),
  draft: z.string(),
  ask: askOutputSchema,
  decide: verdictSchema,
  useTool: toolResultSchema,
  reflect: feedbackResultSchema,
  finalize: z.string(),
  structure: structuredSchema,
  wait: z.object({}),
} as const satisfies Record<string, z.ZodType>;

/** The name of what can be done in the world. */
export type EffectKind = keyof typeof effectOutputs;

/** From the kind of an effect to its output. */
export type EffectOutputs = { readonly [Kind in EffectKind]: z.infer<(typeof effectOutputs)[Kind]> };

export const effectKindSchema = z.enum(Object.keys(effectOutputs) as [EffectKind, ...EffectKind[]]); // the table has rows
