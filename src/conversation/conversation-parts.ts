import { z } from 'zod';
import type { Message } from '../domain/message.ts';
import type { RequestContext } from '../domain/options.ts';
import { functionSchema } from '../domain/schemas/config-problem.ts';
import { complexitySchema } from '../domain/status.ts';
import type { ConversationContext } from './conversation-context.ts';
import { HistoryIndex } from './history-index.ts';
import { HistorySelection } from './history-selection.ts';

/** What every part of one's own gets. */
export interface ConversationWork<Context = RequestContext> {
  /** The conversation up to the message that is to be answered. */
  readonly messages: readonly Message[];
  /** What the user said last. */
  readonly question: string;
  /** What the caller knows about the request. */
  readonly context: Readonly<Context>;
  /** Aborts when nobody wants the result any more, or its time is up. */
  readonly signal: AbortSignal;
  /** The effect's key: the same when the work is repeated after a crash. */
  readonly key: string;
  /** Counts what was used: it is in the usage of the run, and its limits cover it. */
  readonly count: (usage: PartUsage) => void;
}

/** What a part of one's own used of models. */
export interface PartUsage {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd?: number;
}

/** What an analyst of one's own gets. */
export interface AnalyzeWork<Context = RequestContext> extends ConversationWork<Context> {
  /** What was computed; what the analyst does not say stays so. */
  readonly computed: ConversationContext;
}

/** What a compressor of one's own gets. */
export interface CompressWork<Context = RequestContext> extends ConversationWork<Context> {
  /** The messages that matter to the question, by the filter. */
  readonly relevant: readonly Message[];
  /** What a model is to see at most, by `estimateTokens`. */
  readonly maxTokens: number;
  readonly maxMessages: number;
}

export const ownAnalysisSchema = z.strictObject({
  isContinuation: z.boolean().exactOptional(),
  conversationTopic: z.string().exactOptional(),
  userIntent: z.string().exactOptional(),
  intentConfidence: z.number().min(0).max(1).exactOptional(),
  emotionalTone: z.string().exactOptional(),
  keyEntities: z.array(z.string()).exactOptional(),
  complexityHint: complexitySchema.exactOptional(),
  contextSummary: z.string().exactOptional(),
  /** Put to what was computed. */
  metadata: z.record(z.string(), z.json()).exactOptional(),
});
/** What an analyst says of a conversation in the place of what was computed. */
export type OwnAnalysis = z.infer<typeof ownAnalysisSchema>;

export const compressedSchema = z.strictObject({
  /** Those of the messages that stay. System messages and the last one of the user stay in any case. */
  kept: z.array(z.custom<Message>()).readonly(),
  /** Stands for the others. It is shown as a message of the user, never as the word of the system. */
  summary: z.string().exactOptional(),
});
/** What a compressor leaves of a conversation. */
export type CompressedHistory = z.infer<typeof compressedSchema>;

/**
 * Parts of one's own for the conversation of a run.
 *
 * Contract: each is called in the effect `analyze`, so what it gives is in the log, and neither a replay nor a run that continues calls it again. It has
 * `timeouts.callMs`. What it throws fails the run.
 */
export interface ConversationParts<Context = RequestContext> {
  /** Says what is known of a conversation. @default what `analyzeConversation` computes */
  readonly analyze?: (work: AnalyzeWork<Context>) => OwnAnalysis | Promise<OwnAnalysis>;
  /** Chooses the messages that matter to the question, of those that it is given. @default by relevance, as `filterHistory` */
  readonly filter?: (work: ConversationWork<Context>) => readonly Message[] | Promise<readonly Message[]>;
  /** Makes a conversation shorter that does not fit `session`. @default the newest and the relevant messages, and key sentences of the others */
  readonly compress?: (work: CompressWork<Context>) => CompressedHistory | Promise<CompressedHistory>;
}

export const conversationPartsSchema = z
  .strictObject({
    analyze: functionSchema.optional(),
    filter: functionSchema.optional(),
    compress: functionSchema.optional(),
  } satisfies Record<keyof ConversationParts, z.ZodType>)
  .prefault({});

const headings = { en: 'Summary of the earlier conversation:', zh: '此前对话的摘要：' } as const;

/** The message that a summary of one's own becomes. */
export const summaryMessage = (summary: string, language: 'en' | 'zh'): Message => ({
  role: 'user',
  content: `${headings[language]}\n${summary}`,
});

const everything = { tokens: Number.POSITIVE_INFINITY, messages: Number.POSITIVE_INFINITY };

/** The places of those messages that stay: what was chosen, calls of tools with their results, and what stays in any case. */
export function keptPlaces(messages: readonly Message[], chosen: readonly Message[]): number[] {
  const selection = new HistorySelection(HistoryIndex.of(messages));
  const wanted = new Set(chosen);
  for (const [place, message] of messages.entries()) if (wanted.has(message)) selection.add(place, everything);
  return [...messages.keys()].filter((place) => selection.has(place));
}
