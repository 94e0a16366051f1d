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

/** What stands in the place of a result that is too long: its beginning, and how to read the rest. */
export function clipped(text: string, id: string, room = shownCharacters): string {
  if (text.length <= room) return text;
  const rest = text.length - room;
  return `${text.slice(0, room)}\n[${rest} more characters. To read them: ${readToolSpec.name} with result "${id}" and from ${room}.]`;
}

/** What stands in the place of a result that was cleared. */
export const clearedNote = (text: string, id: string) =>
  `[The result of ${text.length} characters was cleared. To read it again: ${readToolSpec.name} with result "${id}".]`;

/** Reads a part of an earlier result from the log of the run. `key` is that of the effect that reads. */
export function readTool(
  entries: readonly Entry[],
  call: ToolCall,
  { key, shown }: { readonly key: string; readonly shown: number },
): { text: string; isError: boolean } {
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
  const rest = found.length - start - shown;
  const part = found.slice(start, start + shown);
  const more = rest > 0 ? `\n[${rest} more characters: from ${start + shown}]` : '';
  return { text: `${part}${more}`, isError: false };
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
