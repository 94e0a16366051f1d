/**
 * Finds what the tests need beyond npm, and installs it where that is possible: Debian's packages, as root. Anything that is still
 * missing ends the test command with a message; no test is left out in silence.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

interface Need {
  readonly programs: readonly string[];
  readonly debianPackage: string;
  readonly why: string;
}

const needs: readonly Need[] = [
  { programs: ['tmux'], debianPackage: 'tmux', why: 'the tests of the live view drive a real terminal' },
  {
    programs: ['initdb', 'postgres'],
    debianPackage: 'postgresql',
    why: 'the tests of the PostgreSQL store start a real server',
  },
];

const runs = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
/** In the PATH, or where Debian keeps the programs of a PostgreSQL server. */
const isFound = (program: string) =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined ||
  globSync(`/usr/lib/postgresql/*/bin/${program}`).length > 0;
const isThere = ({ programs }: Need) => programs.every(isFound);

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
    `The tests need ${programs.join(' and ')} (${why}). Install it, on Debian with: apt-get install ${debianPackage}`,
  );
}
process.exitCode = lacking.length > 0 ? 1 : 0;
