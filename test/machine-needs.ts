/**
 * Finds what the tests need beyond npm, and installs it where that is possible: Debian's packages, as root. Anything that is still
 * missing ends the test command with a message; no test is left out in silence.
 */
import { spawnSync } from 'node:child_process';

const needs = [
  {
    program: 'tmux',
    versionFlag: '-V',
    debianPackage: 'tmux',
    why: 'the tests of the live view drive a real terminal',
  },
];

const runs = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const isThere = ({ program, versionFlag }: (typeof needs)[number]) => runs(program, versionFlag);

const missing = needs.filter((need) => !isThere(need));
if (missing.length > 0 && process.getuid?.() === 0 && runs('apt-get', '--version')) {
  console.log(`Installing for the tests: ${missing.map((need) => need.debianPackage).join(', ')}`);
  runs('apt-get', 'update');
  runs('apt-get', 'install', '-y', '--no-install-recommends', ...missing.map((need) => need.debianPackage));
}
const lacking = missing.filter((need) => !isThere(need));
for (const { program, debianPackage, why } of lacking) {
  console.error(`The tests need ${program} (${why}). Install it, on Debian with: apt-get install ${debianPackage}`);
}
process.exitCode = lacking.length > 0 ? 1 : 0;
