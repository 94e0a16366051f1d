import { Speech, type SpeechEdit } from '../../actors/speech.ts';
import { lastWordStart } from '../../text/last-word.ts';
import { withoutSecrets } from '../secrets.ts';

/** An unfinished word of this length may become a secret. */
const longWord = 8;

/** What an actor writes, as a page may see it while it is written: a secret that comes in pieces is in none of them. */
export class Draft {
  #written = '';
  #lookedAt = 0;
  readonly #speech: Speech;

  constructor(onEdit: (edit: SpeechEdit) => void) {
    this.#speech = new Speech(onEdit);
  }

  edit({ at, text }: SpeechEdit): void {
    const isTakenBack = at < this.#lookedAt;
    this.#written = this.#written.slice(0, at) + text;
    // Secrets may span words, so all of it is looked at; after every piece, that would take ever longer.
    if (!isTakenBack && this.#written.length - this.#lookedAt < this.#lookedAt / 100) return;
    this.#lookedAt = this.#written.length;
    this.#speech.end(withoutSecrets(withoutLastWord(this.#written)));
  }
}

function withoutLastWord(text: string): string {
  const start = lastWordStart(text);
  return text.length - start < longWord ? text : text.slice(0, start);
}
