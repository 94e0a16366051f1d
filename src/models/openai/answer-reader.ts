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
  /** The text is whole. What was held back of the answer is told. */
  finish(): ReadAnswer;
}

/** A mark that has not shown itself by then is none. */
const longestHold = 40;

/**
 * Tells the answer in a text while it arrives, without what is thought aloud before it and without calls of tools that are written as
 * text. What may become either is held back until that is known.
 *
 * Contract: it never throws, and its work grows with the length of the text only.
 */
export function answerReader(tell: (text: string) => void): AnswerReader {
  let raw = '';
  let told = '';
  let fresh = '';
  let state: 'beginning' | 'thinking' | 'line' | 'text' | 'calls' = 'beginning';
  let held = '';
  let closing = closingTag('');
  let hasThought = false;

  const tellFresh = () => {
    if (fresh === '') return;
    told += fresh;
    tell(fresh);
    fresh = '';
  };
  /** At the very beginning, and after each thought: another thought, or the answer. */
  const begin = (piece: string): string => {
    // Blanks tell nothing, and there may be many.
    if (held.length > longestHold && piece.trim() === '') {
      held += piece;
      return '';
    }
    const text = (held + piece).trimStart();
    const lower = text.slice(0, longestHold).toLowerCase();
    const tag = openingTags.find((each) => lower.startsWith(each));
    if (tag !== undefined) {
      [state, held, hasThought] = ['thinking', '', true];
      closing = closingTag(tag.slice(1, -1));
      return text.slice(tag.length);
    }
    if (text === '' || openingTags.some((each) => each.startsWith(lower))) {
      held += piece;
      return '';
    }
    const answer = hasThought ? text : held + piece;
    [state, held] = ['line', ''];
    return answer;
  };
  const passThought = (piece: string): string => {
    const text = held + piece;
    closing.lastIndex = 0;
    if (!closing.test(text)) {
      held = text.slice(-longestHold);
      return '';
    }
    [state, held] = ['beginning', ''];
    return text.slice(closing.lastIndex);
  };
  /** A line has begun: it may be a call. */
  const beginLine = (piece: string): string => {
    for (let end = 1; end <= piece.length; end++) {
      const line = held + piece.slice(0, end);
      const start = line.trimStart().toLowerCase();
      if (callMarkers.some((each) => start.startsWith(each))) {
        state = 'calls';
        return '';
      }
      const isOpen = line.length < longestHold && (start === '' || callMarkers.some((each) => each.startsWith(start)));
      if (isOpen && !line.endsWith('\n')) continue;
      fresh += line;
      [state, held] = [line.endsWith('\n') ? 'line' : 'text', ''];
      return piece.slice(end);
    }
    held += piece;
    return '';
  };
  const passLine = (piece: string): string => {
    const end = piece.indexOf('\n') + 1;
    fresh += end === 0 ? piece : piece.slice(0, end);
    if (end === 0) return '';
    state = 'line';
    return piece.slice(end);
  };

  return {
    get raw() {
      return raw;
    },
    add(piece) {
      raw += piece;
      for (let rest = piece; rest !== '' && state !== 'calls'; ) {
        if (state === 'beginning') rest = begin(rest);
        else if (state === 'thinking') rest = passThought(rest);
        else if (state === 'line') rest = beginLine(rest);
        else rest = passLine(rest);
      }
      tellFresh();
    },
    finish() {
      const { answer, thinking } = splitLeadingThinking(raw);
      const written = findWrittenCalls(answer);
      const text = written ? written.before : answer;
      if (!written && text.startsWith(told)) fresh = text.slice(told.length);
      tellFresh();
      return { text, thinking, written };
    },
  };
}
