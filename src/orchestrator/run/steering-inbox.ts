import type { Entry } from '../../log/entry.ts';

interface Message {
  readonly text: string;
  readonly resolve: (isTaken: boolean) => void;
}

/** Messages for a run that it has not taken yet, each with somebody who waits to know whether it will. */
export class SteeringInbox {
  #waiting: Message[] = [];

  /** Keeps a message while it is submitted; resolves with true when it is durable and with false when the run does not take it. */
  add(text: string, submit: () => Promise<boolean>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const message = { text, resolve };
    this.#waiting.push(message);
    void submit().then((isTaken) => {
      // Of what is taken its sender learns when it is durable.
      if (!isTaken) this.#answer(message, false);
    });
    return promise;
  }

  /** Entries are durable: messages among them were taken. */
  receive(entries: readonly Entry[]): void {
    for (const { type, data } of entries) {
      const next = type === 'message.added' && this.#waiting.find(({ text }) => text === data.text);
      if (next) this.#answer(next, true);
    }
  }

  /** The run takes no more messages. */
  refuse(): void {
    for (const message of this.#waiting) this.#answer(message, false);
  }

  #answer(message: Message, isTaken: boolean): void {
    this.#waiting = this.#waiting.filter((each) => each !== message);
    message.resolve(isTaken);
  }
}
