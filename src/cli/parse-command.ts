import { TroupeError } from '../errors.ts';
import { nearestName } from '../text/nearest-name.ts';
import type { Command } from './command.ts';
import { type CommandName, commandNames } from './commands/help.ts';
import { parseGraph } from './parse-graph.ts';
import { parseInspect, parseLog, parseReplay, parseRuns, parseShow } from './parse-stored.ts';
import { parseAsk, parseChat, parseFork, parseResume } from './parse-work.ts';

const parsers: Readonly<Record<CommandName, (args: readonly string[]) => Command>> = {
  ask: parseAsk,
  chat: parseChat,
  resume: parseResume,
  fork: parseFork,
  runs: parseRuns,
  show: parseShow,
  log: parseLog,
  replay: parseReplay,
  inspect: parseInspect,
  graph: parseGraph,
  help: parseHelp,
};

/** Reads a command line. What is wrong with it is an error that says what to do. */
export function parseCommand(argv: readonly string[]): Command {
  const [first, ...rest] = argv;
  if (first === undefined || first === '--help' || first === '-h') return { name: 'help' };
  if (first === '--version' || first === '-v') return { name: 'version' };
  return parsers[commandName(first)](rest);
}

function parseHelp([about]: readonly string[]): Command {
  if (about === undefined || about.startsWith('-')) return { name: 'help' };
  return { name: 'help', about: commandName(about) };
}

function commandName(written: string): CommandName {
  const known = commandNames.find((name) => name === written);
  if (known) return known;
  const near = nearestName(written, commandNames);
  const hint = near ? ` Did you mean "${near}"?` : '';
  const what = written.startsWith('-') ? 'option' : 'command';
  throw new TroupeError(
    'usage',
    `There is no ${what} "${written}".${hint} The commands are: ${commandNames.join(', ')}.`,
  );
}
