import { messageOf, TroupeError } from '../errors.ts';
import type { Command } from './command.ts';
import { ask } from './commands/ask.ts';
import { chat } from './commands/chat.ts';
import { fork } from './commands/fork.ts';
import { graph } from './commands/graph.ts';
import { graphSvg } from './commands/graph-svg.ts';
import { helpText } from './commands/help.ts';
import { inspect } from './commands/inspect.ts';
import { printLog, printPlan } from './commands/log.ts';
import { replay } from './commands/replay.ts';
import { resume } from './commands/resume.ts';
import { runs } from './commands/runs.ts';
import { show } from './commands/show.ts';
import { packageVersion } from './config.ts';
import { cancelledCode, interruption } from './interruption.ts';
import { parseCommand } from './parse-command.ts';
import { isPiped } from './read-question.ts';
import { toPrintable } from './terminal/printable.ts';
import { write } from './terminal/write.ts';
import type { World } from './world.ts';

async function runCommand(command: Command, world: World): Promise<number> {
  switch (command.name) {
    case 'ask':
      return ask(command, world);
    case 'chat':
      return chat(command, world);
    case 'resume':
      return resume(command, world);
    case 'fork':
      return fork(command, world);
    case 'runs':
      return runs(command, world);
    case 'show':
      return show(command, world);
    case 'log':
      return printLog(command, world);
    case 'replay':
      return replay(command, world);
    case 'inspect':
      return inspect(command, world);
    case 'plan':
      return printPlan(command, world);
    case 'graph':
      return print(command.svg ? await graphSvg(command.chart, command.svg) : graph(command.chart), world);
    case 'help':
      return print(helpText(command.about), world);
    case 'version':
      return print(`${packageVersion()}\n`, world);
  }
}

async function print(text: string, { stdout }: World): Promise<number> {
  await write(stdout, text);
  return 0;
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
const code = await (async () => runCommand(parseCommand(process.argv.slice(2)), world))().catch(
  async (error: unknown) => {
    if (interrupt.signal.aborted && error instanceof Error && error.name === 'AbortError') return cancelledCode;
    const { code, text } = explain(error);
    await write(stderr, `${toPrintable(text)}\n`);
    return code;
  },
);
process.exitCode ??= code;
// Everything is written and closed: what still hangs somewhere does not keep the process.
setTimeout(() => process.exit(), 100).unref();
