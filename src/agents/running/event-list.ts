import type { AgentEvent } from '../agent-event.ts';

/** An event in the list. One that was taken out still leads to those that came after it. */
interface Place {
  readonly event: AgentEvent;
  before: Place | undefined;
  next: Place | undefined;
}

/**
 * The events of a run, for whoever reads them, from the first one on and at its own pace. Pieces of a text are only there while it arrives: when it is whole, or
 * begins anew, whoever has not begun to read them has no use for them.
 */
export class EventList {
  #first: Place | undefined;
  #last: Place | undefined;
  /** The pieces of texts that still arrive, by the run path of who writes. */
  readonly #pieces = new Map<string, Place[]>();

  add(event: AgentEvent): void {
    const { output, error, runPath } = event;
    const place: Place = { event, before: this.#last, next: undefined };
    if (this.#last) this.#last.next = place;
    this.#first ??= place;
    this.#last = place;
    const speaker = runPath.join('/');
    const isPiece = output !== undefined && 'delta' in output;
    const arrived = this.#pieces.get(speaker) ?? [];
    if (isPiece && output.at > 0) {
      this.#pieces.set(speaker, arrived);
      arrived.push(place);
    } else if (output !== undefined || error !== undefined) {
      // The last one in the list stays, so each that is taken out leads on.
      for (const piece of arrived) this.#takeOut(piece);
      if (isPiece) this.#pieces.set(speaker, [place]);
      else this.#pieces.delete(speaker);
    }
  }

  /** What comes after a place; the first one without one. */
  after(place: Place | undefined): Place | undefined {
    return place ? place.next : this.#first;
  }

  #takeOut({ before, next }: Place): void {
    if (before) before.next = next;
    else this.#first = next;
    if (next) next.before = before;
  }
}
