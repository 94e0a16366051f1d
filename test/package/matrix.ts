/**
 * Every peer alone at each end of its range, with the newest versions of the others, and every minor version of XState: the tarball in an empty
 * project, its programs, its types. Prints a table; what fails is shown below it.
 *
 *   npm run build && npm run matrix [-- <package> …]
 */
import { execFileSync } from 'node:child_process';
import {
  emptyFolder,
  highest,
  lowest,
  makeProject,
  manifest,
  output,
  pack,
  remove,
  typesFor,
  type Versions,
} from './packed.ts';

const npm = (...args: string[]) =>
  execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
/** The newest version in a range. */
const newest = (name: string, range: string): string => {
  const found = JSON.parse(npm('view', `${name}@${range}`, 'version', '--json')) as string | string[]; // of npm
  const parts = (version: string) => (version.match(/\d+/g) ?? []).map(Number);
  const byParts = (a: string, b: string) => {
    const [left, right] = [parts(a), parts(b)];
    const place = left.findIndex((part, index) => part !== right[index]);
    return place < 0 ? 0 : (left[place] ?? 0) - (right[place] ?? 0);
  };
  return [found].flat().toSorted(byParts).at(-1) ?? '';
};

const only = process.argv.slice(2);
const now: Versions = Object.fromEntries(
  Object.entries(manifest.peerDependencies).map(([name, range]) => [name, newest(name, range)]),
);
const cases: { readonly what: string; readonly versions: Versions; readonly typescript: string }[] = [];
const latestTypeScript = newest('typescript', 'latest');
const add = (what: string, versions: Versions, typescript = latestTypeScript) =>
  cases.push({ what, versions: { ...now, ...versions }, typescript });
add('newest of all', {});
for (const name of Object.keys(now)) {
  add(`lowest ${name}`, { [name]: lowest[name] ?? '' });
  if (now[name] !== highest[name]) add(`${name} of the repository`, { [name]: highest[name] ?? '' });
}
const [first = 0, last = 0] = [lowest.xstate, now.xstate].map((version) => Number(version?.split('.')[1]));
for (let minor = first + 1; minor < last; minor++) add(`xstate 5.${minor}`, { xstate: newest('xstate', `5.${minor}`) });
for (const version of ['5.4', '5.9', '6.0']) add(`typescript ${version}`, {}, newest('typescript', version));
add('next xstate, not in the range', { xstate: newest('xstate', '>=6.0.0-alpha.0') });

const flags = [
  '--strict',
  '--noEmit',
  '--allowImportingTsExtensions',
  '--target',
  'es2022',
  '--lib',
  'es2022,dom,dom.iterable',
];
const sources = ['--types', 'node', '--module', 'nodenext', 'main.ts', 'every-path.ts', 'browser.ts'];
const packed = emptyFolder();
const tarball = await pack(packed);
const problems: string[] = [];
console.log('| what | xstate | zod | typescript | installs | runs | optional peers | types |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const { what, versions, typescript } of cases) {
  if (only.length > 0 && !only.some((each) => what.includes(each))) continue;
  const project = emptyFolder();
  const attempt = async (name: string, work: () => Promise<string>) => {
    try {
      const said = await work();
      if (!/failed:/.test(said)) return 'yes';
      problems.push(`${what}, ${name}:\n${said}`);
    } catch (error) {
      problems.push(`${what}, ${name}:\n${error instanceof Error ? error.message.slice(0, 2000) : error}`);
    }
    return 'NO';
  };
  const run = (...args: string[]) => output(project, process.execPath, ...args);
  const wanted = { ...versions, ...typesFor(versions), typescript };
  const installs = await attempt('install', () => makeProject(project, tarball, wanted).then(() => ''));
  const results =
    installs === 'NO'
      ? ['', '', '']
      : [
          await attempt('run', () => run('main.ts')),
          await attempt('optional peers', () => run('peers.ts')),
          await attempt('types', () => run('node_modules/typescript/bin/tsc', ...flags, ...sources)),
        ];
  console.log(`| ${[what, versions.xstate, versions.zod, typescript, installs, ...results].join(' | ')} |`);
  remove(project);
}
remove(packed);
for (const problem of problems) console.log(`\n${problem}`);
