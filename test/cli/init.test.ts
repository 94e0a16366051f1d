import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { thinking } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { packageName } from '../../src/cli/init/package-name.ts';
import { packageSource } from '../../src/cli/init/package-source.ts';
import { fileSpec } from '../../src/cli/init/starter.ts';
import { startChatEndpoint } from './chat-endpoint.ts';
import { root, runCli, temporaryFolder } from './run-cli.ts';

const execute = promisify(execFile);
const written = ['.env.example', '.gitignore', 'README.md', 'package.json', 'src', 'test', 'tsconfig.json'];

interface Manifest {
  readonly scripts: Record<string, string>;
  readonly dependencies: Record<string, string>;
}
const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest & { name: string }; // the command wrote it

/** A new project whose packages are those of this checkout, and `troupe` the sources. */
async function newProject() {
  const folder = join(temporaryFolder(), 'new project');
  expect((await runCli(['init', folder])).code).toBe(0);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: { paths: Record<string, string[]> };
  }; // our own file
  const paths = Object.entries(compilerOptions.paths).map(([name, [path = '']]) => [name, [join(root, path)]]);
  const beside = { extends: './tsconfig.json', compilerOptions: { paths: Object.fromEntries(paths) } };
  writeFileSync(join(folder, 'tsconfig.checkout.json'), JSON.stringify(beside));
  const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, ...env } = process.env;
  const fromSource = `--import ${join(root, 'test/from-source.ts')}`;
  const npm = (...args: string[]) =>
    execute('npm', ['run', '--silent', ...args], { cwd: folder, env: { ...env, NODE_OPTIONS: fromSource } });
  return { folder, npm };
}

describe('a new project', () => {
  it('runs, passes its test and its types, without a key', async () => {
    const { npm } = await newProject();
    const { stdout, stderr } = await npm('start');
    expect(stdout).toBe('The price list says:\n\n3 × lamp: 73.50 €\n2 × chair: 178.00 €\ntotal: 251.50 €\n');
    expect(stderr).toContain('No model: a script plays its part for this one question.');
    expect((await npm('test')).stdout).toMatch(/^. pass 1$/m);
    expect((await npm('typecheck', '--', '-p', 'tsconfig.checkout.json')).stdout).toBe('');
    const other = await npm('start', '--', 'How much are 4 desks?').catch((error: unknown) => error);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('Without a model only one question') });
  });

  it('asks the model behind the address in .env', async () => {
    const call = { name: 'price_order', arguments: '{"items":[{"product":"desk","pieces":4}]}' };
    const endpoint = await startChatEndpoint({
      answers: {
        think: thinking({ steps: [{ id: '1', task: 'price', specialist: 'seller' }], answerFrom: '1' }),
        work: (body) => (body.includes('960.00 €') ? 'Four desks are 960 euros.' : { toolCalls: [call] }),
      },
    });
    onTestFinished(() => endpoint.close());
    const { folder, npm } = await newProject();
    writeFileSync(join(folder, '.env'), `OPENAI_API_KEY=\nOPENAI_BASE_URL=${endpoint.baseURL}\nTROUPE_MODEL=\n`);
    const { stdout } = await npm('start', '--', 'How much are 4 desks?');
    expect(stdout).toBe('Four desks are 960 euros.\n');
    expect(endpoint.asked.map(({ purpose }) => purpose)).toEqual(['think', 'work', 'work']);
  });

  it('depends on what it imports, in versions that this package works with', async () => {
    const folder = join(temporaryFolder(), 'x');
    await runCli(['init', folder]);
    const { dependencies, scripts } = manifestIn(folder);
    expect(Object.keys(dependencies)).toEqual(['openai', 'troupe', 'xstate', 'zod']);
    expect(dependencies.troupe).toMatch(/^(?:\^0\.|file:.*\.tgz$)/); // the checkout may have been packed
    expect(Object.keys(scripts)).toEqual(['start', 'test', 'typecheck']);
    const tarball = join(temporaryFolder(), 'troupe.tgz');
    const gone = await runCli(['init', folder, '--force', '--package', tarball]);
    expect(gone).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no such tarball or folder') });
    writeFileSync(tarball, '');
    await runCli(['init', folder, '--force', '--package', tarball]);
    expect(manifestIn(folder).dependencies.troupe).toBe(fileSpec(tarball, folder));
  });

  it('takes this package from where it was taken itself: a tarball that was installed or packed, or else the registry', () => {
    const folder = temporaryFolder();
    const own = join(folder, 'node_modules/troupe');
    mkdirSync(own, { recursive: true });
    const tarball = join(folder, 'troupe-1.2.3.tgz');
    writeFileSync(tarball, '');
    const installedAs = (resolved: string) =>
      writeFileSync(
        join(folder, 'node_modules/.package-lock.json'),
        JSON.stringify({ packages: { 'node_modules/troupe': { resolved } } }),
      );
    expect(packageSource(own, '1.2.3')).toBeUndefined(); // no notes of npm
    installedAs('file:troupe-1.2.3.tgz');
    expect(packageSource(own, '1.2.3')).toBe(tarball);
    installedAs('file:gone.tgz');
    expect(packageSource(own, '1.2.3')).toBeUndefined();
    installedAs('https://registry.example/troupe/-/troupe-1.2.3.tgz');
    expect(packageSource(own, '1.2.3')).toBeUndefined();
    expect(packageSource(folder, '1.2.3')).toBe(tarball); // a clone, after npm pack
    expect(packageSource(folder, '1.2.4')).toBeUndefined();
  });

  it.each([
    [
      'pnpm',
      'node_modules/.pnpm/troupe@file+troupe-1.2.3.tgz_xstate@5.33.3/node_modules/troupe',
      'file:troupe-1.2.3.tgz',
    ],
    ['Bun', 'node_modules/troupe', './troupe-1.2.3.tgz'],
    ['Yarn', 'node_modules/troupe', 'file:./troupe-1.2.3.tgz'],
  ])('takes it from the tarball that a project names, where %s installed it', (_, place, named) => {
    const folder = temporaryFolder();
    const own = join(folder, place);
    mkdirSync(own, { recursive: true });
    const project = (where: string, troupe: string) =>
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ [where]: { troupe } }));
    const tarball = join(folder, 'troupe-1.2.3.tgz');
    writeFileSync(tarball, '');
    for (const where of ['dependencies', 'devDependencies']) {
      project(where, named);
      expect(packageSource(own, '1.2.3')).toBe(tarball);
    }
    for (const other of ['^1.2.3', 'workspace:*', 'file:gone.tgz', 'https://example.org/troupe-1.2.3.tgz']) {
      project('dependencies', other);
      expect(packageSource(own, '1.2.3')).toBeUndefined();
    }
  });

  it('is part of the package', () => {
    const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] }; // our own file
    expect(files).toContain('examples');
  });
});

