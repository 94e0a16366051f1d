import { type ParseArgsConfig, parseArgs } from 'node:util';
import { messageOf, TroupeError } from '../errors.ts';
import { type CommandName, commandNames } from './help.ts';
import { nearestName } from './nearest-name.ts';

/** What `troupe ask` was asked to do. */
export interface AskCommand {
  readonly name: 'ask';
  /** Absent: it comes from standard input, or is the demo's. */
  readonly question?: string;
  readonly files: readonly string[];
  readonly output: 'text' | 'json' | 'events';
  readonly store?: string;
  readonly maxRounds?: number;
  readonly model?: string;
}

/** A command line that makes sense. */
export type Command =
  | AskCommand
  | { readonly name: 'graph'; readonly chart?: string }
  | { readonly name: 'help'; readonly about?: CommandName }
  | { readonly name: 'version' };

const askOptions = {
  file: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  events: { type: 'boolean' },
  store: { type: 'string' },
  'max-rounds': { type: 'string' },
  model: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const graphOptions = { mermaid: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

/** Reads a command line. What is wrong with it is an error that says what to do. */
export function parseCommand(argv: readonly string[]): Command {
  const [first, ...rest] = argv;
  if (first === undefined || first === '--help' || first === '-h') return { name: 'help' };
  if (first === '--version' || first === '-v') return { name: 'version' };
  switch (first) {
    case 'ask':
      return parseAsk(rest);
    case 'graph':
      return parseGraph(rest);
    case 'help':
      return parseHelp(rest);
    default:
      throw unknownCommand(first);
  }
}

function parseAsk(args: readonly string[]): Command {
  const { values, positionals } = parse(args, askOptions, 'ask');
  if (values.help) return { name: 'help', about: 'ask' };
  if (values.json && values.events) {
    throw new TroupeError('usage', '--json and --events both print to stdout. Give one of them.');
  }
  const question = positionals.join(' ');
  if (positionals.length > 0 && question.trim() === '') {
    throw new TroupeError('usage', 'The question is empty. Write it after "ask", in quotes.');
  }
  for (const name of ['store', 'model'] as const) {
    if (values[name]?.trim() === '') throw new TroupeError('usage', `--${name} is empty. Give it a value.`);
  }
  return {
    name: 'ask',
    files: values.file ?? [],
    output: values.json ? 'json' : values.events ? 'events' : 'text',
    ...(positionals.length > 0 ? { question } : {}),
    ...(values.store === undefined ? {} : { store: values.store }),
    ...(values['max-rounds'] === undefined ? {} : { maxRounds: parseRounds(values['max-rounds']) }),
    ...(values.model === undefined ? {} : { model: values.model }),
  };
}

function parseRounds(text: string): number {
  const rounds = /^\d+$/.test(text) ? Number(text) : 0;
  if (Number.isSafeInteger(rounds) && rounds >= 1) return rounds;
  throw new TroupeError('usage', `--max-rounds is "${text}". Give a whole number from 1 up.`);
}

function parseGraph(args: readonly string[]): Command {
  const { values, positionals } = parse(args, graphOptions, 'graph');
  if (values.help) return { name: 'help', about: 'graph' };
  const [chart, second] = positionals;
  if (second !== undefined)
    throw new TroupeError('usage', 'graph draws one chart at a time. Name one, or none for all.');
  return { name: 'graph', ...(chart === undefined ? {} : { chart }) };
}

function parseHelp([about]: readonly string[]): Command {
  if (about === undefined || about.startsWith('-')) return { name: 'help' };
  const known = commandNames.find((name) => name === about);
  if (!known) throw unknownCommand(about);
  return { name: 'help', about: known };
}

function unknownCommand(written: string): TroupeError {
  const near = nearestName(written, commandNames);
  const hint = near ? ` Did you mean "${near}"?` : '';
  const what = written.startsWith('-') ? 'option' : 'command';
  return new TroupeError(
    'usage',
    `There is no ${what} "${written}".${hint} The commands are: ${commandNames.join(', ')}.`,
  );
}

function parse<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  command: CommandName,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new TroupeError('usage', optionProblem(messageOf(error), Object.keys(options), command), { cause: error });
  }
}

/** Says what is wrong with an option, from the first words of what Node says. */
function optionProblem(message: string, names: readonly string[], command: CommandName): string {
  const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
  if (unknown !== undefined) {
    const near = nearestName(unknown.replace(/^-+/, ''), names);
    return `${command} has no option "${unknown}".${near ? ` Did you mean "--${near}"?` : ''} See: troupe help ${command}`;
  }
  const bare = /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' (?:argument missing|argument is ambiguous)/.exec(
    message,
  )?.[1];
  if (bare !== undefined) return `${bare} needs a value. See: troupe help ${command}`;
  const full = /^Option '(?:-\w, )?(--[\w-]+)' does not take an argument/.exec(message)?.[1];
  if (full !== undefined) return `${full} takes no value. See: troupe help ${command}`;
  return `${message} See: troupe help ${command}`;
}
