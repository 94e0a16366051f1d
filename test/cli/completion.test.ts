import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { bashCompletion } from '../../src/cli/completion/bash.ts';
import { describe } from '../../src/cli/completion/described.ts';
import { fishCompletion } from '../../src/cli/completion/fish.ts';
import { zshCompletion } from '../../src/cli/completion/zsh.ts';
import { root, runCli, salesFile, temporaryFolder } from './run-cli.ts';
import { openTerminal } from './terminal.ts';

const described = describe(commands);

/** A folder with the scripts, with `troupe` as a program, and with files to be completed. */
function newPlace() {
  const folder = temporaryFolder();
  const program = join(folder, 'bin', 'troupe');
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'notes'));
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${root}/src/cli/main.ts' "$@"\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'my sales.csv'), 'a\n1\n');
  const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
  for (const [shell, script] of Object.entries(scripts)) writeFileSync(join(folder, `c.${shell}`), script(described));
  const env = { ...process.env, PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter), HOME: folder };
  return { folder, env };
}

/** A run in a store, whose id can be completed. */
async function storeWithRun(folder: string): Promise<string> {
  const stored = await runCli(['ask', 'units by region', '--file', salesFile, '--store', join(folder, 'runs.db')]);
  return /run ([0-9a-f-]{36})\.$/m.exec(stored.stderr)?.[1] ?? 'no run';
}

/** What each shell completes a line to, the last word of which is not finished. */
const shells = {
  bash(words: readonly string[], { folder, env }: ReturnType<typeof newPlace>): string[] {
    const line = words.map((word) => `'${word}'`).join(' ');
    const script = `source c.bash; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _troupe; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const text = execFileSync('bash', ['--norc', '-c', script], { cwd: folder, env, encoding: 'utf8' });
    return text.split('\n').filter((each) => each !== '');
  },
  fish(words: readonly string[], { folder, env }: ReturnType<typeof newPlace>): string[] {
    const script = `source c.fish; complete -C '${words.join(' ')}'`;
    const text = execFileSync('fish', ['--no-config', '-c', script], { cwd: folder, env, encoding: 'utf8' });
    return text.split('\n').flatMap((line) => line.split('\t')[0] || []);
  },
};

beforeAll(() => {
  for (const shell of ['bash', 'zsh', 'fish']) expect(spawnSync(shell, ['--version']).error, shell).toBeUndefined();
});

it.each(described)('every option of $name has a line in its help', ({ options }) => {
  expect(options.filter(({ does }) => does === '').map(({ name }) => name)).toEqual([]);
});

it.each(['bash', 'fish'] as const)('%s completes commands, options, files, words and runs', async (shell) => {
  const place = newPlace();
  const complete = (...words: string[]) => shells[shell](['troupe', ...words], place).toSorted();
  expect(complete('')).toEqual(commands.map(({ name }) => name).toSorted());
  expect(complete('re')).toEqual(['replay', 'resume']);
  expect(complete('ask', '--max-c')).toEqual(['--max-calls', '--max-cost']);
  expect(complete('ask', '--he')).toEqual(['--help']);
  expect(complete('clean', '--file')).toEqual([]);
  expect(complete('ask', '--file', 'my')).toEqual(['my sales.csv']);
  expect(complete('ask', '--model', '')).toEqual([]);
  expect(complete('graph', 'pl')).toEqual(['planner']);
  expect(complete('completion', '')).toEqual(['bash', 'fish', 'zsh']);
  expect(complete('help', 'in')).toEqual(['init', 'inspect']);
  expect(complete('init', 'no')).toEqual(['notes/'].map((name) => (shell === 'bash' ? name.slice(0, -1) : name)));
  const run = await storeWithRun(place.folder);
  expect(complete('show', '--store', 'runs.db', run.slice(0, 4))).toEqual([run]);
  expect(complete('graph', '--store', 'runs.db', '--plan', run.slice(0, 4))).toEqual([run]);
  expect(complete('show', '--store', 'nowhere.db', 'x')).toEqual([]);
});

it('zsh completes commands, options, files and runs', async () => {
  const { folder } = newPlace();
  const run = await storeWithRun(folder);
  const terminal = await openTerminal(150, 40, { HOME: folder });
  await terminal.keys(`cd ${folder}; clear; PS1='%% ' zsh -f`, 'Enter');
  await terminal.until((screen) => /^% *$/m.test(screen));
  await terminal.keys(
    'path=($PWD/bin $path); autoload -U compinit && compinit -u -D && source c.zsh && echo loaded',
    'Enter',
  );
  await terminal.until((screen) => /^loaded$/m.test(screen));
  const completes = async (line: string, expected: string) => {
    await terminal.keys('-l', line);
    await terminal.keys('Tab');
    await terminal.until((screen) => screen.includes(expected));
    await terminal.keys('C-u');
    await terminal.keys('clear', 'Enter');
    await terminal.until((screen) => !screen.includes(expected));
  };
  await completes('troupe compl', '% troupe completion');
  await completes('troupe ask --conc', '% troupe ask --concurrency');
  await completes('troupe ask --file my', '% troupe ask --file my\\ sales.csv');
  await completes('troupe graph pl', '% troupe graph planner');
  await completes(`troupe show --store runs.db ${run.slice(0, 4)}`, `% troupe show --store runs.db ${run}`);
  await completes('troupe re', 'replay  -- '); // a list with what each does
});

it.each([
  [['completion'], 'completion needs a shell. Give one of: bash, zsh, fish.'],
  [['completion', 'bsah'], 'There is no completion for "bsah". Did you mean "bash"?'],
  [['completion', 'toString'], 'There is no completion for "toString".'],
])('refuses %j in words', async (args, message) => {
  const { code, stderr } = await runCli(args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

it('prints the script of a shell', async () => {
  expect((await runCli(['completion', 'fish'])).stdout).toBe(fishCompletion(described));
});
