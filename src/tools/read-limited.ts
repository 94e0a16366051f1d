import { readFileSync, statSync } from 'node:fs';
import { messageOf, TroupeError } from '../errors.ts';

/** The bytes of a file that is there, is a file and is not too large; says which of these it is not. */
export function readLimited(name: string, path: string, maxBytes: number): Uint8Array {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new TroupeError('tool', `${name} is not there (${path}). Check the path.`);
  if (!stat.isFile()) throw new TroupeError('tool', `${name} is not a file (${path}).`);
  if (stat.size > maxBytes) {
    throw new TroupeError('tool', `${name} has ${stat.size} bytes; at most ${maxBytes} are read. Give a smaller file.`);
  }
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new TroupeError('tool', `${name} cannot be read: ${messageOf(cause)}.`, { cause });
  }
}
