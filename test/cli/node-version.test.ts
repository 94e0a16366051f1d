import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeProblem } from '../../src/cli/node-problem.ts';
import { root, runCli, salesFile } from './run-cli.ts';

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } }; // our own file

/** Every Node on this machine that is on the path, with its version, and the one that runs the tests. */
const nodes = new Map(
  [...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node')), process.execPath]
    .filter((path) => existsSync(path))
    .map((path) => [execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1), path]),
);

describe('the version of Node', () => {
  it.each(['18.20.4', '20.20.2', '22.12.0', '21.99.0'])('%s is too old, in one sentence', (version) => {
    expect(nodeProblem(version)).toBe(
      `Troupe needs Node 22.13 or newer; this is Node ${version}. Get a newer one from https://nodejs.org.`,
    );
  });

  it.each(['22.13.0', '22.20.1', '23.0.0', '24.1.0', '100.0.0'])('%s is new enough', (version) => {
    expect(nodeProblem(version)).toBeUndefined();
  });

  it('that the package asks for is the one that the command line asks for', () => {
    expect(engines.node).toBe('>=22.13');
    expect(nodeProblem('0.0.0')).toContain(`Node ${engines.node.slice(2)} or newer`);
  });

  it.each([...nodes])('%s runs the command line or is told to be too old, without a stack', (version, node) => {
    const { status, stdout, stderr } = spawnSync(
      node,
      ['--import', import.meta.resolve('tsx'), join(root, 'src/cli/main.ts'), 'ask', '1 + 1', '--file', salesFile],
      { encoding: 'utf8', input: '', env: { PATH: process.env.PATH } },
    );
    const problem = nodeProblem(version);
    if (problem === undefined) {
      expect(stdout).toContain('1 + 1 = 2');
      expect(stderr).not.toContain('Warning');
      expect(status).toBe(0);
    } else {
      expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: `${problem}\n` });
    }
  });
});

describe('a warning of Node', () => {
  const warn = (code: string) => {
    const hide = JSON.stringify(new URL('../../src/tools/hide-sqlite-warning.ts', import.meta.url).href);
    const script = `import { hideSqliteWarning } from ${hide}; hideSqliteWarning(); ${code}`;
    return spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }).stderr;
  };

  it('that SQLite is experimental is not shown', () => {
    const text = 'SQLite is an experimental feature and might change at any time';
    expect(warn(`process.emitWarning('${text}', 'ExperimentalWarning')`)).toBe('');
  });

  it.each([
    [
      "process.emitWarning('Other is an experimental feature', 'ExperimentalWarning')",
      'Other is an experimental feature',
    ],
    ["process.emitWarning('SQLite is an experimental feature')", 'SQLite is an experimental feature'],
    ["process.emitWarning('old', { type: 'DeprecationWarning', code: 'DEP1' })", '[DEP1] DeprecationWarning: old'],
    ["process.emitWarning(new Error('as an error'))", 'as an error'],
  ])('of another kind is shown: %s', (code, shown) => {
    expect(warn(code)).toContain(shown);
  });

  it.each([{}, { NO_COLOR: '1', FORCE_COLOR: '1' }])(
    'does not stand in the output of a question about a table, with %j',
    async (env) => {
      const { stderr, stdout } = await runCli(['ask', 'total units by region', '--file', salesFile], { env });
      expect(stdout).toContain('| region |');
      expect(stderr).not.toContain('Warning');
    },
  );
});
