import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { agentDisplay } from '../../../src/cli/agents/agent-display.ts';
import type { Entry } from '../../../src/log/entry.ts';
import { entries } from '../entries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const path = ['team', 'clerk'];
const failed = { type: 'agent.failed', runPath: path, error: { code: 'thrown', message: 'It broke.' } };
const usage = { modelCalls: 2, inputTokens: 900, outputTokens: 100 };
const log: readonly Entry[] = entries(
  ['chart.started', { run: 'r', chart: 'team', version: '1', kind: 'agent', input: { messages: [] } }],
  ['effect.completed', { key: 'k', kind: 'source', output: { usage } }],
  ['event.emitted', { event: failed }],
);
const [end] = entries(['status.changed', { status: 'completed', state: 'completed' }]);

function shown(isLive: boolean, isAboveAnswer = false) {
  const terminal = new PassThrough();
  let text = '';
  terminal.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const options = { known: [], isColorful: false, isLive, isAboveAnswer, below: () => [], breakLine() {} };
  const display = agentDisplay(terminal, options);
  return { display, written: () => stripVTControlCharacters(text) };
}

it('writes who does what, with a line below that says where the run stands, and leaves how it ended', () => {
  const { display, written } = shown(true);
  log.forEach(display.add);
  vi.advanceTimersByTime(100);
  expect(written()).toMatch(/team > clerk failed: It broke\.\n. working {2}[\d.ms ]+ · 2 calls · 1,000 tokens\n$/);
  if (end) display.add(end);
  display.leave();
  display.leave();
  expect(written().match(/✓ completed {2}\S+ · 2 calls · 1,000 tokens\n\n/g)).toHaveLength(1);
});

it('takes its line away where words of the answer come', () => {
  const { display, written } = shown(true);
  log.forEach(display.add);
  display.leave();
  vi.advanceTimersByTime(1000);
  expect(written()).toBe('team > clerk failed: It broke.\n');
});

it('writes plain lines where a terminal cannot be repainted, the status among them', () => {
  const { display, written } = shown(false);
  for (const entry of [...log, ...entries(['run.paused', {}], ['run.resumed', {}], ['run.restored', {}])])
    display.add(entry);
  if (end) display.add(end);
  display.leave();
  display.writeOutcome();
  expect(written()).toMatch(
    /^team > clerk failed: It broke\.\npaused\nresumed after the pause\nresumed after entry \d+\ncompleted in \S+ · 1,000 tokens\n$/,
  );
});
