import { messageOf, TroupeError } from '../errors.ts';
import { cancelledCode, interruption } from './interruption.ts';
import { parseCommand } from './parse-command.ts';
import { isAtTerminal } from './person.ts';
import { isPiped } from './read-question.ts';
import { toPrintable } from './terminal/printable.ts';
import { write } from './terminal/write.ts';
import type { World } from './world.ts';

/** What went wrong, for the person who reads it; an error of ours comes with its stack. */
function explain(error: unknown): { code: number; text: string } {
  if (!(error instanceof TroupeError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { code: 1, text: `troupe: internal error, please report it: ${text}` };
  }
  return { code: error.code === 'usage' || error.code === 'bad-config' ? 2 : 1, text: `troupe: ${messageOf(error)}` };
}

const interrupt = interruption(process);
process.stderr.on('error', () => {}); // nobody is watching any more
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  interrupt.abort();
  // Nobody is reading any more, as with `| head`; or the error has been reported already.
  if (error.code === 'EPIPE' || process.exitCode !== undefined) return;
  process.exitCode = 1;
  process.stderr.write(`troupe: cannot write to stdout: ${error.message}\n`);
});

const { env, stdin, stdout, stderr } = process;
const world: World = {
  env,
  stdin,
  isPiped: isPiped(),
  stdout,
  stderr,
  signal: interrupt.signal,
  interrupt: interrupt.stop,
  process,
};
async function runCommand(): Promise<number> {
  const words = process.argv.slice(2);
  const isAlone = words.length === 0;
  // A person who says nothing is talked with; a program that says nothing has forgotten something.
  const isTalk = isAlone && isAtTerminal(world) && stdout.isTTY;
  const { command, options } = parseCommand(isTalk ? ['chat'] : words);
  const code = await command.run(options, world);
  return isAlone && !isTalk ? 2 : code;
}

const code = await runCommand().catch(async (error: unknown) => {
  if (interrupt.signal.aborted && error instanceof Error && error.name === 'AbortError') return cancelledCode;
  const { code, text } = explain(error);
  await write(stderr, `${toPrintable(text)}\n`);
  return code;
});
process.exitCode ??= code;
// Everything is written and closed: what still hangs somewhere does not keep the process.
setTimeout(() => process.exit(), 100).unref();
