/** How what a model has read and said is made to fit its window: pure functions, so that a replay comes to the same. */
import { inWords, type Message, withoutParts } from '../../domain/message.ts';
import { partTokens, withNotes } from '../../domain/part.ts';
import { clip } from '../../text/clip.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { fitTexts } from '../../text/fit-texts.ts';
import { clearedNote, clipped, shownCharacters, type WholeResult } from './read-result.ts';

/** A message of an exchange. */
export interface Exchanged {
  readonly message: Message;
  /** Of a result: by which the whole of it can be read again. */
  readonly ref?: string;
  /** Of a part of a result that was read again. */
  readonly excerpt?: WholeResult['excerpt'];
  /** `request`: what the user wants, which always stays; `summary`: stands for what was there before. */
  readonly role?: 'request' | 'summary';
}

/** The room for one call. */
export interface Room {
  /** What a call may have at most, in tokens. */
  readonly window: number;
  /** What is there beside the exchange: tools, and what is shown in every turn. */
  readonly beside: number;
}

/** So many of the last turns keep their results. */
const lastTurns = 3;

/** Above `most` something is taken out, until there is no more than `aim`. */
const most = ({ window }: Room) => Math.floor((window * 3) / 4);
const aim = ({ window }: Room) => Math.floor(window / 2);
/** What all the results of one turn may take. */
const turnRoom = (window: number) => Math.floor(window / 4);
/** What a summary may take, with its list of results. */
export const summaryRoom = (window: number) => Math.floor((window * 3) / 16);

/** What a model reads of one result at once. */
export const shownIn = (window: number | undefined): number =>
  window === undefined ? shownCharacters : Math.max(200, Math.min(shownCharacters, Math.floor(window / 2)));

const known = new WeakMap<Message, number>();

/** What a message takes, never less than in the estimate of a whole request. */
export function messageTokens(message: Message): number {
  const before = known.get(message);
  if (before !== undefined) return before;
  const { content, toolCalls = [], provider = {} } = message;
  const calls = toolCalls.map((call) => call.arguments).join();
  const tokens = 4 + seenTokens(message) + textTokens(`${content}${calls}${provider.reasoning_content ?? ''}`);
  known.set(message, tokens);
  return tokens;
}

const seenTokens = ({ parts = [] }: Message) => parts.reduce((total, part) => total + partTokens(part), 0);

/** What a text takes as a part of a request. */
export const textTokens = (text: string): number => estimateTokens(`${text}\n`);

const sum = (messages: readonly Message[]) => messages.reduce((total, each) => total + messageTokens(each), 0);

/** The results of one turn, as a model reads them first: each within its cap, and all of them within their room. */
export function clipResults(results: readonly WholeResult[], window: number | undefined): readonly string[] {
  const capped = results.map((result) => clipped(result, shownIn(window)));
  if (window === undefined) return capped;
  const total = capped.reduce((all, text) => all + textTokens(text), 0);
  if (total <= turnRoom(window)) return capped;
  const heads = results.map(({ text, ref }) => ({ id: ref, text: clip(text, shownIn(window)) }));
  const shown = fitTexts(heads, turnRoom(window), () => '');
  return results.map((result, index) => {
    const [head = '', part = ''] = [heads[index]?.text, shown[index]];
    return clipped(result, part === head ? head.length : part.trimEnd().length);
  });
}

/** The results of one turn with the images and files for which there is room; a note stands for the others. */
export function fitParts(results: readonly Message[], window: number | undefined): readonly Message[] {
  let room = window === undefined ? Number.POSITIVE_INFINITY : turnRoom(window);
  return results.map((message) => {
    const tokens = seenTokens(message);
    if (tokens > room) return inWords(message);
    room -= tokens;
    return message;
  });
}

/** What the model reads: results before `cleared` are replaced by how to read them again. */
export const shownExchange = (exchange: readonly Exchanged[], cleared: number): readonly Message[] =>
  exchange.map((each, index) => (index < cleared ? clearedMessage(each) : each.message));

const notes = new WeakMap<Exchanged, Message>();

function clearedMessage(each: Exchanged): Message {
  const { message, ref } = each;
  if (message.role !== 'tool' || ref === undefined) return message;
  const before = notes.get(each);
  if (before) return before;
  const { content, parts } = message;
  const note = clearedNote({ text: content, ref, ...(each.excerpt ? { excerpt: each.excerpt } : {}) });
  const words = withNotes(note.length < content.length ? note : content, parts);
  const shown = words === content ? message : { ...withoutParts(message), content: words };
  notes.set(each, shown);
  return shown;
}

