/** A change of a message that is being written: everything from `at` on is replaced by `text`. */
export interface SpeechEdit {
  readonly at: number;
  readonly text: string;
}

/** One attempt at a message. */
export interface Utterance {
  /** Takes a piece of the text as it arrives. */
  add(piece: string): void;
  /** Takes the whole text, when it is known. */
  end(whole: string): void;
}

/**
 * The message that an actor writes, shown as edits. Attempts follow each other: what a new one repeats is not shown again, and where it
 * differs the message is taken back to there. Anyone who follows the edits has exactly the whole text in the end.
 */
export class Speech {
  #shown = '';
  /** Whose text `#shown` begins with. */
  #speaker: Utterance | undefined;
  readonly #onEdit: (edit: SpeechEdit) => void;

  constructor(onEdit: (edit: SpeechEdit) => void) {
    this.#onEdit = onEdit;
  }

  /** One more attempt. */
  begin(): Utterance {
    let written = '';
    let held = '';
    const own: Utterance = {
      add: (piece) => {
        const text = held + piece;
        // Half of a surrogate pair is no character: it waits for the other half.
        held = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : '';
        const more = text.slice(0, text.length - held.length);
        written += more;
        // The whole is compared only after somebody else has spoken in between.
        if (this.#speaker === own || written.length === more.length) this.#extend(written.length - more.length, more);
        else if (!this.#shown.startsWith(written)) this.#show(written);
        this.#speaker = own;
      },
      end: (whole) => this.#show(whole),
    };
    return own;
  }

  /** The whole message is known. */
  end(whole: string): void {
    this.#show(whole);
  }

  /** Shows a piece that stands at a place up to which everything is shown already. */
  #extend(from: number, piece: string): void {
    if (this.#shown.startsWith(piece, from)) return;
    const rest = this.#shown.slice(from, from + piece.length);
    const goesBeyond = from + rest.length === this.#shown.length && piece.startsWith(rest);
    const same = goesBeyond ? rest.length : commonLength(piece, rest);
    const [at, text] = [from + same, piece.slice(same)];
    this.#onEdit({ at, text });
    this.#shown = goesBeyond ? this.#shown + text : this.#shown.slice(0, at) + text;
  }

  #show(text: string): void {
    this.#speaker = undefined;
    if (text === this.#shown) return;
    const at = text.startsWith(this.#shown) ? this.#shown.length : commonLength(text, this.#shown);
    this.#onEdit({ at, text: text.slice(at) });
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
