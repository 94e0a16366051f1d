import { PassThrough } from 'node:stream';
import type { Command } from '../../../src/cli/command.ts';
import { messageOf } from '../../../src/errors.ts';

/** What somebody says at the terminal: each line when its prompt is there. */
export type Said = readonly (readonly [prompt: string, line: string])[];

/** Runs a command in this process: at a terminal when somebody says something, else where nobody is. */
export async function runCommand<Options>(
  command: Command<Options>,
  args: readonly string[],
  { said, input = '' }: { said?: Said; input?: string } = {},
) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const written = { stdout: '', stderr: '' };
  const lines = [...(said ?? [])];
  let fresh = '';
  stdout.on('data', (chunk: Buffer) => {
    written.stdout += chunk.toString();
  });
  stderr.on('data', (chunk: Buffer) => {
    written.stderr += chunk.toString();
    fresh += chunk.toString();
    if (!said || !fresh.endsWith(' ')) return;
    const [prompt = '', line = ''] = lines[0] ?? [];
    // A prompt that nobody expects is not answered: the person leaves.
    if (prompt === '' || !fresh.endsWith(prompt)) return void stdin.end();
    lines.shift();
    fresh = '';
    stdin.write(`${line}\n`);
  });
  if (!said) stdin.end(input);
  const isTTY = said !== undefined;
  const world = {
    env: { TERM: 'dumb' },
    stdin: Object.assign(stdin, { isTTY }),
    isPiped: !isTTY,
    stdout: Object.assign(stdout, { isTTY }),
    stderr: Object.assign(stderr, { isTTY }),
    signal: new AbortController().signal,
    interrupt() {},
    process: { pid: 1, on() {}, off() {}, kill() {} },
  };
  try {
    const code = await command.run(command.parse(args), world);
    return { code, ...written, left: lines.length };
  } catch (error) {
    return { code: 2, stdout: written.stdout, stderr: messageOf(error), left: lines.length };
  }
}
