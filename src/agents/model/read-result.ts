import type { ToolCall } from '../../domain/message.ts';
import { type Part, withNotes } from '../../domain/part.ts';
import type { Entry } from '../../log/entry.ts';
import type { ToolSpec } from '../../models/model.ts';
import { readData } from '../../run/data.ts';
import { argumentsOf } from '../moves.ts';

/** What a model reads of one result at once. */
export const shownCharacters = 8_000;

/** The tool by which a model reads on in a result that it was shown in part. */
export const readToolSpec: ToolSpec = {
  name: 'read_result',
  description: 'Reads on in the result of an earlier tool call that was shown in part or cleared.',
  parameters: {
    type: 'object',
    properties: {
      result: { type: 'string', description: 'The id of the result, as it was given.' },
      from: { type: 'integer', description: 'The character to read from. Default: 0' },
    },
    required: ['result'],
  },
};

/** A result, or the part of one that was read, as it came. */
export interface WholeResult {
  readonly text: string;
  /** By which all of it can be read again. */
  readonly ref: string;
  /** Of a part: where it begins, and how long the whole result is. */
  readonly excerpt?: { readonly from: number; readonly of: number };
}

/** How much of a result that is cut is its end: sums and conclusions stand there. */
const endShare = 1 / 4;

/** What stands in the place of a result that is too long: its beginning and its end, or as much of a part as there is room for, and how to read the rest. */
export function clipped({ text, ref, excerpt }: WholeResult, room = shownCharacters): string {
  const read = (what: string, from: number) =>
    `[${what}. To read them: ${readToolSpec.name} with result "${ref}" and from ${from}.]`;
  if (excerpt) {
    const shown = text.slice(0, room);
    const next = excerpt.from + shown.length;
    return next < excerpt.of ? `${shown}\n${read(`${excerpt.of - next} more characters`, next)}` : shown;
  }
  if (text.length <= room) return text;
  const end = Math.floor(room * endShare);
  const note = read(`${text.length - room} characters are left out here`, room - end);
  return `${text.slice(0, room - end)}\n${note}\n${text.slice(text.length - end)}`;
}

/** What stands in the place of a result that was cleared. */
export const clearedNote = ({ text, ref, excerpt }: WholeResult) =>
  `[The result of ${text.length} characters was cleared. To read it again: ${readToolSpec.name} with result "${ref}"${excerpt ? ` and from ${excerpt.from}` : ''}.]`;

/** Reads a part of an earlier result from the log of the run. `key` is that of the effect that reads. */
export function readTool(
  entries: readonly Entry[],
  call: ToolCall,
  { key, shown }: { readonly key: string; readonly shown: number },
): Pick<WholeResult, 'text' | 'excerpt'> & { readonly isError: boolean; readonly ref?: string } {
  const { result, from } = argumentsOf(call);
  const id = typeof result === 'string' ? result : '';
  const found = resultIn(entries, id) ?? answerIn(entries, `${key.split('/').slice(0, -2).join('/')}/${id}`);
  if (found === undefined) {
    return {
      text: `Error: There is no result "${id}". Use the id that stands where the result was cut.`,
      isError: true,
    };
  }
  const start = Math.max(0, Math.trunc(Number(from ?? 0)) || 0);
  const text = found.slice(start, start + shown);
  return { text, isError: false, ref: id, excerpt: { from: start, of: found.length } };
}

function resultIn(entries: readonly Entry[], id: string): string | undefined {
  for (const entry of entries) {
    if (entry.type !== 'effect.completed' || !('source' in entry.data) || entry.data.source !== 'useTool') continue;
    if (entry.data.key !== id) continue;
    const { end } = entry.data.output as { end?: { text: string; parts?: readonly Part[] } }; // what a call of a tool comes to
    return end && withNotes(end.text, end.parts);
  }
  return undefined;
}

/** What an agent said that was called as a tool: no effect has it, so the end of the call is looked for. */
function answerIn(entries: readonly Entry[], path: string): string | undefined {
  const root = entries[0]?.actor ?? '';
  for (const entry of entries) {
    if (entry.type !== 'actor.moved' || entry.data.status !== 'done' || entry.actor !== `${root}/${path}`) continue;
    const { text } = readData(entry.data.output) as { text?: string }; // what a call of a tool ends with
    return text;
  }
  return undefined;
}
