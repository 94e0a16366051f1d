import type { ToolCall } from '../domain/message.ts';
import { findJson } from './json-in-text.ts';

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
const markedLine = new RegExp(`^[ \\t]{0,8}(?:${escaped.join('|')})`, 'im');

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
  const start = markedLine.exec(text)?.index;
  if (start === undefined) return undefined;
  const before = text.slice(0, start).trim();
  const { bodies, isRest } = readBodies(text.slice(start));
  if (before !== '' && isRest) return undefined;
  const read = bodies.map(readBody);
  return { before, calls: read.includes(undefined) ? undefined : read.flatMap((calls) => calls ?? []) };
}

/** What stands between the marks, and whether something else follows. */
function readBodies(text: string): { bodies: string[]; isRest: boolean } {
  const bodies: string[] = [];
  for (let at = 0; ; ) {
    marker.lastIndex = at;
    const begin = marker.exec(text)?.[1]?.toLowerCase();
    if (begin === undefined) return { bodies, isRest: text.slice(at).trim() !== '' };
    const closing = markers.find(([each]) => each.toLowerCase() === begin)?.[1];
    const from = marker.lastIndex;
    const end = closing === undefined ? -1 : text.indexOf(closing, from);
    if (closing === undefined || end === -1) return { bodies: [...bodies, text.slice(from)], isRest: false };
    bodies.push(text.slice(from, end));
    at = end + closing.length;
  }
}

function readBody(body: string): Omit<ToolCall, 'id'>[] | undefined {
  const { values, isCut } = findJson(body);
  if (isCut || values.length === 0) return undefined;
  // Some write the name before its arguments: `<function=name>{…}`, `name[ARGS]{…}`.
  const [, name] = /^\s*([\w.-]{1,64})(?:>|\[ARGS\])?\s*\{/.exec(body) ?? [];
  const calls = name === undefined ? values.flat().map(readCall) : [{ name, arguments: toArguments(values[0]) }];
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

function readCall(value: unknown): Omit<ToolCall, 'id'> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, function: inner, ...rest } = value as Record<string, unknown>; // any object may be asked for keys
  if (typeof inner === 'object') return readCall(inner);
  if (typeof name !== 'string') return undefined;
  return { name, arguments: toArguments(rest.arguments ?? rest.parameters ?? rest.args ?? {}) };
}

const toArguments = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