it('says what it wrote and what to do next', async () => {
  const folder = join(temporaryFolder(), 'a b');
  const { code, stdout, stderr } = await runCli(['init', folder]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(readdirSync(folder).toSorted()).toEqual(written);
  for (const name of ['src/team.ts', 'test/team.test.ts', '.env.example']) expect(stdout).toContain(`  ${name}\n`);
  expect(stdout).toMatch(/\n {2}cd '[^\n]*a b'\n {2}npm install\n {2}npm start/);
});

it('leaves a folder that is not empty as it is, without --force', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, 'README.md'), 'mine');
  writeFileSync(join(folder, 'notes.txt'), 'mine too');
  const refused = await runCli(['init', folder]);
  expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/is not empty: README\.md, notes\.txt\. Name a new folder, .* --force/);
  expect(existsSync(join(folder, 'package.json'))).toBe(false);
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('mine');

  const { code, stdout } = await runCli(['init', folder, '--force']);
  expect(code).toBe(0);
  expect(stdout).toContain('  README.md  (replaced)\n  package.json\n');
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine too');
});

it('takes a folder with nothing but a repository in it for empty', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.git'));
  expect((await runCli(['init', folder])).code).toBe(0);
});

it.each([
  [['init', 'package.json'], 'package.json is a file. Name a folder.'],
  [['init', 'package.json/x'], 'ENOTDIR'],
  [['init', 'a', 'b'], 'init takes one folder. Quote a name that has spaces.'],
  [['init', ' '], 'The name of the folder is empty.'],
  [['init', '--froce'], 'init has no option "--froce". Did you mean "--force"?'],
])('refuses %j in words', async (args, message) => {
  const { code, stdout, stderr } = await runCli(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

it.each([
  ['My Café (1)', 'my-cafe-1'],
  ['troupe', 'my-troupe'],
  ['node_modules', 'my-troupe'],
  ['旅行', 'my-troupe'],
  ['-x', 'x'],
  ['.hidden', 'hidden'],
  [`${'a'.repeat(99)} b`, 'a'.repeat(99)],
])('names the package of the folder %j %s', (folder, name) => {
  expect(packageName(folder)).toBe(name);
});
