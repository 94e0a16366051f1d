import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proseOf } from '../project/pages.ts';
import {
  emptyFolder,
  highest,
  installed,
  lowest,
  makeProject,
  manifest,
  output,
  pack,
  remove,
  root,
  typesFor,
  type Versions,
} from './packed.ts';

/** The oldest TypeScript that knows all that our types use. */
const lowestTypeScript = '5.4.5';

let folder: string | undefined;
let tarball = '';
const projects = new Map<string, string>();
const projectAt = (name: string) => projects.get(name) ?? '';

async function prepare(name: string, packages: Versions): Promise<void> {
  const project = emptyFolder();
  projects.set(name, project);
  await makeProject(project, tarball, packages);
}

beforeAll(async () => {
  folder = emptyFolder();
  tarball = await pack(folder);
  const { xstate = '', zod = '' } = highest;
  const compiler = { typescript: manifest.devDependencies.typescript ?? '', old: `npm:typescript@${lowestTypeScript}` };
  await Promise.all([
    prepare('core', { xstate, zod }),
    prepare('lowest', { ...lowest, ...typesFor(lowest), ...compiler }),
    prepare('highest', { ...highest, ...typesFor(highest), ...compiler }),
  ]);
});
afterAll(() => {
  remove(folder);
  for (const project of projects.values()) remove(project);
});

const bin = (name: string) => join(root, 'node_modules/.bin', name);

