/**
 * Finds what the tests need beyond npm, and installs it where that is possible: Debian's packages, as root. Anything that is still
 * missing ends the test command with a message; no test is left out in silence.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

interface Need {
  /** All of them; of a list, one is enough. */
  readonly programs: readonly (string | readonly string[])[];
  readonly debianPackage: string;
  readonly why: string;
}

const needs: readonly Need[] = [
  { programs: ['tmux'], debianPackage: 'tmux', why: 'the tests of the live view drive a real terminal' },
  { programs: ['zsh'], debianPackage: 'zsh', why: 'its completion is tried in it' },
  { programs: ['fish'], debianPackage: 'fish', why: 'its completion is tried in it' },
  {
    programs: ['initdb', 'postgres'],
    debianPackage: 'postgresql',
    why: 'the tests of the PostgreSQL store start a real server',
  },
  {
    programs: [['chromium', 'chromium-browser', 'google-chrome']],
    debianPackage: 'chromium',
    why: 'the tests of the inspector open its page in a real browser; another one is taken from CHROMIUM_PATH',
  },
];

const runs = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
/** In the PATH, where Debian keeps the programs of a PostgreSQL server, or where a browser is said to be. */
const isFound = (program: string) =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined ||
  globSync(`/usr/lib/postgresql/*/bin/${program}`).length > 0 ||
  (program === 'chromium' && existsSync(process.env.CHROMIUM_PATH ?? ''));
const isThere = ({ programs }: Need) => programs.every((program) => [program].flat().some(isFound));

const missing = needs.filter((need) => !isThere(need));
if (missing.length > 0 && process.getuid?.() === 0 && runs('apt-get', '--version')) {
  const packages = missing.map((need) => need.debianPackage);
  console.log(`Installing for the tests: ${packages.join(', ')}`);
  runs('apt-get', 'update');
  runs('apt-get', 'install', '-y', '--no-install-recommends', ...packages);
}
const lacking = missing.filter((need) => !isThere(need));
for (const { programs, debianPackage, why } of lacking) {
  console.error(
    `The tests need ${programs.map((program) => [program].flat().join(' or ')).join(' and ')} (${why}). Install it, on Debian with: apt-get install ${debianPackage}`,
  );
}
process.exitCode = lacking.length > 0 ? 1 : 0;
