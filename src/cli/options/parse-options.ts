import { type ParseArgsConfig, parseArgs } from 'node:util';
import { messageOf, TroupeError } from '../../errors.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { isFileHere } from './find-files.ts';

/** Reads the options and words after a command. Whoever calls it has answered `--help` before. */
export function parseOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  command: string,
) {
  try {
    const parsed = parseArgs({
      args: 'file' in options ? withFilesApart(withPipedKind(args)) : [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    for (const [name, value] of Object.entries(parsed.values)) {
      const texts: unknown[] = Array.isArray(value) ? value : [value];
      const isEmpty = texts.some((text) => typeof text === 'string' && text.trim() === '');
      if (isEmpty) throw new TroupeError('usage', `--${name} is empty. Give it a value.`);
    }
    return parsed;
  } catch (error) {
    if (error instanceof TroupeError) throw error;
    const names = [...Object.keys(options), 'help'];
    throw new TroupeError('usage', optionProblem(messageOf(error), names, command), { cause: error });
  }
}

/** A shell writes `--file data/*.csv` out as one `--file` with several files behind it: each gets its own. */
function withFilesApart(args: readonly string[]): string[] {
  const result: string[] = [];
  let isBehindFile = false;
  for (const [at, arg] of args.entries()) {
    const isValue = args[at - 1] === '--file';
    if (arg === '--') return [...result, ...args.slice(at)];
    if (isBehindFile && !isValue && !arg.startsWith('-') && isFileHere(arg)) {
      result.push('--file', arg);
      continue;
    }
    isBehindFile = isValue || arg.startsWith('--file=');
    result.push(arg);
  }
  return result;
}

/** `--file -:csv` is `--file=-:csv`: a value that begins with a dash is taken for an option otherwise. */
function withPipedKind(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const words: string[] = [];
  for (const [place, arg] of args.entries()) {
    const isKind = /^-:/.test(arg) && words.at(-1) === '--file' && (end < 0 || place < end);
    if (isKind) words[words.length - 1] = `--file=${arg}`;
    else words.push(arg);
  }
  return words;
}

/** What is wrong with an option, by the first words of Node's own message. */
function optionProblem(message: string, names: readonly string[], command: string): string {
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

/** What `parseArgs` returns for a set of options. */
export type ValuesOf<Options extends NonNullable<ParseArgsConfig['options']>> = ReturnType<
  typeof parseOptions<Options>
>['values'];
