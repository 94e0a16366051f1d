/** The window of an agent's model: what its chart asks before each call. */
import type { AgentProblem } from '../agent.ts';
import {
  clearOldest,
  exchangeTokens,
  messageTokens,
  type Room,
  shownExchange,
  splitExchange,
  standingOf,
} from './fit-exchange.ts';
import type { ModelAgentContext } from './model-agent-work.ts';
import { findToolsSpec, isSearched, offeredIn, specTokens } from './offered-tools.ts';
import { readToolSpec } from './read-result.ts';
import type { SummarizeInput } from './summarize.ts';
import { resultsIn, summaryMessage, summaryMessages } from './summary.ts';

/** The messages of the next call. */
export const messagesOf = ({ exchange, cleared, todos }: ModelAgentContext) => [
  ...shownExchange(exchange, cleared),
  ...todosMessage(todos),
];

const todosMessage = (todos: string | undefined) =>
  todos === undefined ? [] : [{ role: 'user' as const, content: todos }];

function roomOf({ settings, found, moves, todos, memoryTokens }: ModelAgentContext): Room | undefined {
  const { windowTokens: window, offer } = settings;
  if (window === undefined) return undefined;
  const specs = [...moves, readToolSpec, ...(isSearched(offer) ? [findToolsSpec] : [])];
  const tools = offeredIn(offer, found).reduce((all, { tokens }) => all + tokens, 0);
  const others = specs.reduce((all, spec) => all + specTokens(spec), 0);
  const plan = todosMessage(todos).reduce((all, message) => all + messageTokens(message), 0);
  return { window, beside: tools + others + offer.besides + plan + memoryTokens };
}

/** Clears what is old, when there is too much. */
export function afterFitting(context: ModelAgentContext): Partial<ModelAgentContext> {
  const room = roomOf(context);
  return room ? { cleared: clearOldest(context.exchange, context.cleared, room) } : {};
}

export function standing(context: ModelAgentContext): ReturnType<typeof standingOf> {
  const room = roomOf(context);
  return room ? standingOf(context.exchange, context.cleared, room) : 'fits';
}

const emptyRoom: Room = { window: 0, beside: 0 };

export function summarizeInput(context: ModelAgentContext): SummarizeInput {
  const { settings, runPath, model, exchange, maxOutputTokens } = context;
  const room = roomOf(context) ?? emptyRoom;
  return {
    agent: settings.name,
    runPath,
    model,
    messages: summaryMessages(splitExchange(exchange, room), room.window),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}

/** The summary stands in the place of what it was made of. */
export function afterSummary(context: ModelAgentContext, text: string): Partial<ModelAgentContext> {
  const room = roomOf(context) ?? emptyRoom;
  const { head, old, kept } = splitExchange(context.exchange, room);
  const readable = [...context.readable, ...resultsIn(old)];
  const message = summaryMessage(text, readable, room.window);
  return {
    exchange: [...head, { message, role: 'summary' }, ...kept],
    cleared: 0,
    readable,
    isClipped: true,
    attempt: 1,
    turnedAway: 0,
    maxOutputTokens: undefined,
  };
}

export function tooLarge(context: ModelAgentContext): AgentProblem {
  const room = roomOf(context) ?? emptyRoom;
  const tokens = exchangeTokens(context.exchange, context.cleared, room);
  return {
    code: 'context-length',
    message: `The instructions, the tools and the request of "${context.settings.name}" take about ${tokens} tokens, and its window has ${room.window}. Give it a larger windowTokens, fewer tools or a shorter request.`,
  };
}