describe('the tarball', () => {
  it('has no findings of publint', async () => {
    expect(await output(root, bin('publint'), '--strict', tarball)).toContain('All good!');
  });

  it('has types for everybody who imports, with Node and with bundlers', async () => {
    // It has no CommonJS: `require` gives the same modules, from Node 22.13 on.
    const said = await output(root, bin('attw'), tarball, '--profile', 'esm-only', '--format', 'table-flipped');
    for (const path of Object.keys(manifest.exports)) expect(said).toContain(`"${path.replace('.', 'troupe')}"`);
  });

  it('has pages whose links all lead somewhere in it', async () => {
    const within = join(projectAt('core'), 'node_modules/troupe');
    const names = (await output(root, 'tar', 'tzf', tarball)).trim().split('\n');
    const files = new Set(names.map((name) => name.replace(/^package\//, '')));
    const pages = [...files].filter((name) => name.endsWith('.md') && !name.startsWith('dist/'));
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'README.zh-CN.md', 'CHANGELOG.md', 'docs/plans.md']));
    const broken = pages.flatMap((page) =>
      [...proseOf(readFileSync(join(within, page), 'utf8')).matchAll(/\]\(([^)\s#]+)[^)]*\)|\bsrc(?:set)?="([^"]+)"/g)]
        .map(([, target = '', picture = '']) => target || picture)
        .filter((target) => !/^\w+:/.test(target))
        .map((target) => normalize(join(dirname(page), target)))
        .filter((target) => !files.has(target) && ![...files].some((name) => name.startsWith(`${target}/`)))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('has the licences of all that is in it, and ELK as it was published', async () => {
    const within = join(projectAt('core'), 'node_modules/troupe/dist');
    const bundled = readFileSync(join(within, 'bundled/LICENSES.md'), 'utf8');
    for (const name of ['csv-parse', 'log-update', 'markdown-it', 'minisearch', 'ws'])
      expect(bundled).toMatch(new RegExp(`^## ${name} `, 'm'));
    const worker = readFileSync(join(within, 'inspector/elk-worker.min.js'));
    expect(worker.equals(readFileSync(join(root, 'node_modules/elkjs/lib/elk-worker.min.js')))).toBe(true);
    expect(readFileSync(join(within, 'inspector/elk-worker.LICENSE.md'), 'utf8')).toContain('Eclipse Public License');
  });
});

describe('an installed package', () => {
  it('brings XState and zod and nothing else', async () => {
    expect(await installed(projectAt('core'))).toEqual(['troupe', 'xstate', 'zod']);
  });

  it('works in JavaScript, imported and required', async () => {
    expect(await output(projectAt('core'), process.execPath, 'plain.js')).toBe('completed: Good morning. true\n');
  });

  it('answers on the command line, draws a chart and serves the inspector page, with nothing else installed', async () => {
    const troupe = (...args: string[]) => output(projectAt('core'), 'npx', '--no-install', 'troupe', ...args);
    const store = ['--store', 'runs.db'];
    writeFileSync(join(projectAt('core'), 'fruit.csv'), 'fruit,pieces\napple,3\npear,4\napple,5\n');
    expect(await troupe('ask', '--file', 'fruit.csv', ...store, 'total pieces by fruit')).toMatch(/apple \| +8/);
    expect(await troupe('graph', 'reflector', '--svg')).toMatch(/^<svg /);
    const [, run = ''] = /^([0-9a-f]{8}) /m.exec(await troupe('runs', ...store)) ?? [];
    await troupe('inspect', run, ...store, '--html', 'run.html');
    expect(readFileSync(join(projectAt('core'), 'run.html'), 'utf8')).toContain('total pieces by fruit');
  });

  it('writes a project that takes Troupe from the tarball that was installed', async () => {
    const folder = join(projectAt('core'), 'made');
    await output(projectAt('core'), 'npx', '--no-install', 'troupe', 'init', folder);
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Versions;
    }; // the command wrote it
    expect(join(folder, (dependencies.troupe ?? '').replace('file:', ''))).toBe(tarball);
  });
});

const lines = async (project: string, program: string): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    (await output(projectAt(project), process.execPath, program))
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s).slice(0, 2)),
  );

const order = 'completed: Order 38 more. There are 12 lamps. Order 38 pieces. (replays';

describe.each([
  ['lowest', lowest],
  ['highest', highest],
] as const)('beside the %s version of each peer', (name, versions) => {
  it('there is one copy of each, of that version', async () => {
    const copies = (await installed(projectAt(name))).filter((each) => each in versions);
    expect(copies).toEqual(Object.keys(versions).sort());
    const found = Object.keys(versions).map((each) => [
      each,
      JSON.parse(readFileSync(join(projectAt(name), 'node_modules', each, 'package.json'), 'utf8')).version,
    ]);
    expect(Object.fromEntries(found)).toEqual(versions);
  });

  it('programs run: own specialists, a parent machine, agents, a stream, offline rules, a store', async () => {
    expect(await lines(name, 'main.ts')).toEqual({
      order: `${order})`,
      stored: `${order}, 1 stored)`,
      desk: 'Good morning.',
      door: 'completed, stateDiagram-v2',
      pair: 'Take an umbrella.',
      server: 'data: "Streamed word by word." event: end',
      offline: 'completed: apple 8',
      sqlite: `${order}, 1 stored)`,
    });
  });

  it('each optional peer works', async () => {
    expect(await lines(name, 'peers.ts')).toEqual({
      openai: 'completed: Hello.',
      mcp: 'rain',
      react: '<b>red</b>',
      pg: expect.stringContaining('ECONNREFUSED'),
    });
  });

  const strict = ['--strict', '--noUncheckedIndexedAccess', '--noEmit', '--allowImportingTsExtensions'];
  const files = ['main.ts', 'every-path.ts', 'browser.ts'];
  const libraries = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', 'node'];
  const compile = (compiler: string, ...args: string[]) =>
    output(projectAt(name), process.execPath, `node_modules/${compiler}/bin/tsc`, ...strict, ...libraries, ...args);

  const compilers = [
    ['typescript', 'nodenext', 'nodenext'],
    ['typescript', 'esnext', 'bundler'],
    // It takes its time; `npm run matrix` has it with the newest versions.
    ...(name === 'lowest' ? [['old', 'nodenext', 'nodenext'] as const] : []),
  ] as const;
  it.each(compilers)(
    'strict projects have no type errors, not in declarations either: %s, %s, %s',
    async (compiler, module, how) => {
      expect(await compile(compiler, '--module', module, '--moduleResolution', how, ...files)).toBe('');
    },
  );

  it('the strictest projects have no type errors', async () => {
    // Declarations of XState have errors of their own where optional properties are exact.
    const exact = ['--exactOptionalPropertyTypes', '--skipLibCheck', '--verbatimModuleSyntax', '--erasableSyntaxOnly'];
    expect(await compile('typescript', '--module', 'nodenext', ...exact, ...files)).toBe('');
  });
});
