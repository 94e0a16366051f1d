import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf, TroupeError } from '../../errors.ts';
import type { StarterFile } from './starter.ts';

/** Nobody's work: a folder with nothing else in it counts as empty. */
const ignored: ReadonlySet<string> = new Set(['.git', '.DS_Store', 'Thumbs.db']);

/** A file that was written. */
export interface Written {
  readonly path: string;
  /** Whether one was there before. */
  readonly isReplaced: boolean;
}

/** What stands in a folder already; nothing where there is none. @throws TroupeError `usage` where a file is in its place. */
export function contentOf(folder: string): readonly string[] {
  const stat = attempt(folder, () => statSync(folder, { throwIfNoEntry: false }));
  if (!stat) return [];
  if (!stat.isDirectory()) throw new TroupeError('usage', `${folder} is a file. Name a folder.`);
  return attempt(folder, () => readdirSync(folder)).filter((name) => !ignored.has(name));
}

/** Writes the files of a project. A file that is there stays as it is, unless `replaces`. */
export function writeProject(
  folder: string,
  files: readonly StarterFile[],
  { replaces }: { readonly replaces: boolean },
): Written[] {
  return files.map(({ path, text }) => {
    const target = join(folder, path);
    return attempt(target, () => {
      mkdirSync(dirname(target), { recursive: true });
      const isReplaced = statSync(target, { throwIfNoEntry: false }) !== undefined;
      writeFileSync(target, text, { flag: replaces ? 'w' : 'wx' });
      return { path, isReplaced };
    });
  });
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw new TroupeError('usage', `${path} cannot be written: ${messageOf(cause)}.`, { cause });
  }
}
