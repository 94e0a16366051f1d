import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { liveDisplay, plainDisplay } from '../../../src/cli/terminal/display.ts';
import { completed, entries, request, started, threeSteps } from '../entries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A terminal that keeps all that is written to it. */
function newTerminal() {
  const terminal = new PassThrough();
  let text = '';
  terminal.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { terminal, written: () => stripVTControlCharacters(text) };
}

const log = entries(
  request,
  ['status.changed', { status: 'executing' }],
  threeSteps,
  started('1'),
  completed('1', 300),
);
const failure = entries(['effect.failed', { key: 'answer#1', kind: 'answer', error: { message: 'cut off' } }]);

it('repaints the plan with what is typed below it', () => {
  const { terminal, written } = newTerminal();
  const display = liveDisplay(terminal, {
    isAboveAnswer: true,
    known: [],
    isColorful: false,
    below: () => ['> typed'],
    breakLine() {},
  });
  log.forEach(display.add);
  vi.advanceTimersByTime(100);
  expect(written()).toMatch(/working [\s\S]*Plan v1\n ✓ 1 Load sales\.csv [\s\S]*after 1, 2\n\n> typed\n/);
  display.leave();
});

it('leaves the plan where it is when the answer begins, and paints no more', () => {
  const { terminal, written } = newTerminal();
  const display = liveDisplay(terminal, {
    isAboveAnswer: true,
    known: log,
    isColorful: false,
    below: () => [],
    breakLine() {},
  });
  display.leave();
  display.leave();
  vi.advanceTimersByTime(1000);
  expect(written()).toMatch(/^Plan v1\n ✓ 1 Load sales\.csv [^⠋]*after 1, 2\n\n$/);
});

it('says below an answer that a call failed, and shows the work again when it goes on', () => {
  const { terminal, written } = newTerminal();
  let breaks = 0;
  const breakLine = () => {
    breaks += 1;
  };
  const display = liveDisplay(terminal, {
    isAboveAnswer: true,
    known: log,
    isColorful: false,
    below: () => [],
    breakLine,
  });
  display.leave();
  failure.forEach(display.add);
  expect(written()).toMatch(/\n\na call failed: cut off\n$/);
  entries(started('2')).forEach(display.add);
  vi.advanceTimersByTime(100);
  expect(written()).toMatch(/cut off\n\n. working [\s\S]*. 2 Revenue by region +data +working/);
  expect(breaks).toBe(2);
  display.leave();
});

it('shows the work again when the words before a look-up were not the answer', () => {
  const { terminal, written } = newTerminal();
  const display = liveDisplay(terminal, {
    isAboveAnswer: true,
    known: log,
    isColorful: false,
    below: () => [],
    breakLine() {},
  });
  display.leave();
  const toolCalls = [{ id: '1', name: 'peek', arguments: '{}' }];
  entries(
    ['effect.completed', { key: 't1/think#1', kind: 'think', output: { toolCalls } }],
    ['status.changed', { status: 'analyzing', state: 'lookingUp' }],
  ).forEach(display.add);
  vi.advanceTimersByTime(100);
  expect(written()).toMatch(/after 1, 2\n\n\n. working [^\n]*\n {2}Looking up: peek\n/);
  display.leave();
});

it('writes a plain line for what is new, and none for what is known', () => {
  const { terminal, written } = newTerminal();
  const display = plainDisplay(terminal, { known: log, breakLine() {} });
  entries(started('2')).forEach(display.add);
  display.leave();
  display.writeOutcome();
  expect(written()).toBe('step 2 started: do 2 (data)\n');
});

it('leaves the whole picture on the screen, once, where no answer is written below it', () => {
  const { terminal, written } = newTerminal();
  const display = liveDisplay(terminal, { known: log, isColorful: false, below: () => [], breakLine() {} });
  display.leave();
  display.leave();
  vi.advanceTimersByTime(1000);
  expect(written()).toMatch(/^. working [^\n]*\n\nPlan v1\n ✓ 1 Load sales\.csv [\s\S]*after 1, 2\n\n+$/);
  expect(written().match(/Plan v1/g)).toHaveLength(1);
});
