import { TroupeError } from '../../errors.ts';
import { troupeCommand } from '../terminal/troupe-command.ts';

/** A run by its id, the beginning of its id, or the file that holds its log. */
export interface StoredRun {
  readonly run: string;
  readonly store?: string;
}

export const storeHelp = '  --store F         the SQLite file; without it TROUPE_STORE names it';

export const storeOption = { store: { type: 'string' } } as const;

/** The one run that a command is about. */
export function oneRun(positionals: readonly string[], command: string, store?: string, hint = ''): string {
  const [run, second] = positionals;
  if (second !== undefined) {
    throw new TroupeError('usage', `${command} takes one run at a time.${hint === '' ? '' : ` ${hint}`}`);
  }
  if (run === undefined || run.trim() === '') {
    throw new TroupeError('usage', `${command} needs a run. List them with: ${troupeCommand(['runs'], { store })}`);
  }
  return run;
}

export const storedRunHelp = `RUN is the beginning of a run's id, or a file that holds a log, one JSON entry a line.`;
