import type { Clock } from '../clock.ts';

/** Does something that has to end in time: its signal aborts when the time is up, and what comes after that is not waited for. */
export async function withinTime<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  late: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const end = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const follow = () => end(signal.reason);
  if (signal.aborted) follow();
  signal.addEventListener('abort', follow, { once: true });
  const stop = clock.after(ms, () => end(Object.assign(new Error(late), { code: 'timeout', retryable: true })));
  try {
    return await Promise.race([work(controller.signal), promise]);
  } finally {
    stop();
    signal.removeEventListener('abort', follow);
  }
}
