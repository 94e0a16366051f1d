import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../../', import.meta.url));

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly engines: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest; // our own package.json

/** Versions of packages by their names. */
export type Versions = Readonly<Record<string, string>>;

/** The lowest version that each peer may have, as its range begins. */
export const lowest: Versions = Object.fromEntries(
  Object.entries(manifest.peerDependencies).map(([name, range]) => [name, /\d+\.\d+\.\d+/.exec(range)?.[0] ?? range]),
);
/** The version of each peer that this repository works with: the highest that was there when it was last updated. */
export const highest: Versions = Object.fromEntries(
  Object.keys(manifest.peerDependencies).map((name) => [name, manifest.devDependencies[name] ?? 'latest']),
);

/** What typed projects need beside the peers. React has its types elsewhere. */
export const typesFor = ({ react = '' }: Versions): Versions => ({
  '@types/node': manifest.devDependencies['@types/node'] ?? 'latest',
  '@types/react': react.split('.')[0] ?? 'latest',
  'react-dom': react,
});

const execute = promisify(execFile);

/** What a program wrote to stdout. It gets PATH and a home, and nothing else of the environment. */
export const output = (cwd: string, program: string, ...args: readonly string[]): Promise<string> => {
  const { PATH, HOME } = process.env;
  return written(cwd, program, args, { PATH, HOME, NO_COLOR: '1' });
};

/** What npm wrote: the environment may say how it reaches its registry. */
const npm = (cwd: string, ...args: readonly string[]) => written(cwd, 'npm', args, process.env);

async function written(cwd: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  try {
    return (await execute(program, [...args], { cwd, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }; // of execFile
    throw new Error(`${program} ${args.join(' ')} failed in ${cwd}:\n${stdout}\n${stderr}`);
  }
}

/** A folder outside of the repository, so that nothing is found in its `node_modules`. */
export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'troupe-package-'));
export const remove = (folder: string | undefined): void => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
};

/** Packs what is built, as it would be published. */
export async function pack(into: string): Promise<string> {
  const [file] = JSON.parse(await npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', into)) as {
    readonly filename: string;
  }[]; // of npm
  if (!file) throw new Error('npm packed nothing.');
  return join(into, file.filename);
}

/** A project of a user in `folder`, with the tarball and these packages installed, and the programs of `test/package/project` in it. */
export async function makeProject(folder: string, tarball: string, packages: Versions): Promise<void> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  await install(folder, tarball, ...wanted);
  cpSync(fileURLToPath(new URL('project', import.meta.url)), folder, { recursive: true });
}

/** What `npm ci` has just put into npm's cache is not fetched again. */
export const install = (folder: string, ...packages: readonly string[]): Promise<string> =>
  npm(folder, 'install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...packages);

/** The packages in a project's `node_modules`, each once for every copy of it. */
export async function installed(folder: string): Promise<readonly string[]> {
  const paths = (await npm(folder, 'ls', '--all', '--parseable')).trim().split('\n').slice(1);
  return [...new Set(paths)].map((path) => path.replace(/^.*\/node_modules\//, '')).sort();
}
