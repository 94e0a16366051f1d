import type { Command } from '../command.ts';

/** What stands after an option. */
export type ValueKind = 'none' | 'file' | 'run' | 'text';

/** An option as its command describes it. */
export interface DescribedOption {
  readonly name: string;
  readonly value: ValueKind;
  readonly does: string;
}

/** A command as it describes itself: all that a completion is made of. */
export interface DescribedCommand {
  readonly name: string;
  readonly does: string;
  readonly takes: Command['takes'];
  readonly options: readonly DescribedOption[];
}

/** What commands say of themselves. */
export const describe = (commands: readonly Command[]): DescribedCommand[] =>
  commands.map(({ name, summary: [, does], takes, options, help }) => ({
    name,
    does: toLine(does),
    takes,
    options: [...Object.entries(options), ['help', { type: 'boolean' } as const] as const].map(([option, { type }]) => {
      const { value = '', does: what = '' } = lineOf(option, help);
      return { name: option, value: type === 'boolean' ? 'none' : kindOf(value), does: toLine(what) };
    }),
  }));

/** The line about an option in the help of its command; what it does may begin on the next one. */
function lineOf(option: string, help: string): { value?: string; does?: string } {
  if (option === 'help') return { does: 'explain the command' };
  return (
    new RegExp(`^ {2}--${option}(?: (?<value>\\[?[A-Z]\\S*|"\\w+"))?(?: "\\w+")?(?: +|\\n +)(?<does>\\S.*)$`, 'm').exec(
      help,
    )?.groups ?? {}
  );
}

const kindOf = (value: string): ValueKind => (value === 'F' ? 'file' : value === 'RUN' ? 'run' : 'text');

/** Its first part: what comes after a semicolon is for those who read the help. */
const toLine = (text: string) => (text.split(';')[0] ?? '').trim();

/** The words `command --option` after which a value of this kind stands, in every command. */
export const placesOf = (commands: readonly DescribedCommand[], kind: ValueKind): string[] =>
  commands.flatMap(({ name, options }) =>
    options.filter(({ value }) => value === kind).map((option) => `${name} --${option.name}`),
  );

/** Takes the ids of runs out of what `troupe runs --json` prints. */
export const runIds = `sed -n 's/^{"run":"\\([^"]*\\)".*/\\1/p'`;
