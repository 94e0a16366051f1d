/** What an agent that is a language model keeps, and how it changes: pure functions for its chart. */
import { firstTry, type Tries } from '../../domain/effect.ts';
import type { JsonValue } from '../../domain/json.ts';
import type { ReachedLimit } from '../../domain/limit.ts';
import { inWords, lastUserText, type Message, type ToolCall } from '../../domain/message.ts';
import type { AgentProblem, AgentStart } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { type HistoryEntry, taskText } from '../history.ts';
import { type AgentMove, argumentsOf, moveProblem, toMove } from '../moves.ts';
import type { CallModelInput, CallModelOutput, CallRuling } from './call-model.ts';
import { clipResults, type Exchanged, fitParts, toExchange } from './fit-exchange.ts';
import type { ModelAgentSettings } from './model-agent-settings.ts';
import { isSearched, offeredIn } from './offered-tools.ts';
import type { Prepared } from './prepare.ts';
import type { WholeResult } from './read-result.ts';
import type { ReadableResult } from './summary.ts';
import { todosName, todosText } from './todos.ts';
import { shownBy, type ToolEnd } from './use-tool.ts';

/** A call of a tool that the model asked for. */
export interface PendingCall {
  readonly call: ToolCall;
  readonly ruling: Omit<CallRuling, 'misfit'>;
  /** Why it is not made, when that is no matter of policy. */
  readonly refusal?: string;
}

export interface ModelAgentContext extends AgentStart, Tries {
  readonly settings: ModelAgentSettings;
  /** What its model has read and said, since it began. */
  readonly exchange: readonly Exchanged[];
  /** Results before this place of the exchange are not shown any more. */
  readonly cleared: number;
  /** Results of which only the summary tells. */
  readonly readable: readonly ReadableResult[];
  /** The tools that it has found or used. */
  readonly found: readonly string[];
  /** Its own plan, as its model reads it in each turn. */
  readonly todos: string | undefined;
  /** The tokens that what is remembered takes in each call. */
  readonly memoryTokens: number;
  readonly entries: readonly HistoryEntry[];
  readonly turn: number;
  /** Which of its models is asked. */
  readonly model: number;
  readonly waitMs: number;
  readonly calls: readonly PendingCall[];
  readonly ends: readonly (ToolEnd | undefined)[];
  readonly made: readonly AgentMove[];
  /** Whether something was shown in part. */
  readonly isClipped: boolean;
  /** How often an answer did not fit. */
  readonly unfits: number;
  readonly answer: Message | undefined;
  readonly output: JsonValue | undefined;
  readonly error: AgentProblem | undefined;
  readonly limit: ReachedLimit | undefined;
}

export const begin = (start: AgentStart, settings: ModelAgentSettings): ModelAgentContext => ({
  ...start,
  ...firstTry,
  settings,
  exchange: [],
  cleared: 0,
  readable: [],
  found: [],
  todos: undefined,
  memoryTokens: 0,
  entries: [],
  turn: 1,
  model: 0,
  waitMs: 0,
  calls: [],
  ends: [],
  made: [],
  isClipped: false,
  unfits: 0,
  answer: undefined,
  output: undefined,
  error: undefined,
  limit: undefined,
});

export const isLastTurn = ({ turn, settings }: ModelAgentContext) => turn >= settings.turns;

/** Keeps what its model reads before it says anything, and what this run settles about it. */
export const afterPreparing = (
  { messages, history, settings }: ModelAgentContext,
  prepared: Prepared,
): Partial<ModelAgentContext> => {
  const task = history.findLast((entry) => entry.task);
  return {
    exchange: toExchange(prepared.messages, lastUserText(messages), task && taskText(task)),
    settings: { ...settings, ...prepared.settings },
    memoryTokens: prepared.memoryTokens ?? 0,
  };
};

