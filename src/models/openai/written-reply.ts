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
  /** The reply is whole. What was held back of the answer is emitted. */
  finish(): WrittenReply;
}

/** How an object of the protocol begins, without blanks. */
const beginnings = ['{"call', '{"answer"', '{"name"'];
/** Such an object may stand in a code block. */
const fence = /^`{3}[a-z]{0,10}/i;
const openFence = /^`{1,3}$|^`{3}[a-z]{0,10}$/i;

/**
 * Emits the answer in a reply that is `{"answer": …}`, `{"call": …}` or neither: then the text is the answer. Calls may come after some
 * words, and what follows them is not emitted: models invent results there.
 *
 * Contract: it never throws, its work grows with the length of the text only, and what it emits adds up to the text of the finished reply.
 */
export const writtenReplyReader = (emit: (text: string) => void, offered: readonly string[]): WrittenReplyReader =>
  new Reader(emit, offered);

class Reader implements WrittenReplyReader {
  readonly #emit: (text: string) => void;
  readonly #offered: readonly string[];
  raw = '';
  #emitted = '';
  /** What is part of the answer and not emitted yet. */
  #fresh = '';
  #held = '';
  /** At the beginning any object is one of the protocol; after words only one that begins like one. */
  #state: 'beginning' | 'line' | 'words' | 'object' = 'beginning';
  #key = '';
  #before = '';
  readonly #readField = jsonFieldReader(
    'answer',
    (text) => {
      this.#fresh += text;
    },
    () => true,
  );

  constructor(emit: (text: string) => void, offered: readonly string[]) {
    this.#emit = emit;
    this.#offered = offered;
  }

  // Without a `this` of the caller's: readers are handed on as functions.
  readonly add = (piece: string): void => {
    this.raw += piece;
    for (let at = 0; at < piece.length; at++) {
      if (this.#state === 'object') {
        this.#held += piece.slice(at);
        this.#readField(piece.slice(at));
        break;
      }
      this.#addChar(piece[at] ?? '');
    }
    this.#emitFresh();
  };

  finish(): WrittenReply {
    if (this.#state !== 'object') {
      this.#fresh = this.#held;
      this.#emitFresh();
      return { text: this.#emitted, calls: [], isCut: false };
    }
    const held = this.#held;
    const { values, isCut } = findClosed(held);
    const calls = values.flatMap((value) => readCalls(value, this.#offered));
    if (calls.length > 0) return { text: this.#emitted.trim(), calls, isCut: false };
    const answer = answerOf(values) ?? looseAnswer(held);
    const text = this.#before + (answer ?? held);
    const isCutCall = answer === undefined && isCut && /"calls?"/.test(held.slice(0, 200));
    if (isCutCall) return { text: this.#emitted, calls, isCut };
    if (text.startsWith(this.#emitted)) this.#fresh = text.slice(this.#emitted.length);
    this.#emitFresh();
    return { text, calls, isCut: false };
  }

  #emitFresh(): void {
    if (this.#fresh === '') return;
    this.#emitted += this.#fresh;
    this.#emit(this.#fresh);
    this.#fresh = '';
  }

  #addChar(char: string): void {
    if (this.#state !== 'words') this.#beginLine(char);
    else {
      this.#fresh += char;
      if (char === '\n') this.#state = 'line';
    }
  }

  /** A line has begun, or the reply: it may be an object. */
  #beginLine(char: string): void {
    this.#held += char;
    if (char.trim() === '') return;
    this.#key += char;
    const body = this.#key.replace(fence, '');
    const begins = beginnings.some((each) => body.startsWith(each));
    if (this.#state === 'beginning' ? body.startsWith('{') : begins) {
      this.#beginObject();
      return;
    }
    const mayBegin = this.#state === 'line' && beginnings.some((each) => each.startsWith(body));
    if (mayBegin || openFence.test(this.#key)) return;
    this.#fresh += this.#held;
    this.#state = 'words';
    this.#held = '';
    this.#key = '';
  }

  #beginObject(): void {
    this.#state = 'object';
    this.#before = this.#emitted + this.#fresh;
    this.#readField(this.#held.slice(this.#held.indexOf('{')));
  }
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
