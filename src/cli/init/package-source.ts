import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';

/** What npm notes about the packages that it has installed. */
const notesSchema = z.object({ packages: z.record(z.string(), z.object({ resolved: z.string().optional() })) });

/**
 * Where this package was taken from, so that a new project takes it from there too: the tarball that npm installed, or the one that was
 * packed in a clone. Nothing when it is a registry, or not known.
 */
export function packageSource(folder: string, version: string): string | undefined {
  const packages = dirname(folder);
  const source =
    basename(packages) === 'node_modules' ? installedFrom(packages, basename(folder)) : packedIn(folder, version);
  return source !== undefined && existsSync(source) ? source : undefined;
}

const packedIn = (folder: string, version: string) => join(folder, `troupe-${version}.tgz`);

function installedFrom(packages: string, name: string): string | undefined {
  try {
    const notes = notesSchema.parse(JSON.parse(readFileSync(join(packages, '.package-lock.json'), 'utf8')));
    const resolved = notes.packages[`node_modules/${name}`]?.resolved;
    return resolved?.startsWith('file:') ? resolve(dirname(packages), resolved.slice('file:'.length)) : undefined;
  } catch {
    return undefined; // another package manager than npm, which keeps other notes
  }
}
