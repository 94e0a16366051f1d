import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, TroupeError } from '../../errors.ts';
import { matchesGlob } from '../../text/matches-glob.ts';
import { isReadableKind, readableKinds } from '../../tools/file-kind.ts';

/** More files are not taken from one folder or pattern: nobody asks about them all. */
const mostFiles = 500;
/** Folders are not looked into deeper than this. */
const deepest = 12;

/** The files that are meant by paths of files, of folders, and by patterns such as `data/*.csv`. */
export function findFiles(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap(filesAt))];
}

/** Whether a word of the command line is a file behind another one, as a shell writes `--file data/*.csv` out. */
export function isFileHere(word: string): boolean {
  const stat = statSync(word, { throwIfNoEntry: false });
  return stat?.isFile() === true ? isReadableKind(word) : stat?.isDirectory() === true && word.includes('/');
}

function filesAt(path: string): string[] {
  const stat = lookAt(path);
  if (stat?.isFile()) return [path];
  const found = stat?.isDirectory() ? filesIn(path, 0) : isPattern(path) ? matching(path) : undefined;
  if (!found) {
    if (stat) {
      const hint = stat.isFIFO() ? ' What a program writes is piped in: … | troupe ask "…" --file -' : '';
      throw new TroupeError('usage', `--file ${path} is neither a file nor a folder.${hint}`);
    }
    throw new TroupeError('usage', `--file ${path}: there is no such file. Check the path.`);
  }
  if (found.length === 0) {
    const what = stat ? 'there is no file in it' : 'no file fits it';
    throw new TroupeError(
      'usage',
      `--file ${path}: ${what} that can be read. Files end with ${readableKinds.join(', ')}.`,
    );
  }
  if (found.length > mostFiles) {
    throw new TroupeError(
      'usage',
      `--file ${path}: that is more than ${mostFiles} files. Name a smaller folder or a pattern.`,
    );
  }
  return found;
}

function lookAt(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw new TroupeError('usage', `--file ${path} cannot be read: ${messageOf(cause)}.`, { cause });
  }
}

const isPattern = (path: string) => path.includes('*');
const isHidden = (name: string) => name.startsWith('.') || name === 'node_modules';

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

function entriesIn(folder: string): Entry[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .filter(({ name }) => !isHidden(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (cause) {
    throw new TroupeError('usage', `--file: the folder ${folder} cannot be read: ${messageOf(cause)}.`, { cause });
  }
}

/** The files that can be read in a folder and in the folders in it. */
function filesIn(folder: string, depth: number): string[] {
  return entriesIn(folder).flatMap(({ name, isFolder }) => {
    const path = join(folder, name);
    if (isFolder) return depth < deepest ? filesIn(path, depth + 1) : [];
    return isReadableKind(name) ? [path] : [];
  });
}

/** The files that fit a pattern, part by part; `**` stands for folders, however many. */
function matching(pattern: string): string[] {
  const parts = pattern.split('/');
  const start = parts[0] === '' ? '/' : '.';
  return matchingIn(
    start,
    parts.filter((part) => part !== '' && part !== '.'),
    0,
  );
}

function matchingIn(folder: string, [part, ...rest]: readonly string[], depth: number): string[] {
  if (part === undefined || depth > deepest) return [];
  if (part === '..') return matchingIn(join(folder, '..'), rest, depth);
  if (!isPattern(part) && rest.length > 0) {
    const path = join(folder, part);
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? matchingIn(path, rest, depth + 1) : [];
  }
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each case is one line
  return entriesIn(folder).flatMap(({ name, isFolder }) => {
    const path = join(folder, name);
    if (part === '**') {
      const below = isFolder ? matchingIn(path, [part, ...rest], depth + 1) : [];
      const here = !isFolder && rest.length === 0 && isReadableKind(name) ? [path] : [];
      const named =
        !isFolder && rest.length === 1 && matchesGlob(rest[0] ?? '', name) && isReadableKind(name) ? [path] : [];
      return [...here, ...named, ...below];
    }
    if (!matchesGlob(part, name)) return [];
    if (rest.length > 0) return isFolder ? matchingIn(path, rest, depth + 1) : [];
    if (isFolder) return filesIn(path, depth + 1);
    return isReadableKind(name) ? [path] : [];
  });
}
