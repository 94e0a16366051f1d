import { Worker } from 'node:worker_threads';
import { TroupeError } from '../errors.ts';

/**
 * Runs a worker that posts one message, `{ value }` or `{ error }`, and gives that back.
 *
 * Contract: when `signal` aborts the thread is ended first, then the promise rejects; nothing is left running.
 */
export function runWorker(url: URL, data: unknown, signal: AbortSignal): Promise<unknown> {
  const stopped = () =>
    new TroupeError('tool', 'The work on the file was stopped before it was done.', { cause: signal.reason });
  if (signal.aborted) return Promise.reject(stopped());
  return new Promise((resolve, reject) => {
    const worker = new Worker(url, { workerData: data, execArgv: [] });
    const kill = () => {
      worker.terminate().then(() => reject(stopped()), reject);
    };
    const settle = (finish: () => void) => {
      signal.removeEventListener('abort', kill);
      finish();
    };
    signal.addEventListener('abort', kill, { once: true });
    worker.once('message', (message: { value: unknown } | { error: string }) => {
      settle(() => ('error' in message ? reject(new TroupeError('tool', message.error)) : resolve(message.value)));
    });
    worker.once('error', (cause) =>
      settle(() => reject(new TroupeError('tool', `The worker failed: ${cause.message}`, { cause }))),
    );
    worker.once('exit', () => {
      if (!signal.aborted) settle(() => reject(new TroupeError('tool', 'The worker ended without an answer.')));
    });
  });
}
