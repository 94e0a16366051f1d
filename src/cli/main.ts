#!/usr/bin/env node
import { packageVersion } from '../config.ts';
import { messageOf, TroupeError } from '../errors.ts';
import { ask, type World } from './ask.ts';
import { graph } from './graph.ts';
import { helpText } from './help.ts';
import { cancelledCode, interruption } from './interruption.ts';
import { parseCommand } from './parse-command.ts';
import { toPrintable } from './printable.ts';
import { isPiped } from './read-question.ts';
import { write } from './write.ts';

async function runCommand(argv: readonly string[], world: World): Promise<number> {
  const command = parseCommand(argv);
  if (command.name === 'ask') return ask(command, world);
  await write(world.stdout, textOf(command));
  return 0;
}

function textOf(command: Exclude<ReturnType<typeof parseCommand>, { name: 'ask' }>): string {
  switch (command.name) {
    case 'graph':
      return graph(command.chart);
    case 'help':
      return helpText(command.about);
    case 'version':
      return `${packageVersion()}\n`;
  }
}

/** Says what went wrong; what is nobody's usage comes with its place. */
function explain(error: unknown): { code: number; text: string } {
  if (!(error instanceof TroupeError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { code: 1, text: `troupe: an error that should not be: ${text}` };
  }
  return { code: error.code === 'usage' || error.code === 'bad-config' ? 2 : 1, text: `troupe: ${messageOf(error)}` };
}

const interrupt = interruption(process);
process.stderr.on('error', () => {}); // nobody watches any more
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  interrupt.abort();
  // Nobody reads any more, as with `| head`; or it has been said already.
  if (error.code === 'EPIPE' || process.exitCode !== undefined) return;
  process.exitCode = 1;
  process.stderr.write(`troupe: cannot write to stdout: ${error.message}\n`);
});

const { env, stdin, stdout, stderr } = process;
const code = await runCommand(process.argv.slice(2), {
  env,
  stdin,
  isPiped: isPiped(),
  stdout,
  stderr,
  signal: interrupt.signal,
}).catch(async (error: unknown) => {
  if (interrupt.signal.aborted && error instanceof Error && error.name === 'AbortError') return cancelledCode;
  const { code, text } = explain(error);
  await write(stderr, `${toPrintable(text)}\n`);
  return code;
});
process.exitCode ??= code;
// Everything is written and closed: what still hangs somewhere does not keep the process.
setTimeout(() => process.exit(), 100).unref();
