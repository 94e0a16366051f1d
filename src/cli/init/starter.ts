import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageName } from './package-name.ts';
import { packageSource } from './package-source.ts';

/** A file of a new project. */
export interface StarterFile {
  /** Where it goes, from the folder of the project. */
  readonly path: string;
  readonly text: string;
}

const ourFolder = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(ourFolder, 'examples/starter');

/** What `npm install` needs to know of this package, whose own dependencies say which versions fit. */
interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Versions;
  readonly devDependencies: Versions;
}
type Versions = Readonly<Record<string, string>>;

/** The files of a new project in a folder of that name; `troupe` is where this package comes from, if not from where packages come from. */
export function starterFiles(name: string, troupe?: string): StarterFile[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const copied = paths.map((path) => ({
    // A package never contains a file of this name: npm reads it instead.
    path: path === 'gitignore' ? '.gitignore' : path,
    text: readFileSync(join(folder, path), 'utf8'),
  }));
  const manifest = { path: 'package.json', text: `${JSON.stringify(packageJson(name, troupe), null, 2)}\n` };
  return [manifest, ...copied].toSorted((a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : 1));
}

/** Where a new project finds this package, if not where packages come from. */
export const ownSource = () => packageSource(ourFolder.replace(/[\\/]$/, ''), ourManifest().version);

const depth = ({ path }: StarterFile) => path.split(sep).length;

const ourManifest = () => JSON.parse(readFileSync(join(ourFolder, 'package.json'), 'utf8')) as Manifest; // our own file

function packageJson(name: string, troupe: string | undefined) {
  const ours = ourManifest();
  const known: Versions = { ...ours.devDependencies, ...ours.peerDependencies };
  const take = (...names: string[]) => Object.fromEntries(names.map((each) => [each, rangeOf(known[each] ?? '*')]));
  return {
    name: packageName(name),
    private: true,
    type: 'module',
    engines: { node: ours.engines.node },
    scripts: {
      start: 'tsx src/main.ts',
      test: 'tsx --test "test/**/*.test.ts"',
      typecheck: 'tsc',
    },
    dependencies: { ...take('openai'), troupe: troupe ?? rangeOf(ours.version), ...take('xstate', 'zod') },
    devDependencies: take('@types/node', 'tsx', 'typescript'),
  };
}

/** From an exact version on; a range stays as it is. */
const rangeOf = (version: string) => (/^\d+\.\d+\.\d+$/.test(version) ? `^${version}` : version);

/** A tarball or a folder, as a package.json in `from` names it. */
export function fileSpec(path: string, from: string): string {
  const way = relative(from, path);
  return `file:${(isAbsolute(way) ? way : way.startsWith('..') ? way : `./${way}`).replaceAll(sep, '/')}`;
}
