/** What can be computed about a conversation without a model: its context, its intent, and a shorter history. */
export type { Message } from '../domain/message.ts';
export { estimateTokens } from '../text/estimate-tokens.ts';
export { type AnalyzeOptions, analyzeConversation } from './analyze-conversation.ts';
export { analyzeIntent, type IntentAnalysis } from './analyze-intent.ts';
export { type CompressOptions, compressHistory } from './compress-history.ts';
export { type AnalystOptions, type ConversationAnalyst, createConversationAnalyst } from './conversation-analyst.ts';
export type { ConversationContext } from './conversation-context.ts';
export type {
  AnalyzeWork,
  CompressedHistory,
  CompressWork,
  ConversationParts,
  ConversationWork,
  OwnAnalysis,
  PartUsage,
} from './conversation-parts.ts';
export { type FilterOptions, filterHistory } from './filter-history.ts';
export type { IntentKind, Tone } from './intent-cues.ts';
export { type WindowOptions, windowHistory } from './window-history.ts';