export function callInput(context: ModelAgentContext, messages: readonly Message[]): CallModelInput {
  const { settings, runPath, moves, model, isClipped, cleared, found, maxOutputTokens } = context;
  const { offer } = settings;
  return {
    agent: settings.name,
    runPath,
    messages,
    moves,
    model,
    isLast: isLastTurn(context),
    mayRead: isClipped || cleared > 0,
    ...(isSearched(offer) ? { offered: offeredIn(offer, found).map(({ name }) => name) } : {}),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}

/** The move that a call is; one whose arguments do not fit is none, and the model reads why as its result. */
const moveOf = ({ moves }: ModelAgentContext, call: ToolCall) =>
  moves.find((move) => move.name === call.name && moveProblem(move, argumentsOf(call)) === undefined);

const isMove = (context: ModelAgentContext, call: ToolCall) => moveOf(context, call) !== undefined;

/** The calls of a reply that are for tools, and the moves that cannot be made. */
export const toolCallsIn = (context: ModelAgentContext, { toolCalls }: CallModelOutput): readonly ToolCall[] =>
  toolCalls.filter((call) => !isMove(context, call));

export const movesIn = (context: ModelAgentContext, { toolCalls }: CallModelOutput): readonly AgentMove[] =>
  toolCalls.filter((call) => isMove(context, call)).map(toMove);

export const moveNews = (context: ModelAgentContext, { toolCalls }: CallModelOutput): readonly AgentNews[] =>
  toolCalls.flatMap((call) => {
    const spec = moveOf(context, call);
    if (!spec) return [];
    const { offeredBy } = spec;
    const news = { type: 'agent.moved', runPath: context.runPath, move: toMove(call) } as const;
    return [{ ...news, ...(offeredBy ? { offeredBy } : {}) }];
  });

/** A call that has to come to a result before the model is asked again. */
function pending(context: ModelAgentContext, call: ToolCall, { misfit, ...ruling }: CallRuling): PendingCall {
  const spec = context.moves.find(({ name }) => name === call.name);
  const refusal = spec ? moveProblem(spec, argumentsOf(call)) : misfit;
  return refusal === undefined ? { call, ruling } : { call, ruling: { verdict: 'refuse' }, refusal };
}

/** Keeps what the model said. Its moves have their results at once: a call without a result would spoil every later request. */
export function afterReply(context: ModelAgentContext, reply: CallModelOutput): Partial<ModelAgentContext> {
  const { settings, moves } = context;
  const isLast = isLastTurn(context);
  // In the last turn tools are not run any more, so they are not said to have been called.
  const kept = isLast ? reply.toolCalls.filter((call) => isMove(context, call)) : reply.toolCalls;
  const said: Message = {
    role: 'assistant',
    content: shownText(reply),
    ...(kept.length > 0 ? { toolCalls: [...kept] } : {}),
    ...(kept.length > 0 && reply.provider ? { provider: reply.provider } : {}),
  };
  const handed = kept.filter((call) => isMove(context, call));
  const transfers = handed.length > 0 ? { transfers: handed.map(({ id }) => id) } : {};
  const replies = handed.map((call): HistoryEntry => {
    const { reply: content = '' } = moves.find(({ name }) => name === call.name) ?? {};
    return {
      agent: settings.name,
      message: { role: 'tool', content: filled(content, call), toolCallId: call.id, name: call.name },
      transfers: [call.id],
    };
  });
  // Some endpoints refuse a message that says nothing.
  const isEmpty = said.content === '' && kept.length === 0;
  const spoken: readonly HistoryEntry[] = isEmpty ? [] : [{ agent: settings.name, message: said, ...transfers }];
  return {
    ...firstTry,
    exchange: [...context.exchange, ...[...spoken, ...replies].map(({ message }) => ({ message }))],
    entries: [...context.entries, ...spoken, ...replies],
    calls: reply.toolCalls.flatMap((call, index) =>
      isMove(context, call) ? [] : [pending(context, call, reply.rulings[index] ?? { verdict: 'ask' })],
    ),
    ends: [],
    made: [...context.made, ...movesIn(context, reply)],
    answer: said,
    output: reply.output,
  };
}

/** The words of a reply; of one that is data, the data as JSON. */
const shownText = ({ text, output }: CallModelOutput) =>
  text !== '' || output === undefined ? text : typeof output === 'string' ? output : JSON.stringify(output);

/** A reply to a move may name its arguments, as in `Transferred to {agent}.` */
const filled = (reply: string, call: ToolCall) =>
  reply.replace(/\{(\w+)\}/g, (_, name: string) => String(argumentsOf(call)[name] ?? ''));

/** Keeps the result of a call at its place. */
export function afterTool({ calls, ends }: ModelAgentContext, index: number, end: ToolEnd): Partial<ModelAgentContext> {
  return { ends: calls.map((_, place) => (place === index ? end : ends[place])) };
}

export const hasAllResults = ({ calls, ends }: ModelAgentContext) =>
  calls.every((_, index) => ends[index] !== undefined);

/** The id of the actor that is a call of a tool. */
export const toolId = (turn: number, index: number) => `tool-${turn}-${index + 1}`;

/** All results are there: the model reads them, in the order of its calls. */
export function afterTools(context: ModelAgentContext): Partial<ModelAgentContext> {
  const { settings, calls, ends, turn, found, runPath } = context;
  const whole = calls.map((_, index): WholeResult => {
    const { ref = toolId(turn, index), text = '', excerpt } = ends[index] ?? {};
    return { ref, text, ...(excerpt ? { excerpt } : {}) };
  });
  const texts = clipResults(whole, settings.windowTokens);
  const given = calls.map(({ call: { id, name } }, index): Message => {
    return { role: 'tool', content: texts[index] ?? '', toolCallId: id, name, ...shownBy(ends[index]) };
  });
  const results = fitParts(given, settings.windowTokens);
  const places = whole.map(({ text: _, ...place }) => place);
  const isClipped = texts.some((text, index) => text !== ends[index]?.text);
  const names = [...ends.flatMap((end) => end?.found ?? []), ...calls.map(({ call }) => call.name)];
  return {
    exchange: [...context.exchange, ...results.map((message, index) => ({ ...places[index], message }))],
    // Whoever reads on from here, the agent itself in a later turn too, reads of images in words.
    entries: [...context.entries, ...results.map((message) => ({ agent: settings.name, message: inWords(message) }))],
    turn: turn + 1,
    isClipped: context.isClipped || isClipped,
    found: isSearched(settings.offer) ? [...new Set([...found, ...names])] : found,
    todos: todosText(valuesOf(context)[todosName(runPath)]) ?? context.todos,
  };
}

/** What the tools have set in the session. */
export const valuesOf = ({ ends }: ModelAgentContext) =>
  Object.assign({}, ...ends.map((end) => end?.set ?? {})) as ToolEnd['set']; // each of them is one
