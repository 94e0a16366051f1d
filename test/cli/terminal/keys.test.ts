import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listenToKeys } from '../../../src/cli/terminal/keys.ts';

/** A terminal that keeps the modes it was put into. */
class FakeTerminal extends PassThrough {
  readonly isTTY = true;
  readonly modes: boolean[] = [];
  setRawMode(isRaw: boolean): void {
    this.modes.push(isRaw);
  }
}

/** A process that keeps what it sends. */
class FakeProcess extends EventEmitter {
  readonly pid = 42;
  readonly sent: string[] = [];
  kill(pid: number, signal: string): void {
    this.sent.push(`${signal} to ${pid}, heard by ${this.listenerCount(signal)}`);
  }
}

function listen() {
  const [terminal, process] = [new FakeTerminal(), new FakeProcess()];
  const done: string[] = [];
  const leave = listenToKeys(terminal, process, {
    togglePause: () => done.push('pause'),
    cancel: () => done.push('cancel'),
    suspend: () => done.push('suspend'),
    resume: () => done.push('resume'),
  });
  const press = (keys: string) => terminal.emit('data', Buffer.from(keys));
  return { terminal, process, done, leave, press };
}

it('pauses at p and cancels at q and at Ctrl-C', () => {
  const { press, done } = listen();
  press('p');
  press('xP');
  press('q');
  press('\u0003');
  expect(done).toEqual(['pause', 'cancel', 'cancel']);
});

it('takes no letter of an arrow key or another sequence for a key', () => {
  const { press, done } = listen();
  press('\u001b[p');
  expect(done).toEqual([]);
});

it('gives the terminal back before the whole group stops at Ctrl-Z, and takes it again afterwards', () => {
  const { press, process, terminal, done } = listen();
  press('\u001a');
  expect(process.sent).toEqual(['SIGTSTP to 0, heard by 0']);
  expect(terminal.modes).toEqual([true, false]);
  process.emit('SIGCONT');
  process.emit('SIGCONT');
  expect(terminal.modes).toEqual([true, false, true]);
  expect(done).toEqual(['suspend', 'resume']);
});

it('stops itself alone when it is asked to from outside', () => {
  const { process, done } = listen();
  process.emit('SIGTSTP');
  expect(process.sent).toEqual(['SIGTSTP to 42, heard by 0']);
  expect(done).toEqual(['suspend']);
  process.emit('SIGCONT');
  expect(process.listenerCount('SIGTSTP')).toBe(1);
});

it('goes on when nothing stops it', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { press, done } = listen();
  press('\u001a');
  vi.advanceTimersByTime(300);
  expect(done).toEqual(['suspend', 'resume']);
});

it('leaves the terminal as it was and hears nothing more', () => {
  const { press, process, terminal, done, leave } = listen();
  leave();
  press('q');
  process.emit('SIGCONT');
  expect(done).toEqual([]);
  expect(terminal.modes.at(-1)).toBe(false);
  expect(process.eventNames()).toEqual([]);
});
