import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { interruption } from '../../src/cli/interruption.ts';

class FakeProcess extends EventEmitter {
  readonly codes: number[] = [];
  exit(code: number): void {
    this.codes.push(code);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each(['SIGINT', 'SIGTERM'])('asks everyone to stop at the first %s', (name) => {
  const process = new FakeProcess();
  const { signal } = interruption(process);
  expect(signal.aborted).toBe(false);
  process.emit(name);
  expect(signal.aborted).toBe(true);
  expect(process.codes).toEqual([]);
});

it('takes a signal that npm sends on as the same press of a key', () => {
  const process = new FakeProcess();
  interruption(process);
  process.emit('SIGINT');
  vi.advanceTimersByTime(60);
  process.emit('SIGINT');
  expect(process.codes).toEqual([]);
});

it('ends the process at once at the second press', () => {
  const process = new FakeProcess();
  interruption(process);
  process.emit('SIGINT');
  vi.advanceTimersByTime(400);
  process.emit('SIGINT');
  expect(process.codes).toEqual([130]);
});

it('ends the process within a second when something does not stop', () => {
  const process = new FakeProcess();
  interruption(process);
  process.emit('SIGTERM');
  vi.advanceTimersByTime(1000);
  expect(process.codes).toEqual([130]);
});

it('takes a key for a signal', () => {
  const process = new FakeProcess();
  const { signal, stop } = interruption(process);
  stop();
  expect(signal.aborted).toBe(true);
  vi.advanceTimersByTime(400);
  stop();
  expect(process.codes).toEqual([130]);
});
