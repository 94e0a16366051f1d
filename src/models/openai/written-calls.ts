import type { ToolCall } from '../../domain/message.ts';
import { findJson } from '../json-in-text.ts';

/** What begins a call that is written as text, in the words of several families of models, and what ends it where something does. */
const markers: readonly (readonly [begin: string, end: string | undefined])[] = [
  ['<tool_call>', '</tool_call>'],
  ['<tool_calls>', '</tool_calls>'],
  ['<function_call>', '</function_call>'],
  ['<|tool_call|>', '<|/tool_call|>'],
  ['<|python_tag|>', undefined],
  ['[TOOL_CALLS]', undefined],
  ['<｜tool▁calls▁begin｜>', undefined],
  ['<function=', '</function>'],
];

/** The beginnings, in lower case. */
export const callMarkers: readonly string[] = markers.map(([begin]) => begin.toLowerCase());

const escaped = markers.map(([begin]) => begin.replace(/[[\]|]/g, '\\$&'));
const marker = new RegExp(`\\s*(${escaped.join('|')})`, 'iy');
const markedLine = new RegExp(`^[ \\t]{0,8}(?:${escaped.join('|')})`, 'gim');

/** Calls of tools that a model wrote into its text. */
export interface WrittenCalls {
  /** The words before them. */
  readonly before: string;
  /** Nothing when they cannot be read. */
  readonly calls: readonly Omit<ToolCall, 'id'>[] | undefined;
}

/**
 * Finds calls of tools that are written as text. They begin a line, and nothing else follows them unless they begin the whole text: an
 * answer that only speaks of such calls goes on after them, or has them in a line or in a code block.
 */
export function findWrittenCalls(text: string): WrittenCalls | undefined {
  const unclosed = new Set<string>();
  let open: Bodies & { readonly before: string } = { bodies: [], end: 0, before: '' };
  for (let from = 0; ; from = open.end) {
    markedLine.lastIndex = from;
    const start = markedLine.exec(text)?.index;
    if (start === undefined) return open.rest !== undefined && isUnended(open.rest) ? toCalls(open) : undefined;
    open = { ...readBodies(text, start, unclosed), before: text.slice(0, start).trim() };
    if (open.before === '' || text.slice(open.end).trim() === '') return toCalls(open);
  }
}

const toCalls = ({ before, bodies }: { before: string; bodies: readonly string[] }): WrittenCalls => {
  const read = bodies.map(readBody);
  return { before, calls: read.includes(undefined) ? undefined : read.flatMap((calls) => calls ?? []) };
};

interface Bodies {
  /** What stands between the marks. */
  readonly bodies: readonly string[];
  readonly end: number;
  /** What follows a mark that nothing closes. It is the last of the bodies, if it is a call. */
  readonly rest?: string;
}

/** Reads calls from a place on. `unclosed` has the ends that do not come any more. */
function readBodies(text: string, start: number, unclosed: Set<string>): Bodies {
  const bodies: string[] = [];
  for (let at = start; ; ) {
    marker.lastIndex = at;
    const begin = marker.exec(text)?.[1]?.toLowerCase();
    if (begin === undefined) return { bodies, end: at };
    const closing = markers.find(([each]) => each.toLowerCase() === begin)?.[1];
    const from = marker.lastIndex;
    // What needs no end is a token of its own, of which nobody speaks.
    if (closing === undefined) return { bodies: [...bodies, text.slice(from)], end: text.length };
    const close = unclosed.has(closing) ? -1 : text.indexOf(closing, from);
    if (close === -1) {
      unclosed.add(closing);
      const rest = text.slice(from);
      return { bodies: [...bodies, rest], end: from, rest };
    }
    bodies.push(text.slice(from, close));
    at = close + closing.length;
  }
}

/** Whether a call may have lost its end: it is cut, or nothing follows it. */
function isUnended(body: string): boolean {
  if (/^\s*<function=/i.test(body)) return true;
  if (!/^\s*(?:[\w.-]{1,64}(?:>|\[ARGS\])?\s*)?[[{]/.test(body)) return false;
  return /[\]}]/.test(body.trimEnd().slice(-1)) || findJson(body).isCut;
}

function readBody(body: string): Omit<ToolCall, 'id'>[] | undefined {
  const { values, isCut } = findJson(body);
  if (isCut || values.length === 0) return undefined;
  // Some write the name before its arguments: `<function=name>{…}`, `name[ARGS]{…}`.
  const [, name] = /^\s*([\w.-]{1,64})(?:>|\[ARGS\])?\s*\{/.exec(body) ?? [];
  const calls = name === undefined ? values.flat().map(readCall) : [{ name, arguments: toArguments(values[0]) }];
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

/** A call in one of the shapes that models give it. */
export function readCall(value: unknown): Omit<ToolCall, 'id'> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, function: inner, ...rest } = value as Record<string, unknown>; // any object may be asked for keys
  if (typeof inner === 'object') return readCall(inner);
  if (typeof name !== 'string') return undefined;
  return { name, arguments: toArguments(rest.arguments ?? rest.parameters ?? rest.args ?? {}) };
}

const toArguments = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
