import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { messageOf } from '../../src/errors.ts';
import { WorkerQueue } from '../../src/tools/worker-queue.ts';

/** Answers with what it is sent; loops for ever, ends or holds until the gate opens when it is told to. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ act, gate, value }) => {
      if (act === 'loop') for (;;) {}
      if (act === 'exit') process.exit();
      if (act === 'throw') throw new Error('out of luck');
      if (act === 'hold') Atomics.wait(new Int32Array(gate), 0, 0);
      parentPort.postMessage(act === 'refuse' ? { error: 'no such table' } : { value: value ?? threadId });
    });
  `)}`,
);
const { signal } = new AbortController();
const unhurried = { signal, deadlineMs: Number.POSITIVE_INFINITY };
const stopped = 'The work on the file was stopped before it was done.';
const echo = (queue: WorkerQueue, count: number) =>
  Array.from({ length: count }, (_, value) => queue.run({ value }, unhurried));
const upTo = (count: number) => Array.from({ length: count }, (_, value) => value);

/** Takes every thread of a queue until the gate opens. */
function holdAll(queue: WorkerQueue): { held: Promise<unknown>; open(): void } {
  const gate = new SharedArrayBuffer(4);
  const held = Promise.all(upTo(availableParallelism()).map(() => queue.run({ act: 'hold', gate }, unhurried)));
  const open = () => {
    Atomics.store(new Int32Array(gate), 0, 1);
    Atomics.notify(new Int32Array(gate), 0);
  };
  return { held, open };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a queue of workers', () => {
  it('gives each of two hundred tasks at once its own answer, in no more threads than there are cores', async () => {
    const queue = new WorkerQueue(script);
    expect(await Promise.all(echo(queue, 200))).toEqual(upTo(200));
    const threads = await Promise.all(upTo(200).map(() => queue.run({}, unhurried)));
    expect(new Set(threads).size).toBeLessThanOrEqual(availableParallelism());
  });

  it('ends an endless task on abort', async () => {
    const controller = new AbortController();
    const running = new WorkerQueue(script).run({ act: 'loop' }, { ...unhurried, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(running).rejects.toMatchObject({ code: 'tool', message: stopped, cause: new Error('enough') });
  });

  it('begins nothing for a signal that has already aborted', async () => {
    const running = new WorkerQueue(script).run({}, { ...unhurried, signal: AbortSignal.abort() });
    await expect(running).rejects.toThrow(stopped);
  });

  it('ends tasks at their deadline, and those that wait behind them get their answers', async () => {
    const queue = new WorkerQueue(script);
    const endless = upTo(availableParallelism() + 2).map(() => queue.run({ act: 'loop' }, { signal, deadlineMs: 20 }));
    const others = echo(queue, 20);
    for (const { status } of await Promise.allSettled(endless)) expect(status).toBe('rejected');
    expect(await Promise.all(others)).toEqual(upTo(20));
  });

  it('gives the others their answers when some are aborted, running or waiting', async () => {
    const queue = new WorkerQueue(script);
    const controller = new AbortController();
    const aborted = { ...unhurried, signal: controller.signal };
    const tasks = upTo(90).map((value) =>
      value % 3 === 0 ? queue.run({ act: 'loop' }, aborted) : queue.run({ value }, unhurried),
    );
    controller.abort();
    const outcomes = await Promise.allSettled(tasks);
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : stopped))).toEqual(
      upTo(90).map((value) => (value % 3 === 0 ? stopped : value)),
    );
  });

  it('gives up a task that waits at once, while every thread is held by others', async () => {
    const queue = new WorkerQueue(script);
    const { held, open } = holdAll(queue);
    const controller = new AbortController();
    const waiting = queue.run({}, { ...unhurried, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toThrow(stopped);
    open();
    await held;
  });

  it('takes nothing off the deadline of a task while it waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const queue = new WorkerQueue(script);
    const { held, open } = holdAll(queue);
    const waiting = queue.run({ value: 'done' }, { signal, deadlineMs: 1000 });
    vi.advanceTimersByTime(60_000);
    open();
    await held;
    expect(await waiting).toBe('done');
  });

  it('tells a task whose thread ends or fails, and goes on with the next', async () => {
    const queue = new WorkerQueue(script);
    const unlucky = ['exit', 'throw', 'refuse'].map((act) => queue.run({ act }, unhurried).catch(messageOf));
    const others = echo(queue, 10);
    expect(await Promise.all(unlucky)).toEqual([
      'The worker ended without an answer.',
      'The worker failed: out of luck',
      'no such table',
    ]);
    expect(await Promise.all(others)).toEqual(upTo(10));
  });
});
