/** How a process is asked to stop, and how it ends at once: the parts of `process` that are used here. */
export interface Interruptible {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  exit(code: number): void;
}

/** The code of a process that was cancelled. */
export const cancelledCode = 130;

/** One press of Ctrl-C may arrive several times: npm and tsx send on what the terminal has already sent. */
const echoMs = 300;
/** After this time the process ends, whatever still hangs. */
const patienceMs = 900;

/** A request to stop, and whether it was made. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Requests a stop, as the signals do. */
  stop(): void;
  /** Aborts the signal and leaves the process alone. */
  abort(): void;
}

/**
 * A signal that aborts when the process is asked to stop. Work stops then; a second request, or a stop that takes too long, ends
 * the process at once.
 */
export function interruption(process: Interruptible, now: () => number = Date.now): Interruption {
  const controller = new AbortController();
  let firstAt: number | undefined;
  const stop = () => {
    if (firstAt === undefined) {
      firstAt = now();
      controller.abort();
      setTimeout(() => process.exit(cancelledCode), patienceMs).unref();
    } else if (now() - firstAt >= echoMs) {
      process.exit(cancelledCode);
    }
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return { signal: controller.signal, stop, abort: () => controller.abort() };
}
