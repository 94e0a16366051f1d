/** How long to wait for a stream. */
export interface StreamDeadlines {
  /** From the request to the first piece of the answer, in milliseconds. */
  readonly firstTokenMs: number;
  /** From one chunk to the next, in milliseconds. */
  readonly idleMs: number;
}

/** Watches one stream: its signal aborts when the caller's does or when a deadline has passed. */
export interface StreamWatch {
  readonly signal: AbortSignal;
  /** Says that a chunk arrived, and whether the answer has begun. */
  arrived(hasBegun: boolean): void;
  /** The deadline that passed, in words. */
  expired(): string | undefined;
  /** Has to be called when the stream is over. */
  stop(): void;
}

/** Starts to watch at once. */
export function watchStream(signal: AbortSignal, deadlines: StreamDeadlines): StreamWatch {
  const controller = new AbortController();
  let expired: string | undefined;
  let hasBegun = false;
  const abort = () => controller.abort(signal.reason);
  const expireIn = (ms: number, words: string) =>
    setTimeout(
      () => {
        expired = `${words} within ${ms} ms`;
        controller.abort();
      },
      Math.min(ms, 2 ** 31 - 1),
    ); // a timer beyond that fires at once
  let timer = expireIn(deadlines.firstTokenMs, 'The answer did not begin');
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return {
    signal: controller.signal,
    arrived(begins) {
      // A server may say at once that it is there and then read the prompt for long: only the answer ends the first wait.
      hasBegun ||= begins;
      if (!hasBegun) return;
      clearTimeout(timer);
      timer = expireIn(deadlines.idleMs, 'The answer stalled: nothing came');
    },
    expired: () => expired,
    stop() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}
