import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { messageOf, TroupeError } from '../../errors.ts';
import { maxDocumentBytes } from '../../tools/documents/documents.ts';
import { fileKind } from '../../tools/file-kind.ts';
import { maxTableBytes } from '../../tools/tables/tables.ts';
import { findFiles } from '../options/find-files.ts';
import { toSize } from '../terminal/quantity.ts';

/**
 * Says of each file that will be of no use why; the others may be. `piped` is the one that holds what was piped in.
 * @throws TroupeError `usage` for one that may not be read.
 */
export function noteFiles(files: readonly string[], note: (line: string) => void, piped?: string): void {
  for (const file of findFiles(files)) {
    const problem = problemOf(file);
    if (problem !== undefined) note(`--file ${file === piped ? '-' : file} cannot be used: ${problem}`);
  }
}

function problemOf(file: string): string | undefined {
  const start = new Uint8Array(4096);
  let size: number;
  try {
    const opened = openSync(file, 'r');
    try {
      size = fstatSync(opened).size;
      readSync(opened, start);
    } finally {
      closeSync(opened);
    }
  } catch (cause) {
    throw new TroupeError('usage', `--file ${file} cannot be read: ${messageOf(cause)}.`, { cause });
  }
  const most = fileKind(file) === 'table' ? maxTableBytes : maxDocumentBytes;
  if (size === 0) return 'it is empty.';
  if (size > most) return `it has ${toSize(size)}; at most ${toSize(most)} are read.`;
  return start.subarray(0, size).includes(0) ? 'it is not a text file.' : undefined;
}
