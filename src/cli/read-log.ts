import { readFileSync, statSync } from 'node:fs';
import { messageOf, TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { parseLog } from '../log/parse-log.ts';
import type { Config } from './config.ts';
import { findRun } from './find-run.ts';
import { withStore } from './open-store.ts';

/** The log of a run in the store, or of the file that is named. */
export async function readLog(run: string, config: Config): Promise<readonly Entry[]> {
  if (isFile(run)) return readLogFile(run);
  if (config.store === undefined && /[./\\]/.test(run)) {
    throw new TroupeError('usage', `There is no file ${run}. Check the path; a run of a store needs --store F.`);
  }
  return withStore(config, async (store, file) => store.read((await findRun(store, run, file)).run));
}

/** The log in a file with one JSON entry a line. */
export function readLogFile(file: string): Entry[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new TroupeError('usage', `${file} cannot be read: ${messageOf(cause)}.`, { cause });
  }
  return parseLog(text, file);
}

/** Whether a run is named by the file of its log. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
