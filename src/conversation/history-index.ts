import type { Message, ToolCall } from '../domain/message.ts';
import { hasSameParts, type Part, withNotes } from '../domain/part.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { hasFact } from '../text/has-fact.ts';
import { sentencesIn } from '../text/sentences-in.ts';
import { termsOf } from '../text/terms-of.ts';
import { messageTokens } from './message-tokens.ts';

/** One sentence of a message, with what a summary is chosen by. */
export interface IndexedSentence {
  readonly text: string;
  readonly terms: readonly string[];
  readonly hasFact: boolean;
  /** Of the sentence on a line of its own. */
  readonly tokens: number;
}

/** What is kept of one message. Its texts are copies of references to immutable strings: changing the message does not change them. */
export interface IndexedMessage {
  readonly role: Message['role'];
  readonly content: string;
  readonly name: string | undefined;
  readonly toolCallId: string | undefined;
  readonly toolCalls: readonly ToolCall[] | undefined;
  readonly parts: readonly Part[] | undefined;
  readonly tokens: number;
  /** Empty for system messages: they are always kept, so nobody looks for them. */
  readonly terms: readonly string[];
  /** Where the call is that it answers; its own place for all else; -1 for the result of a call that is not there. */
  readonly owner: number;
  sentences?: readonly IndexedSentence[];
}

/**
 * What is known of each message of one conversation, and which messages have which term.
 *
 * Contract: it is a function of the messages alone. Taking off the last messages undoes exactly what adding them did, so that an index
 * that followed a conversation through appends, edits and cuts equals one that was built afresh.
 */
export class HistoryIndex {
  readonly entries: IndexedMessage[] = [];
  /** Places of system messages, in order. */
  readonly systems: number[] = [];
  /** Places of user messages, in order. */
  readonly users: number[] = [];
  /** Notes on full segments, by their number, which only live as long as the segment is whole. */
  readonly segmentLines: string[] = [];
  readonly #places = new Map<string, number[]>();
  readonly #calls = new Map<string, number[]>();
  readonly #results = new Map<number, number[]>();
  #tokens = 0;
  #characters = 0;
  #strays = 0;

  /** Messages in a segment. */
  static readonly segment = 500;

  static of(messages: readonly Message[]): HistoryIndex {
    const index = new HistoryIndex();
    index.follow(messages);
    return index;
  }

  get tokens(): number {
    return this.#tokens;
  }

  get characters(): number {
    return this.#characters;
  }

  /** Whether a tool's result stands there without its call. */
  get hasStrays(): boolean {
    return this.#strays > 0;
  }

  /** How many messages from the start are the same, by content. */
  shared(messages: readonly Message[]): number {
    const most = Math.min(messages.length, this.entries.length);
    let count = 0;
    while (count < most && isSame(this.entries[count] as IndexedMessage, messages[count] as Message)) count++; // both are within range
    return count;
  }

  /** Becomes the index of these messages; work is done for those that are new. */
  follow(messages: readonly Message[], shared = this.shared(messages)): void {
    while (this.entries.length > shared) this.#takeOff();
    this.segmentLines.length = Math.min(this.segmentLines.length, Math.floor(shared / HistoryIndex.segment));
    for (let place = shared; place < messages.length; place++) this.#add(messages[place] as Message); // within range
  }

  /** The messages that have a term, in order. */
  places(term: string): readonly number[] {
    return this.#places.get(term) ?? [];
  }

  /** What stays or goes together with a message: a call and its results; nothing for a result without its call. */
  unit(place: number): readonly number[] {
    const owner = this.entries[place]?.owner ?? -1;
    return owner < 0 ? [] : [owner, ...(this.#results.get(owner) ?? [])];
  }

  sentences(place: number): readonly IndexedSentence[] {
    const entry = this.entries[place];
    if (!entry) return [];
    entry.sentences ??= sentencesIn(withNotes(entry.content, entry.parts)).map((text) => ({
      text,
      terms: termsOf(text),
      hasFact: hasFact(text),
      tokens: estimateTokens(`… ${text}\n`),
    }));
    return entry.sentences;
  }

  #add(message: Message): void {
    const place = this.entries.length;
    const { role, content, name, toolCallId, toolCalls, parts } = message;
    const calls = toolCalls?.map(({ id, name: tool, arguments: given }) => ({ id, name: tool, arguments: given }));
    const owner = role === 'tool' ? this.#callOf(toolCallId) : place;
    const terms = role === 'system' ? [] : termsOf(content);
    const tokens = messageTokens(message);
    // A copy: whoever changes the list of a message changes another one.
    const kept = parts && [...parts];
    this.entries.push({ role, content, name, toolCallId, toolCalls: calls, parts: kept, tokens, terms, owner });
    for (const term of terms) push(this.#places, term, place);
    for (const call of calls ?? []) push(this.#calls, call.id, place);
    if (owner < 0) this.#strays++;
    else if (owner !== place) push(this.#results, owner, place);
    if (role === 'system') this.systems.push(place);
    if (role === 'user') this.users.push(place);
    this.#tokens += tokens;
    this.#characters += charactersOf(message);
  }

  #takeOff(): void {
    const entry = this.entries.pop();
    if (!entry) return;
    const place = this.entries.length;
    for (const term of entry.terms) pop(this.#places, term);
    for (const call of entry.toolCalls ?? []) pop(this.#calls, call.id);
    if (entry.owner < 0) this.#strays--;
    else if (entry.owner !== place) pop(this.#results, entry.owner);
    if (entry.role === 'system') this.systems.pop();
    if (entry.role === 'user') this.users.pop();
    this.#tokens -= entry.tokens;
    this.#characters -= charactersOf(entry);
  }

  /** The latest call with an id; without an id, the call right before the results. */
  #callOf(id: string | undefined): number {
    if (id !== undefined) return this.#calls.get(id)?.at(-1) ?? -1;
    const last = this.entries.at(-1);
    if (last?.role === 'tool') return last.owner;
    return last?.toolCalls ? this.entries.length - 1 : -1;
  }
}

const charactersOf = ({
  content,
  parts = [],
}: Pick<IndexedMessage, 'content'> & { parts?: readonly Part[] | undefined }) =>
  parts.reduce((sum, { data = '' }) => sum + data.length, content.length);

function isSame(entry: IndexedMessage, message: Message): boolean {
  return (
    entry.content === message.content &&
    entry.role === message.role &&
    entry.name === message.name &&
    entry.toolCallId === message.toolCallId &&
    hasSameParts(entry.parts, message.parts) &&
    (entry.toolCalls === message.toolCalls || hasSameCalls(entry.toolCalls, message.toolCalls))
  );
}

function hasSameCalls(some: readonly ToolCall[] | undefined, others: readonly ToolCall[] | undefined): boolean {
  if (!some || !others || some.length !== others.length) return false;
  return some.every(({ id, name, arguments: given }, at) => {
    const other = others[at];
    return other?.id === id && other.name === name && other.arguments === given;
  });
}

function push<Key>(lists: Map<Key, number[]>, key: Key, place: number): void {
  const list = lists.get(key);
  if (list) list.push(place);
  else lists.set(key, [place]);
}

function pop<Key>(lists: Map<Key, number[]>, key: Key): void {
  const list = lists.get(key);
  list?.pop();
  if (list?.length === 0) lists.delete(key);
}
