import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { z } from 'zod';

/** What npm notes about the packages that it has installed. */
const notesSchema = z.object({ packages: z.record(z.string(), z.object({ resolved: z.string().optional() })) });

/** What a project says of its own packages, whichever package manager it has. */
const projectSchema = z.object({
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});

/**
 * Where this package was taken from, so that a new project takes it from there too: the tarball that was installed, or the one that was
 * packed in a clone. Nothing when it is a registry, or not known.
 */
export function packageSource(folder: string, version: string): string | undefined {
  const packages = dirname(folder);
  const source =
    basename(packages) !== 'node_modules'
      ? packedIn(folder, version)
      : (installedFrom(packages, basename(folder)) ?? namedIn(projectOf(packages), basename(folder)));
  return source !== undefined && existsSync(source) ? source : undefined;
}

const packedIn = (folder: string, version: string) => join(folder, `troupe-${version}.tgz`);

function installedFrom(packages: string, name: string): string | undefined {
  try {
    const notes = notesSchema.parse(JSON.parse(readFileSync(join(packages, '.package-lock.json'), 'utf8')));
    const resolved = notes.packages[`node_modules/${name}`]?.resolved;
    return resolved?.startsWith('file:') ? resolve(dirname(packages), resolved.slice('file:'.length)) : undefined;
  } catch {
    return undefined; // another package manager than npm
  }
}

/** The project that a package is installed in, however deep: pnpm and Bun keep packages in folders of their own and link to them. */
const projectOf = (packages: string) =>
  packages.slice(0, `${packages}${sep}`.indexOf(`${sep}node_modules${sep}`)) || sep;

/** The file that a project names for a package. */
function namedIn(project: string, name: string): string | undefined {
  try {
    const { dependencies, devDependencies } = projectSchema.parse(
      JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')),
    );
    const named = dependencies?.[name] ?? devDependencies?.[name];
    const path = /^(?:file:)?(.*\.tgz)$/.exec(named ?? '')?.[1]; // Bun leaves the "file:" out
    return path === undefined ? undefined : resolve(project, path);
  } catch {
    return undefined; // it was installed for all projects
  }
}
