import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { TroupeError } from '../errors.ts';
import { isJsonTable } from './tables/json-table.ts';

/** The ends of the names of files that can be read. */
export const readableKinds = ['.csv', '.tsv', '.json', '.jsonl', '.ndjson', '.md', '.markdown', '.txt'] as const;

/** Whether a file can be read, by the end of its name. */
export function isReadableKind(path: string): boolean {
  const end = extname(path).toLowerCase();
  return readableKinds.some((kind) => kind === end);
}

/** Whether a file is a table or a text; a `.json` file is a table when it has one list of objects. */
export function fileKind(path: string): 'table' | 'document' {
  switch (extname(path).toLowerCase()) {
    case '.csv':
    case '.tsv':
    case '.jsonl':
    case '.ndjson':
      return 'table';
    case '.md':
    case '.markdown':
    case '.txt':
      return 'document';
    case '.json':
      return isTable(path) ? 'table' : 'document';
    default:
      throw new TroupeError(
        'bad-config',
        `File "${path}" is of a kind that cannot be read. Give .csv, .tsv, .json, .jsonl, .md or .txt.`,
      );
  }
}

/** The files by the name they are asked for: the base name, or the whole path where two base names are the same. */
export function toFileNames(paths: readonly string[]): Map<string, string> {
  const unique = [...new Set(paths)];
  const isShared = (path: string) => unique.filter((other) => basename(other) === basename(path)).length > 1;
  return new Map(unique.map((path) => [isShared(path) ? path : basename(path), path]));
}

/** More is not read to find out what a file is. */
const mostRead = 32 * 1024 * 1024;

function isTable(path: string): boolean {
  const start = readStart(path);
  if (!/^\uFEFF?\s*\{/.test(start)) return isJsonTable(start);
  try {
    // Whether an object is around a list is known at its end.
    return statSync(path).size <= mostRead && isJsonTable(readFileSync(path, 'utf8'));
  } catch {
    return false; // what is wrong with the file is reported when it is used
  }
}

function readStart(path: string): string {
  const buffer = new Uint8Array(1024);
  try {
    const file = openSync(path, 'r');
    try {
      return new TextDecoder().decode(buffer.subarray(0, readSync(file, buffer)));
    } finally {
      closeSync(file);
    }
  } catch {
    return ''; // What is wrong with the file is reported when it is used.
  }
}
