import { hash, randomUUID } from 'node:crypto';
import type { Entry } from '../log/entry.ts';
import { ConversationMemory } from './conversation-memory.ts';

/** One message of a conversation, named by what it says and by all that was said before it: equal conversations have equal links. */
export interface Link {
  readonly id: string;
  readonly before: string | null;
  readonly json: string;
}

/** An entry as a database keeps it: its JSON, with an empty list where its conversation belongs. */
export interface StoredLine {
  readonly seq: number;
  readonly line: string;
  readonly conversation?: {
    /** Where in the line the conversation belongs. */
    readonly place: number;
    /** At least one. */
    readonly links: readonly Link[];
  };
}

/** Links for the messages of conversations. */
export const linkMemory = () =>
  new ConversationMemory<Link>((json, _message, before) => ({
    id: hash('sha256', `${before?.id ?? ''}${json}`, 'base64url'),
    before: before?.id ?? null,
    json,
  }));

/** Stands where the conversation belongs while the JSON is written; nobody else can have written it. */
const mark = randomUUID();
const written = JSON.stringify(mark);
const nothing = '[]';

/** Takes the conversation out of an entry that brings one. */
export function toStoredLine(entry: Entry, memory: ConversationMemory<Link>): StoredLine {
  const { seq } = entry;
  const messages: unknown = entry.type === 'request.received' ? entry.data.messages : undefined;
  if (!Array.isArray(messages) || messages.length === 0) return { seq, line: JSON.stringify(entry) };
  const marked = JSON.stringify({ ...entry, data: { ...entry.data, messages: mark } });
  const place = marked.indexOf(written);
  const line = `${marked.slice(0, place)}${nothing}${marked.slice(place + written.length)}`;
  return { seq, line, conversation: { place, links: memory.follow(messages) } };
}

/** What lines take, in bytes. */
export const bytesOf = (lines: readonly { readonly line: string }[]): number =>
  lines.reduce((sum, { line }) => sum + Buffer.byteLength(line), 0);

/**
 * The JSON of an entry as it was given, from its line and the JSON of its messages between commas. A line that has its conversation was written by
 * the version before, over a run that it had deleted.
 */
export const wholeLine = (line: string, place: number, messages: string): string =>
  line.startsWith(nothing, place) ? `${line.slice(0, place)}[${messages}]${line.slice(place + nothing.length)}` : line;
