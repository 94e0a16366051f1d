import { chmodSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyFolder, highest, install, makeProject, manifest, output, pack, remove } from './packed.ts';

/** The versions that docs/install.md and `engines` name; those of Node are the newest of theirs. */
const packages = [`node-${process.platform}-${process.arch}@22`, 'bun@1.4', 'deno@2.9'];

let project: string | undefined;
let runtimes: string | undefined;
const folders: string[] = [];

/** A program as the package of its runtime brings it for this machine. */
const program = (pattern: string) => {
  const [file] = globSync(`node_modules/${pattern}`, { cwd: runtimes ?? '' });
  if (file === undefined) throw new Error(`There is no ${pattern}.`);
  const path = join(runtimes ?? '', file);
  chmodSync(path, 0o755);
  return path;
};
const commands: Readonly<Record<string, () => readonly [string, ...string[]]>> = {
  'Node 22': () => [program('node-*/bin/node')],
  'Node 24': () => [process.execPath],
  Bun: () => [program('@oven/bun-*/bin/bun')],
  Deno: () => [program('@deno/*/deno'), 'run', '--allow-all'],
};

beforeAll(async () => {
  const [packed, here, tools] = [emptyFolder(), emptyFolder(), emptyFolder()];
  folders.push(packed, here, tools);
  [project, runtimes] = [here, tools];
  const { xstate = '', zod = '' } = highest;
  await Promise.all([
    pack(packed).then((tarball) => makeProject(here, tarball, { xstate, zod })),
    install(tools, ...packages),
  ]);
  writeFileSync(join(here, 'fruit.csv'), 'fruit,pieces\napple,3\npear,4\napple,5\n');
});
afterAll(() => folders.forEach(remove));

it('Node 24 is the one that the tests run on', () => {
  expect(process.versions.node).toMatch(/^24\./);
  expect(Object.keys(manifest.engines).sort()).toEqual(['bun', 'deno', 'node']);
});

describe.each(Object.keys(commands))('on %s', (name) => {
  const run = (...args: string[]) => {
    const [file = '', ...first] = commands[name]?.() ?? [];
    return output(project ?? '', file, ...first, ...args);
  };

  it('programs run: own specialists, a parent machine, agents, a stream, offline rules, SQLite', async () => {
    const order = 'completed: Order 38 more. There are 12 lamps. Order 38 pieces. (replays';
    expect((await run('main.ts')).trim().split('\n')).toEqual([
      `order: ${order})`,
      `stored: ${order}, 1 stored)`,
      'desk: Good morning.',
      'door: completed, stateDiagram-v2',
      'pair: Take an umbrella.',
      'server: data: "Streamed word by word." event: end',
      'offline: completed: apple 8',
      `sqlite: ${order}, 1 stored)`,
    ]);
  });

  it('the command line answers, replays and draws', async () => {
    const main = 'node_modules/troupe/dist/cli/main.js';
    const store = ['--store', `${name.replace(' ', '')}.db`];
    expect(await run(main, 'ask', '--file', 'fruit.csv', ...store, 'total pieces by fruit')).toMatch(/apple \| +8/);
    expect(await run(main, 'replay', '--all', ...store)).toMatch(/1 run, \d+ entries: all equal/);
    expect(await run(main, 'graph', 'reflector', '--svg')).toMatch(/^<svg /);
  });
});
