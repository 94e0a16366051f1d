import type { Writable } from 'node:stream';
import type { Delta } from '../../actors/watcher.ts';
import { toPrintable } from './printable.ts';
import { takePrintable } from './printable-pieces.ts';
import { write } from './write.ts';

/** An answer on its way to where it is read. */
export interface AnswerStream {
  /** Takes the next piece; it is written at once where that can be seen. */
  take(delta: Pick<Delta, 'at' | 'text'>): void;
  /** Whether something of it has been written. */
  readonly hasBegun: boolean;
  /** Ends the line that is being written, so that something else can be written. */
  breakLine(): void;
  /** Writes what is missing of the message, and the end of its line. */
  end(message: string): Promise<void>;
}

/** Stands before a text that is written again from its beginning. */
const againMark = '↻ ';

/**
 * Writes an answer as it arrives. What is on a terminal cannot be taken back: when an attempt begins again, so does the text, on a new
 * line and with a mark. Anywhere else only the whole message is written.
 */
export function streamAnswer(out: Writable, { isLive }: { isLive: boolean }): AnswerStream {
  let folded = '';
  /** The end of `folded` that has not been written. */
  let pending = '';
  let hasBegun = false;
  let isMidLine = false;
  let isTakenBack = false;

  const put = (text: string) => {
    if (text === '') return;
    out.write(text);
    hasBegun = true;
    isMidLine = !text.endsWith('\n');
  };
  const breakLine = () => {
    if (isMidLine) put('\n');
  };
  const fold = (at: number, text: string) => {
    const written = folded.length - pending.length;
    const isBack = at < written;
    // Most pieces only continue the text: nothing is copied for them.
    pending = at === folded.length ? pending + text : folded.slice(isBack ? 0 : written, at) + text;
    folded = at === folded.length ? folded + text : folded.slice(0, at) + text;
    isTakenBack ||= isBack;
  };
  const advance = (shown: string) => {
    if (shown === '') return;
    if (isTakenBack) {
      breakLine();
      put(againMark);
    }
    isTakenBack = false;
    put(shown);
  };
  return {
    take({ at, text }) {
      if (!isLive) return;
      fold(at, text);
      const { shown, rest } = takePrintable(pending);
      pending = rest;
      advance(shown);
    },
    get hasBegun() {
      return hasBegun;
    },
    breakLine,
    async end(message) {
      const written = folded.slice(0, folded.length - pending.length);
      const at = message.startsWith(written) ? written.length : 0;
      fold(at, message.slice(at));
      advance(toPrintable(pending).trimEnd());
      pending = '';
      breakLine();
      await write(out, ''); // what was written before has left the process when this has
    },
  };
}
