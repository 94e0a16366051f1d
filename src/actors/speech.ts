/** A change of a message that is being written: everything from `at` on is replaced by `text`. */
export interface SpeechEdit {
  readonly at: number;
  readonly text: string;
}

/** What one attempt at a message says. */
export interface Utterance {
  /** Takes a piece of the text as it arrives. */
  add(piece: string): void;
  /** Takes the whole text, when it is known. */
  end(whole: string): void;
}

/**
 * The message that an actor writes, told as edits. Attempts follow each other: what a new one says again is not told again, and where it
 * differs the message is taken back to there. Whoever follows the edits has exactly the whole text in the end.
 */
export class Speech {
  #shown = '';
  readonly #tell: (edit: SpeechEdit) => void;

  constructor(tell: (edit: SpeechEdit) => void) {
    this.#tell = tell;
  }

  /** One more attempt. */
  begin(): Utterance {
    let said = '';
    let held = '';
    return {
      add: (piece) => {
        const text = held + piece;
        // Half of a surrogate pair is no character: it waits for the other half.
        held = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : '';
        said += text.slice(0, text.length - held.length);
        if (!this.#shown.startsWith(said)) this.#show(said);
      },
      end: (whole) => this.#show(whole),
    };
  }

  /** The whole message is known. */
  end(whole: string): void {
    this.#show(whole);
  }

  #show(text: string): void {
    if (text === this.#shown) return;
    const at = text.startsWith(this.#shown) ? this.#shown.length : commonLength(text, this.#shown);
    this.#tell({ at, text: text.slice(at) });
    this.#shown = text;
  }
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/** How far two texts are the same; never between the halves of a surrogate pair. */
function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length++;
  return length > 0 && isHighSurrogate(one.charCodeAt(length - 1)) ? length - 1 : length;
}
