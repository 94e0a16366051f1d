import type { ParseArgsConfig } from 'node:util';
import { TroupeError } from '../errors.ts';
import { nearestName } from '../text/nearest-name.ts';
import type { World } from './world.ts';

/** One command of the command line. What `parse` returns goes to `run` and nowhere else, so a table holds commands with any options. */
export interface Command<Options = unknown> {
  readonly name: string;
  /** Its line in the list of commands: how it is written, and what it does. */
  readonly summary: readonly [usage: string, does: string];
  /** Its options, as they are parsed. Each has a line in the help, where a value that is a file is called F. */
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** What the words after its name are, where they are no text. */
  readonly takes?: 'run' | 'folder' | readonly string[];
  /** What `troupe help <name>` prints. */
  readonly help: string;
  /** Reads the words after the name. What is wrong with them is a usage error that says what to do. */
  parse(args: readonly string[]): Options;
  /** Runs the command; the result is the exit code. */
  run(options: Options, world: World): Promise<number>;
}

/** The command of that name, or a usage error that lists the names. */
export function commandNamed(written: string, commands: readonly Command[]): Command {
  const known = commands.find(({ name }) => name === written);
  if (known) return known;
  const names = commands.map(({ name }) => name);
  const near = nearestName(written, names);
  const what = written.startsWith('-') ? 'option' : 'command';
  const question = what === 'command' ? ' A question is asked so: troupe ask "…".' : '';
  const hint = near ? ` Did you mean "${near}"?` : question;
  throw new TroupeError('usage', `There is no ${what} "${written}".${hint} The commands are: ${names.join(', ')}.`);
}
