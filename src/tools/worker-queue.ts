import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { messageOf, TroupeError } from '../errors.ts';

/** What ends a task early. */
export interface TaskLimits {
  readonly signal: AbortSignal;
  /** Counted from the moment a thread begins with the task: waiting for others takes nothing of it. */
  readonly deadlineMs: number;
}

interface Task extends TaskLimits {
  readonly data: unknown;
  resolve(value: unknown): void;
  reject(error: TroupeError): void;
}

/**
 * Has threads of one script do tasks, no more at a time than there are cores; the others wait for their turn. The script answers each
 * message with one of its own, `{ value }` or `{ error }`.
 *
 * Contract: a thread does one task at a time. When the signal aborts or the deadline passes, the thread is ended first, then the promise
 * rejects, and the tasks that wait get another thread: what happens to one task never touches another. When nothing waits, no thread is left.
 */
export class WorkerQueue {
  readonly #script: URL;
  readonly #waiting = new Set<Task>();
  #busy = 0;

  constructor(script: URL) {
    this.#script = script;
  }

  async run(data: unknown, limits: TaskLimits): Promise<unknown> {
    const { signal } = limits;
    if (signal.aborted) throw stopped(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const task: Task = { ...limits, data, resolve, reject };
    const giveUp = () => {
      if (this.#waiting.delete(task)) reject(stopped(signal.reason));
    };
    signal.addEventListener('abort', giveUp, { once: true });
    this.#waiting.add(task);
    if (this.#busy < availableParallelism()) void this.#work();
    return promise.finally(() => signal.removeEventListener('abort', giveUp));
  }

  /** Does what waits, one task after the other, in one thread for as long as it lives. */
  async #work(): Promise<void> {
    this.#busy++;
    let thread: Worker | undefined;
    for (const task of this.#waiting) {
      this.#waiting.delete(task);
      try {
        thread ??= openThread(this.#script);
        if (!(await perform(thread, task))) thread = undefined;
      } catch (cause) {
        task.reject(new TroupeError('tool', `The worker cannot start: ${messageOf(cause)}`, { cause }));
      }
    }
    this.#busy--;
    await thread?.terminate();
  }
}

function openThread(script: URL): Worker {
  const thread = new Worker(script, { execArgv: [] });
  thread.on('error', () => {}); // between two tasks nobody listens, and that must not end the process
  return thread;
}

/** Has a thread do a task; says whether the thread can do another one. */
function perform(thread: Worker, task: Task): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const settle = (isAlive: boolean, report: () => void) => {
    clearTimeout(timer);
    task.signal.removeEventListener('abort', abort);
    thread.off('message', receive).off('error', fail).off('exit', exit);
    report();
    resolve(isAlive);
  };
  const refuse = (message: string, cause?: unknown) =>
    settle(false, () => task.reject(new TroupeError('tool', message, { cause })));
  const receive = (answer: { value: unknown } | { error: string }) =>
    settle(true, () =>
      'error' in answer ? task.reject(new TroupeError('tool', answer.error)) : task.resolve(answer.value),
    );
  const fail = (cause: Error) => refuse(`The worker failed: ${cause.message}`, cause);
  const exit = () => refuse('The worker ended without an answer.');
  const end = (reason: unknown) => {
    thread.off('message', receive).off('error', fail).off('exit', exit);
    void thread.terminate().then(() => settle(false, () => task.reject(stopped(reason))));
  };
  const abort = () => end(task.signal.reason);
  const late = () => end(new Error(`It took longer than ${task.deadlineMs} ms.`));
  const timer = setTimeout(late, Math.min(task.deadlineMs, 2 ** 31 - 1)); // a timer beyond that fires at once
  task.signal.addEventListener('abort', abort, { once: true });
  thread.on('message', receive).on('error', fail).on('exit', exit);
  thread.postMessage(task.data);
  return promise;
}

function stopped(cause: unknown): TroupeError {
  return new TroupeError('tool', 'The work on the file was stopped before it was done.', { cause });
}
