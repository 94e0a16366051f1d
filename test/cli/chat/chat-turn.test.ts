import { PassThrough } from 'node:stream';
import { createOrchestrator, defineSpecialist } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { type ChatInput, pipedInput, terminalInput } from '../../../src/cli/chat/chat-input.ts';
import { takeTurn } from '../../../src/cli/chat/chat-turn.ts';
import type { World } from '../../../src/cli/world.ts';

/** A world whose terminal, or whose pipe, the test writes to. */
function newWorld({ isTerminal }: { isTerminal: boolean }) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const written = { stdout: '', stderr: '' };
  stdout.on('data', (chunk: Buffer) => {
    written.stdout += chunk.toString();
  });
  stderr.on('data', (chunk: Buffer) => {
    written.stderr += chunk.toString();
  });
  const world: World = {
    env: {},
    stdin: Object.assign(stdin, { isTTY: isTerminal }),
    isPiped: !isTerminal,
    stdout,
    stderr,
    signal: new AbortController().signal,
    interrupt() {},
    process: { pid: 1, on() {}, off() {}, kill() {} },
  };
  const typed: string[] = [];
  const listener = { typed: (text: string) => typed.push(text), interrupted() {}, suspended() {}, wentOn() {} };
  const input = isTerminal ? terminalInput(world, listener, { isRepaintable: false }) : pipedInput(world);
  return { world, input, stdin, written, typed };
}

/** A turn whose question nobody answers in time. */
function unansweredTurn(world: World, { read }: ChatInput) {
  const model = scriptedModel([
    { purpose: 'think', reply: thinking({ question: 'Which year?' }) },
    { purpose: 'finalize', reply: 'For all years: 7.' },
  ]);
  const specialists = [defineSpecialist({ name: 'worker', description: 'does things' })];
  const troupe = createOrchestrator({ model, specialists, timeouts: { answerMs: 1 } });
  const run = troupe.start([{ role: 'user', content: 'figures' }]);
  return takeTurn(run, {
    config: { hasDesktop: false, isColorful: false, isRepaintable: false },
    output: 'text',
    world,
    read,
    hear: () => Promise.reject(new Error('Nothing was said.')),
    below: () => [],
    shows() {},
  });
}

it.each([{ isTerminal: true }, { isTerminal: false }])(
  'goes on to the answer when nobody answers its question in time: %j',
  async (options) => {
    const { world, input, written } = newWorld(options);
    expect(await unansweredTurn(world, input)).toMatchObject({ status: 'completed' });
    expect(written.stdout).toMatch(/^Which year\?\nFor all years: 7\.\n/);
    input.close();
  },
);

it('leaves what was typed at a question that is given up for the next prompt, and does not show it until then', async () => {
  const { input, stdin, written, typed } = newWorld({ isTerminal: true });
  const giving = new AbortController();
  const first = input.read('> ', giving.signal);
  stdin.write('half');
  await expect.poll(() => input.typed).toBe('half');
  giving.abort();
  expect(await first).toEqual({ type: 'given up' });
  const shown = written.stderr;
  stdin.write(' a');
  await expect.poll(() => input.typed).toBe('half a');
  expect(written.stderr).toBe(shown);
  const second = input.read('> ');
  stdin.write(' line\r');
  expect(await second).toEqual({ type: 'message', text: 'half a line' });
  expect(typed).toEqual([]);
  input.close();
});

it('leaves the lines of a pipe for the next one who reads', async () => {
  const { input, stdin } = newWorld({ isTerminal: false });
  const giving = new AbortController();
  const first = input.read('> ', giving.signal);
  giving.abort();
  expect(await first).toEqual({ type: 'given up' });
  stdin.end('a line\n');
  expect(await input.read('> ')).toEqual({ type: 'message', text: 'a line' });
  expect(await input.read('> ')).toEqual({ type: 'ended' });
});

it.each([{ isTerminal: true }, { isTerminal: false }])(
  'asks nobody when it is given up before: %j',
  async (options) => {
    const { input, written } = newWorld(options);
    expect(await input.read('> ', AbortSignal.abort())).toEqual({ type: 'given up' });
    expect(written.stderr).toBe('');
    input.close();
  },
);
