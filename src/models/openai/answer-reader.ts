import { closingTag, openingTags, splitLeadingThinking } from '../thinking-tags.ts';
import { callMarkers, findWrittenCalls, type WrittenCalls } from './written-calls.ts';

/** What a model's text comes to. */
export interface ReadAnswer {
  readonly text: string;
  /** What was thought aloud before the answer. */
  readonly thinking: string;
  /** Calls of tools that were written as text. */
  readonly written: WrittenCalls | undefined;
}

/** Reads a text while it arrives. */
export interface AnswerReader {
  readonly raw: string;
  add(piece: string): void;
  /** The text is whole. What was held back of the answer is emitted. */
  finish(): ReadAnswer;
}

/** A mark that has not shown itself by then is none. */
const longestHold = 40;

/**
 * Emits the answer in a text while it arrives, without what is thought aloud before it and without calls of tools that are written as
 * text. What may become either is held back until that is known.
 *
 * Contract: it never throws, and its work grows with the length of the text only.
 */
export const answerReader = (emit: (text: string) => void): AnswerReader => new Reader(emit);

class Reader implements AnswerReader {
  readonly #emit: (text: string) => void;
  raw = '';
  #emitted = '';
  /** What is part of the answer and not emitted yet. */
  #fresh = '';
  #held = '';
  #state: 'beginning' | 'thinking' | 'line' | 'text' | 'calls' = 'beginning';
  #closing = closingTag('');
  #hasThought = false;

  constructor(emit: (text: string) => void) {
    this.#emit = emit;
  }

  // Without a `this` of the caller's: readers are handed on as functions.
  readonly add = (piece: string): void => {
    this.raw += piece;
    for (let rest = piece; rest !== '' && this.#state !== 'calls'; ) {
      if (this.#state === 'beginning') rest = this.#begin(rest);
      else if (this.#state === 'thinking') rest = this.#skipThought(rest);
      else if (this.#state === 'line') rest = this.#beginLine(rest);
      else rest = this.#passLine(rest);
    }
    this.#emitFresh();
  };

  finish(): ReadAnswer {
    const { answer, thinking } = splitLeadingThinking(this.raw);
    const written = findWrittenCalls(answer);
    const text = written ? written.before : answer;
    if (!written && text.startsWith(this.#emitted)) this.#fresh = text.slice(this.#emitted.length);
    this.#emitFresh();
    return { text, thinking, written };
  }

  #emitFresh(): void {
    if (this.#fresh === '') return;
    this.#emitted += this.#fresh;
    this.#emit(this.#fresh);
    this.#fresh = '';
  }

  #enter(state: 'beginning' | 'thinking' | 'line' | 'text'): void {
    this.#state = state;
    this.#held = '';
  }

  /** At the very beginning, and after each thought: another thought, or the answer. */
  #begin(piece: string): string {
    const isLongBlank = this.#held.length > longestHold && piece.trim() === '';
    const text = isLongBlank ? '' : (this.#held + piece).trimStart();
    const lower = text.slice(0, longestHold).toLowerCase();
    const tag = openingTags.find((each) => lower.startsWith(each));
    if (tag !== undefined) {
      this.#enter('thinking');
      this.#hasThought = true;
      this.#closing = closingTag(tag.slice(1, -1));
      return text.slice(tag.length);
    }
    if (text === '' || openingTags.some((each) => each.startsWith(lower))) {
      this.#held += piece;
      return '';
    }
    const answer = this.#hasThought ? text : this.#held + piece;
    this.#enter('line');
    return answer;
  }

  #skipThought(piece: string): string {
    const text = this.#held + piece;
    this.#closing.lastIndex = 0;
    if (!this.#closing.test(text)) {
      this.#held = text.slice(-longestHold);
      return '';
    }
    this.#enter('beginning');
    return text.slice(this.#closing.lastIndex);
  }

  /** A line has begun: it may be a call. */
  #beginLine(piece: string): string {
    for (let end = 1; end <= piece.length; end++) {
      const line = this.#held + piece.slice(0, end);
      const start = line.trimStart().toLowerCase();
      if (callMarkers.some((each) => start.startsWith(each))) {
        this.#state = 'calls';
        return '';
      }
      const isOpen = line.length < longestHold && (start === '' || callMarkers.some((each) => each.startsWith(start)));
      if (isOpen && !line.endsWith('\n')) continue;
      this.#fresh += line;
      this.#enter(line.endsWith('\n') ? 'line' : 'text');
      return piece.slice(end);
    }
    this.#held += piece;
    return '';
  }

  #passLine(piece: string): string {
    const end = piece.indexOf('\n') + 1;
    this.#fresh += end === 0 ? piece : piece.slice(0, end);
    if (end === 0) return '';
    this.#state = 'line';
    return piece.slice(end);
  }
}
