import type { ToolCall } from '../../domain/message.ts';
import { jsonFieldReader } from '../json-field-reader.ts';
import { type FoundJson, findJson } from '../json-in-text.ts';
import { readCall } from './written-calls.ts';

/** What a reply in the written protocol comes to. */
export interface WrittenReply {
  readonly text: string;
  readonly calls: readonly Omit<ToolCall, 'id'>[];
  /** Whether a call begins and never ends. */
  readonly isCut: boolean;
}

/** Reads a reply while it arrives. */
export interface WrittenReplyReader {
  /** What has arrived. */
  readonly raw: string;
  add(piece: string): void;
  /** The reply is whole. What was held back of the answer is told. */
  finish(): WrittenReply;
}

/** How an object of the protocol begins, without blanks. */
const beginnings = ['{"call', '{"answer"', '{"name"'];
/** Such an object may stand in a code block. */
const fence = /^`{3}[a-z]{0,10}/i;
const openFence = /^`{1,3}$|^`{3}[a-z]{0,10}$/i;

/**
 * Tells the answer in a reply that is `{"answer": …}`, `{"call": …}` or neither: then the text is the answer. Calls may come after some
 * words, and what follows them is not told: models invent results there.
 *
 * Contract: it never throws, its work grows with the length of the text only, and what it tells comes to the text that it gives in the end.
 */
export function writtenReplyReader(tell: (text: string) => void, offered: readonly string[]): WrittenReplyReader {
  let raw = '';
  let told = '';
  let fresh = '';
  // At the beginning any object is one of the protocol; after words only one that begins like one.
  let state: 'beginning' | 'line' | 'words' | 'object' = 'beginning';
  let held = '';
  let key = '';
  let before = '';
  const readField = jsonFieldReader(
    'answer',
    (text) => {
      fresh += text;
    },
    () => true,
  );

  const tellFresh = () => {
    if (fresh === '') return;
    told += fresh;
    tell(fresh);
    fresh = '';
  };
  const beginObject = () => {
    [state, before] = ['object', told + fresh];
    readField(held.slice(held.indexOf('{')));
  };
  /** A line has begun, or the reply: it may be an object. */
  const beginLine = (char: string) => {
    held += char;
    if (char.trim() === '') return;
    key += char;
    const body = key.replace(fence, '');
    const isObject = state === 'beginning' ? body.startsWith('{') : beginnings.some((each) => body.startsWith(each));
    if (isObject) return beginObject();
    const isOpen = openFence.test(key) || (state === 'line' && beginnings.some((each) => each.startsWith(body)));
    if (isOpen) return;
    fresh += held;
    [state, held, key] = ['words', '', ''];
  };

  return {
    get raw() {
      return raw;
    },
    add(piece) {
      raw += piece;
      for (let at = 0; at < piece.length; at++) {
        const char = piece[at] ?? '';
        if (state === 'object') {
          held += piece.slice(at);
          readField(piece.slice(at));
          break;
        }
        if (state !== 'words') beginLine(char);
        else {
          fresh += char;
          if (char === '\n') state = 'line';
        }
      }
      tellFresh();
    },
    finish() {
      if (state !== 'object') {
        fresh = held;
        tellFresh();
        return { text: told, calls: [], isCut: false };
      }
      const { values, isCut } = findClosed(held);
      const calls = values.flatMap((value) => readCalls(value, offered));
      if (calls.length > 0) return { text: told.trim(), calls, isCut: false };
      const answer = answerOf(values) ?? looseAnswer(held);
      const text = before + (answer ?? held);
      if (answer === undefined && isCut && /"calls?"/.test(held.slice(0, 200))) return { text: told, calls, isCut };
      if (text.startsWith(told)) fresh = text.slice(told.length);
      tellFresh();
      return { text, calls, isCut: false };
    },
  };
}

/** Models forget the last brace more often than any other. */
function findClosed(text: string): FoundJson {
  const found = findJson(text);
  return found.isCut && text.trimEnd().endsWith('}') ? findJson(`${text}}`) : found;
}

function readCalls(value: unknown, offered: readonly string[]): Omit<ToolCall, 'id'>[] {
  if (Array.isArray(value)) return value.flatMap((each) => readCalls(each, offered));
  if (typeof value !== 'object' || value === null) return [];
  const { call, calls, tool_calls, ...rest } = value as Record<string, unknown>; // any object may be asked for keys
  // Some write the name alone, and its arguments beside it.
  const single = typeof call === 'string' ? { name: call, ...rest } : call;
  const listed = [single, calls, tool_calls].flat().map(readCall);
  const bare = readCall(rest);
  const hasArguments = ['arguments', 'parameters', 'args'].some((name) => name in rest);
  return [...listed, bare && hasArguments && offered.includes(bare.name) ? bare : undefined].filter(
    (each) => each !== undefined,
  );
}

function answerOf(values: readonly unknown[]): string | undefined {
  for (const value of values) {
    if (typeof value !== 'object' || value === null || !('answer' in value)) continue;
    return typeof value.answer === 'string' ? value.answer : JSON.stringify(value.answer);
  }
  return undefined;
}

/** The answer of an object that is no JSON, because quotes in it are bare or its end is missing: all of it, up to the last quote. */
function looseAnswer(text: string): string | undefined {
  const begin = /"answer"\s{0,9}:\s{0,9}"/.exec(text);
  if (!begin) return undefined;
  const rest = text.slice(begin.index + begin[0].length);
  const end = rest.lastIndexOf('"');
  const isEnd = end !== -1 && /^"\s*\}?\s*(?:`{3})?\s*$/.test(rest.slice(end, end + 200));
  return (isEnd ? rest.slice(0, end) : rest).replace(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/g, signOf);
}

const signOf = (escaped: string): string => JSON.parse(`"${escaped}"`) as string; // an escape of JSON is a string
