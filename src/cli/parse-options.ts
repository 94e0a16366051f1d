import { type ParseArgsConfig, parseArgs } from 'node:util';
import { messageOf, TroupeError } from '../errors.ts';
import { nearestName } from '../text/nearest-name.ts';
import { type Output, type PriceOption, type ReviewOption, reviewOptions } from './command.ts';
import type { CommandName } from './commands/help.ts';

export const helpOption = { help: { type: 'boolean', short: 'h' } } as const;
export const storeOption = { store: { type: 'string' } } as const;

/** Reads the options and words after a command. */
export function parseOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  command: CommandName,
) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    for (const [name, value] of Object.entries(parsed.values)) {
      const texts: unknown[] = Array.isArray(value) ? value : [value];
      const isEmpty = texts.some((text) => typeof text === 'string' && text.trim() === '');
      if (isEmpty) throw new TroupeError('usage', `--${name} is empty. Give it a value.`);
    }
    return parsed;
  } catch (error) {
    if (error instanceof TroupeError) throw error;
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

/** A whole number from 1 up. */
export function parseCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new TroupeError('usage', `--${name} is "${text}". Give a whole number from 1 up.`);
}

/** A port of this machine; 0 is any that is free. */
export function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new TroupeError('usage', `--port is "${text}". Give a number from 0 to 65535.`);
}

/** A number above 0. */
export function parseAmount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const amount = Number(text);
  if (Number.isFinite(amount) && amount > 0) return amount;
  throw new TroupeError('usage', `--${name} is "${text}". Give a number above 0.`);
}

/** Which plans a person approves. */
export function parseReview(text: string | undefined): ReviewOption | undefined {
  const which = reviewOptions.find((option) => option === text);
  if (text === undefined || which) return which;
  throw new TroupeError('usage', `--review is "${text}". Give --review=first, --review=additions or --review=all.`);
}

/** The price of a million tokens in and of a million tokens out. */
export function parsePrice(text: string | undefined): PriceOption | undefined {
  if (text === undefined) return undefined;
  const [inputUsd, outputUsd] = /^[\d.]+,[\d.]+$/.test(text) ? text.split(',').map(Number) : [];
  if (inputUsd !== undefined && outputUsd !== undefined && Number.isFinite(inputUsd + outputUsd)) {
    return { inputUsd, outputUsd };
  }
  throw new TroupeError(
    'usage',
    `--price is "${text}". Give US dollars for a million tokens in and out: --price 0.25,2`,
  );
}

export function outputOf(values: { json?: boolean | undefined; events?: boolean | undefined }): Output {
  if (values.json && values.events) {
    throw new TroupeError('usage', '--json and --events both print to stdout. Give one of them.');
  }
  return values.json ? 'json' : values.events ? 'events' : 'text';
}

/** The one run that a command is about. */
export function oneRun(positionals: readonly string[], command: CommandName): string {
  const [run, second] = positionals;
  if (run === undefined || run.trim() === '') {
    throw new TroupeError('usage', `${command} needs a run. List them with: troupe runs`);
  }
  if (second !== undefined) throw new TroupeError('usage', `${command} takes one run at a time.`);
  return run;
}
