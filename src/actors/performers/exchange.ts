import type { JsonValue } from '../../domain/json.ts';
import type { Message, ToolCall } from '../../domain/message.ts';
import type { StepOutput } from '../../domain/step-output.ts';
import { messageOf } from '../../errors.ts';
import type { AskOutput, ToolResult } from '../../log/effect-outputs.ts';
import type { Completion } from '../../log/entries/effect-entries.ts';
import type { RunLog } from '../../log/run-log.ts';
import { lookupsOf } from '../../log/views.ts';
import { roomFor } from '../../prompts/fences.ts';
import { wordsIn } from '../../prompts/languages.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { fitTexts, isCut } from '../../text/fit-texts.ts';
import { languageOf } from './conversation/conversation-of.ts';

/** The calls of tools so far as messages, each call with its result. */
export interface Exchange {
  readonly messages: Message[];
  /** The data of the results, in the order of the tool messages. */
  readonly data: JsonValue[];
  /** How many tools failed and were not used again with success. */
  readonly failed: number;
  /** Whether the last call of a tool succeeded. */
  readonly worked: (tool: string) => boolean;
}

/** Reads turns and the tools that they asked for from the log, by their keys. */
function readExchange(log: RunLog, keys: readonly string[]): Exchange {
  const messages: Message[] = [];
  const data: JsonValue[] = [];
  // Tools that failed, with the turn in which they did: a call of a later turn mends it, one beside it does not know of it.
  const failed = new Map<string, number>();
  const worked = new Map<string, boolean>();
  let turns = 0;
  let calls: readonly ToolCall[] = [];
  for (const key of keys) {
    const turn = turnOf(log.completion(key));
    if (turn) {
      turns++;
      calls = turn.toolCalls;
      const { text, provider } = turn;
      messages.push({ role: 'assistant', content: text, toolCalls: [...calls], ...(provider ? { provider } : {}) });
      continue;
    }
    const [call, ...rest] = calls;
    calls = rest;
    const result = log.output('useTool', key);
    const error = log.latest('effect.failed', key)?.data.error;
    const content = result?.text ?? `Error: ${messageOf(error?.message ?? 'there is no result')}`;
    const tool = call?.name ?? key;
    const isGood = result !== undefined && !result.isError;
    worked.set(tool, isGood);
    if (!isGood) failed.set(tool, turns);
    else if ((failed.get(tool) ?? turns) < turns) failed.delete(tool);
    messages.push({
      role: 'tool',
      content,
      toolCallId: call?.id ?? key,
      ...(call ? { name: call.name } : {}),
      ...shownBy(result),
    });
    data.push(result?.data ?? null);
  }
  return { messages, data, failed: failed.size, worked: (tool) => worked.get(tool) === true };
}

const shownBy = (result: ToolResult | undefined) => (result?.parts ? { parts: [...result.parts] } : {});

/** What a call of a model came to, if it asked for tools. */
function turnOf(done: Completion | undefined): Pick<AskOutput, 'text' | 'toolCalls' | 'provider'> | undefined {
  if (done?.kind === 'ask') return done.output;
  if (done?.kind !== 'think' && done?.kind !== 'reflect') return undefined;
  const { toolCalls, provider } = done.output;
  return toolCalls && { text: '', toolCalls, provider };
}

/** Tokens that look-ups may take in a call of the host. */
const roomForLookups = 16_000;
/** Tokens that the results of steps, look-ups and tools may take together in a call beside the conversation. */
const roomForAll = 24_000;

/** What is left for the results of tools in a call that shows results of steps and look-ups, too. */
export function roomBeside(results: readonly StepOutput[], lookups: readonly StepOutput[]): number {
  const taken = (list: readonly StepOutput[], most: number) =>
    Math.min(
      most,
      list.reduce((sum, { text }) => sum + estimateTokens(text), 0),
    );
  return roomForAll - taken(results, roomFor.results) - taken(lookups, roomFor.lookups);
}

/** The calls of tools so far, their results within a room: the latest stay whole as far as they can. What was cut and can be read is named. */
export function fittedExchange(
  log: RunLog,
  keys: readonly string[],
  room = roomForLookups,
): Exchange & { readonly cut: readonly string[] } {
  const exchange = readExchange(log, keys);
  const results = exchange.messages.filter(({ role }) => role === 'tool');
  const sources = sourcesOf(log, keys);
  const fitting = results.map(({ content }, index) => ({
    id: '',
    ...sources[index],
    text: content,
    weight: (index + 1) ** 2,
  }));
  if (!isCut(fitting, room)) return { ...exchange, cut: [] };
  const texts = fitTexts(fitting, room, wordsIn(languageOf(log)).cut);
  const cut = fitting.flatMap(({ id, text }, index) => (texts[index] !== text && id !== '' ? [id] : []));
  const shown = new Map(results.map((message, index) => [message, texts[index] ?? '']));
  const messages = exchange.messages.map((message) => {
    const content = shown.get(message);
    return content === undefined ? message : { ...message, content };
  });
  return { ...exchange, messages, cut: [...new Set(cut)] };
}

/** Under which ids the results of tools can be read, and from where on, in the order of the tool messages; nothing where they cannot. */
function sourcesOf(log: RunLog, keys: readonly string[]): { id?: string; from?: number }[] {
  const ids = new Map(lookupsOf(log).map(({ key, stepId }) => [key, stepId]));
  return keys.flatMap((key) => {
    if (turnOf(log.completion(key))) return [];
    const id = ids.get(key);
    return [log.output('useTool', key)?.part ?? (id === undefined ? {} : { id })];
  });
}
