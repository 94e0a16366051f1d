import { gunzipSync, gzipSync } from 'node:zlib';
import { brokenArchive } from './run-facts.ts';

/** The lines of a log as few bytes. */
export const packLines = (lines: readonly string[]): Uint8Array => gzipSync(lines.join('\n'));

/** @throws TroupeError `bad-log` for an archive that is damaged. */
export function unpackLines(run: string, packed: Uint8Array): string[] {
  try {
    return gunzipSync(packed).toString('utf8').split('\n');
  } catch (cause) {
    throw brokenArchive(run, cause);
  }
}

/** The lines of an archive, none of a damaged one: whoever reads that run is told. */
export function soundLines(run: string, packed: unknown): string[] {
  try {
    return packed instanceof Uint8Array ? unpackLines(run, packed) : [];
  } catch {
    return [];
  }
}
