import { TroupeError } from '../errors.ts';
import { type Entry, parseEntry } from './entry.ts';

/** The entries of a log that is written as one JSON value a line; `name` is what errors call it. */
export function parseLog(text: string, name: string): Entry[] {
  const entries = text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseEntry(line, `${name}, line ${index + 1}`)]));
  if (entries.length === 0) throw new TroupeError('bad-log', `${name} holds no entry.`);
  return entries;
}
