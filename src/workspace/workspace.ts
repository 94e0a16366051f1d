import { constants, realpathSync, statSync } from 'node:fs';
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { messageOf, TroupeError } from '../errors.ts';
import { toPlainLine } from '../tools/plain-text.ts';

/** A folder that files are read from and written to, and nothing outside of it. */
export interface Workspace {
  /** The folder, without links. */
  readonly root: string;
  /** The text of a file. @throws TroupeError `tool` for what is outside, not there, too large, or no text. */
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  /** Where something that is there really is. */
  locate(path: string): Promise<string>;
}

/** Bounds of a workspace. */
export interface WorkspaceOptions {
  /** What a file may have to be read or written. @default 2,000,000 */
  readonly maxFileBytes?: number;
}

/** What a name from outside looks like in a message. */
export const shownPath = (path: string) => JSON.stringify(toPlainLine(path));

/**
 * Opens a folder. What links lead to counts, not what a path looks like; a link is never written through. It keeps out paths that lead elsewhere, not another process
 * that moves folders at the same moment.
 *
 * @throws TroupeError `bad-config` for what is no folder.
 */
export function openWorkspace(folder: string, { maxFileBytes = 2_000_000 }: WorkspaceOptions = {}): Workspace {
  const root = realFolder(folder);
  const locate = async (path: string) => {
    const asked = within(root, path);
    const real = await realpath(asked).catch((cause) => {
      throw new TroupeError('tool', `${shownPath(path)} ${whyNot(cause)}.`, { cause });
    });
    return inside(root, real, path);
  };
  return {
    root,
    locate,
    async read(path) {
      const bytes = await readFile(await locate(path), path, maxFileBytes);
      return toText(bytes, path);
    },
    async write(path, text) {
      const bytes = Buffer.byteLength(text);
      if (bytes > maxFileBytes) {
        throw new TroupeError(
          'tool',
          `${shownPath(path)} would have ${bytes} bytes; at most ${maxFileBytes} are written.`,
        );
      }
      await replaceFile(await placeFor(root, path), path, text);
    },
  };
}

function realFolder(folder: string): string {
  try {
    const root = realpathSync(folder);
    if (statSync(root).isDirectory()) return root;
  } catch (cause) {
    throw new TroupeError(
      'bad-config',
      `The workspace ${shownPath(folder)} ${whyNot(cause)}. Give a folder that exists.`,
      { cause },
    );
  }
  throw new TroupeError('bad-config', `The workspace ${shownPath(folder)} is not a folder. Give a folder that exists.`);
}

/** Where a path leads by its letters. */
function within(root: string, path: string): string {
  if (path.includes('\0') || isAbsolute(path) || /^[a-z]:|^\\\\|^~/i.test(path)) throw outside(path);
  return inside(root, resolve(root, path), path);
}

function inside(root: string, target: string, path: string): string {
  if (target === root || target.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) return target;
  throw outside(path);
}

const outside = (path: string) =>
  new TroupeError(
    'tool',
    `${shownPath(path)} is outside of the workspace. Give a path inside of it, such as "notes/plan.md".`,
  );

/** Where a file is to be written: the folder it goes into is made, and is really inside. */
async function placeFor(root: string, path: string): Promise<string> {
  const asked = within(root, path);
  if (asked === root)
    throw new TroupeError('tool', `${shownPath(path)} is the workspace itself. Give the path of a file.`);
  let there = dirname(asked);
  for (;;) {
    const found = await lstat(there).catch(() => undefined);
    if (found || there === root) break;
    there = dirname(there);
  }
  const real = await realpath(there).catch((cause) => {
    throw new TroupeError('tool', `${shownPath(path)} ${whyNot(cause)}.`, { cause });
  });
  inside(root, real, path);
  const folder = join(real, relative(there, dirname(asked)));
  await mkdir(folder, { recursive: true }).catch((cause) => {
    throw new TroupeError('tool', `The folder of ${shownPath(path)} ${whyNot(cause)}.`, { cause });
  });
  const place = join(folder, asked.slice(dirname(asked).length + 1));
  const before = await lstat(place).catch(() => undefined);
  if (before?.isSymbolicLink()) {
    throw new TroupeError(
      'tool',
      `${shownPath(path)} is a link. Links are not written through: give the path of the file itself.`,
    );
  }
  if (before && !before.isFile()) throw new TroupeError('tool', `${shownPath(path)} is not a file.`);
  return place;
}

/** All of it or nothing: another file takes the place of the one before. */
async function replaceFile(place: string, path: string, text: string): Promise<void> {
  const draft = join(dirname(place), `.${crypto.randomUUID()}.tmp`);
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(draft, place);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new TroupeError('tool', `${shownPath(path)} ${whyNot(cause)}.`, { cause });
  }
}

async function readFile(real: string, path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    // A pipe would keep whoever opens it waiting; a link that appears now is not followed.
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new TroupeError('tool', `${shownPath(path)} is not a file.`);
      if (stat.size > maxBytes) {
        throw new TroupeError('tool', `${shownPath(path)} has ${stat.size} bytes; at most ${maxBytes} are read.`);
      }
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (cause instanceof TroupeError) throw cause;
    throw new TroupeError('tool', `${shownPath(path)} ${whyNot(cause)}.`, { cause });
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function toText(bytes: Uint8Array, path: string): string {
  try {
    if (!bytes.subarray(0, 8_000).includes(0)) return decoder.decode(bytes);
  } catch {
    // Said below.
  }
  throw new TroupeError('tool', `${shownPath(path)} is not a text. Only files in UTF-8 are read.`);
}

/** Why the file system did not do it, without paths of the machine. */
function whyNot(cause: unknown): string {
  const { code } = cause as { code?: string }; // what errors of Node have
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'is not there',
    ENOTDIR: 'goes through something that is not a folder',
    EISDIR: 'is a folder',
    EEXIST: 'is something else already',
    ELOOP: 'is a link that leads back to itself',
    EACCES: 'may not be used: its permissions do not allow it',
    EPERM: 'may not be used: its permissions do not allow it',
    ENAMETOOLONG: 'has too long a name',
    ENOSPC: 'does not fit on the disk',
  };
  return known[code ?? ''] ?? `cannot be used: ${code ?? messageOf(cause)}`;
}