export const exchangeTokens = (exchange: readonly Exchanged[], cleared: number, { beside }: Room): number =>
  beside + sum(shownExchange(exchange, cleared));

/** Calls with their results, which stay or go together; every other message is one of its own. */
export function turnsOf(exchange: readonly Exchanged[]): readonly (readonly Exchanged[])[] {
  const turns: Exchanged[][] = [];
  for (const each of exchange) {
    const last = turns.at(-1);
    if (each.message.role === 'tool' && last) last.push(each);
    else turns.push([each]);
  }
  return turns;
}

/** How far results are cleared: nothing while there is room, else the oldest first, and never those of the last turns. */
export function clearOldest(exchange: readonly Exchanged[], cleared: number, room: Room): number {
  let total = exchangeTokens(exchange, cleared, room);
  if (total <= most(room)) return cleared;
  const turns = turnsOf(exchange);
  let at = 0;
  for (const turn of turns.slice(0, -lastTurns)) {
    if (total <= aim(room)) break;
    const end = at + turn.length;
    if (end > cleared) total -= sum(turn.map(({ message }) => message)) - sum(turn.map(clearedMessage));
    at = end;
  }
  return Math.max(at, cleared);
}

/** What is left of an exchange when it is summarised. */
export interface Split {
  /** The instructions and the request. */
  readonly head: readonly Exchanged[];
  /** What the summary is made of. */
  readonly old: readonly Exchanged[];
  readonly kept: readonly Exchanged[];
}

/** Takes an exchange apart: the last turns stay as far as there is room for them. */
export function splitExchange(exchange: readonly Exchanged[], room: Room): Split {
  const isHead = ({ message, role }: Exchanged) => message.role === 'system' || role === 'request';
  const head = exchange.filter(isHead);
  const turns = turnsOf(exchange.filter((each) => !isHead(each)));
  const fixed = room.beside + summaryRoom(room.window) + sum(head.map(({ message }) => message));
  const takes = (count: number) =>
    fixed + sum(last(turns, count).flatMap((turn) => turn.map(({ message }) => message)));
  const count =
    [3, 2, 1].find((each) => each < turns.length && takes(each) <= aim(room)) ?? (takes(1) <= most(room) ? 1 : 0);
  const kept = last(turns, count).flat();
  const old = turns.slice(0, turns.length - count).flat();
  return { head, old, kept };
}

const last = <T>(list: readonly T[], count: number): readonly T[] => (count === 0 ? [] : list.slice(-count));

/** How an exchange stands: it fits, it has to be summarised, or nothing can make it fit. */
export function standingOf(
  exchange: readonly Exchanged[],
  cleared: number,
  room: Room,
): 'fits' | 'crowded' | 'too-large' {
  const total = exchangeTokens(exchange, cleared, room);
  if (total <= most(room)) return 'fits';
  const { head, old } = splitExchange(exchange, room);
  const isWorthIt = old.some(({ role }) => role !== 'summary');
  const least = room.beside + summaryRoom(room.window) + sum(head.map(({ message }) => message));
  if (isWorthIt && least <= room.window) return 'crowded';
  return total <= room.window ? 'fits' : 'too-large';
}

/** Which of an agent's messages are what is wanted of it: by the user, and by another agent that gave it a task. */
export function toExchange(
  messages: readonly Message[],
  wanted: string | undefined,
  task?: string | undefined,
): readonly Exchanged[] {
  const last = (text: string | undefined) =>
    messages.findLastIndex(({ role, content }) => role === 'user' && content === text);
  const said = last(wanted);
  const places = [said >= 0 ? said : messages.findLastIndex(({ role }) => role === 'user'), last(task)];
  return messages.map((message, index) => ({
    message,
    ...(places.includes(index) ? { role: 'request' as const } : {}),
  }));
}

/** The beginning of a text that takes no more than so many tokens. */
export function clipTokens(text: string, tokens: number): string {
  let shown = text;
  for (let size = textTokens(shown); size > tokens && shown !== ''; size = textTokens(shown)) {
    shown = clip(shown, Math.floor(Math.min(shown.length - 1, (shown.length * tokens * 0.98) / size)));
  }
  return shown;
}
