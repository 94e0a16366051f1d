import { type Command, commandNamed } from './command.ts';
import { commands } from './commands.ts';

/** A command, and the options that it read for itself. */
export interface Invocation {
  readonly command: Command;
  readonly options: unknown;
}

const aliases: ReadonlyMap<string, string> = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-v', 'version'],
]);

/** Reads a command line. What is wrong with it is a usage error that says what to do. */
export function parseCommand(argv: readonly string[]): Invocation {
  const [first = 'help', ...rest] = argv;
  const { name } = commandNamed(aliases.get(first) ?? first, commands);
  return asksForHelp(rest) ? invoke('help', [name]) : invoke(name, rest);
}

function invoke(name: string, args: readonly string[]): Invocation {
  const command = commandNamed(name, commands);
  return { command, options: command.parse(args) };
}

/** Words after `--` are words, whatever they look like. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
}
