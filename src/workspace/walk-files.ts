import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** What a walk comes to. */
export interface Walk {
  /** Paths from where it began, in order, with `/`; a link is listed with `@` at its end and never followed. */
  readonly files: readonly string[];
  /** It was stopped because there is too much. */
  readonly isCut: boolean;
}

/** So many names are looked at in one walk. */
const mostNames = 50_000;
/** Folders that others fill. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);

const listed = (entry: Dirent, path: string) => (entry.isFile() ? [path] : entry.isSymbolicLink() ? [`${path}@`] : []);

/** The files below a folder. Links are not followed, so that there is no circle and no way out. */
export async function walkFiles(folder: string, signal: AbortSignal): Promise<Walk> {
  const files: string[] = [];
  const folders = [''];
  let names = 0;
  for (const below of folders) {
    signal.throwIfAborted();
    const entries = await opendir(join(folder, below)).catch(() => undefined);
    if (!entries) continue;
    for await (const entry of entries) {
      if (++names > mostNames) return { files: files.toSorted(), isCut: true };
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) folders.push(...(skipped.has(entry.name) ? [] : [path]));
      else files.push(...listed(entry, path));
    }
  }
  return { files: files.toSorted(), isCut: false };
}
