import { PassThrough } from 'node:stream';
import { pipedInput } from '../../src/cli/chat/piped-input.ts';
import { TerminalInput } from '../../src/cli/chat/terminal-input.ts';
import type { World } from '../../src/cli/world.ts';

/** A world whose terminal, or whose pipe, the test writes to. */
export function newWorld({ isTerminal }: { isTerminal: boolean }) {
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
  const listener = { typed: (text: string) => typed.push(text), interrupted() {}, suspended() {}, resumed() {} };
  const input = isTerminal ? new TerminalInput(world, listener, { isRepaintable: false }) : pipedInput(world);
  return { world, input, stdin, written, typed };
}
