import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** From a file's path below src to its text. */
type Sources = ReadonlyMap<string, string>;

interface Layer {
  /** The folders it may import from, itself included without saying so; `errors` is src/errors.ts. */
  readonly folders: readonly string[];
  /** The packages it may import; `node:` stands for every module of Node. */
  readonly packages: readonly string[];
}

/** What can be computed without a model, a tool or a clock. */
const pure = ['domain', 'text', 'plan', 'conversation', 'log'];
const lower = [...pure, 'errors', 'memory', 'prompts', 'models', 'tools', 'stores', 'specialists'];
const running = [
  ...lower,
  'machines',
  'actors',
  'actors/performers',
  'run',
  'agents',
  'orchestrator',
  'orchestrator/run',
];
const everything = ['xstate', 'zod', 'node:'];

/** Who may import whom. A folder that is not here may not exist. */
const layers: Readonly<Record<string, Layer>> = {
  errors: { folders: [], packages: [] },
  domain: { folders: [], packages: ['zod'] },
  text: { folders: ['domain'], packages: [] },
  plan: { folders: ['domain', 'text'], packages: ['zod'] },
  conversation: { folders: ['domain', 'text'], packages: ['zod'] },
  log: { folders: ['domain', 'text', 'plan', 'conversation', 'errors'], packages: ['zod'] },
  // What outlives runs. The log refers to it and does not know it.
  memory: { folders: ['domain', 'text', 'conversation', 'log', 'errors', 'models'], packages: ['zod'] },
  machines: { folders: pure, packages: ['xstate'] },
  prompts: { folders: ['domain', 'text', 'plan', 'conversation', 'errors'], packages: ['zod'] },
  models: { folders: ['domain', 'text', 'errors', 'prompts'], packages: ['zod', 'openai'] },
  tools: {
    folders: ['domain', 'text', 'errors', 'models'],
    packages: ['zod', 'csv-parse', 'markdown-it', 'minisearch', 'node:'],
  },
  specialists: { folders: ['domain', 'text', 'errors', 'models', 'tools', 'prompts', 'plan'], packages: ['zod'] },
  // The rules in a model's place know the shapes of the tools' inputs and results.
  offline: {
    folders: ['domain', 'text', 'plan', 'errors', 'models', 'prompts', 'tools', 'specialists'],
    packages: ['zod'],
  },
  stores: { folders: ['domain', 'errors', 'log', 'memory'], packages: ['node:', 'pg'] },
  actors: { folders: lower, packages: ['xstate', 'zod'] },
  // Who performs the host's effects; what carries any chart's effects does not know them.
  'actors/performers': { folders: [...lower, 'actors'], packages: ['zod'] },
  // Any chart as a run: it knows no chart of ours.
  run: { folders: ['domain', 'errors', 'log', 'stores', 'actors'], packages: ['xstate', 'zod'] },
  mcp: {
    folders: ['domain', 'errors', 'models', 'tools', 'actors'],
    packages: ['zod', 'node:', '@modelcontextprotocol/client'],
  },
  react: { folders: ['errors', 'run'], packages: ['xstate', 'react'] },
  // The handle of a run of the host.
  'orchestrator/run': { folders: [...lower, 'machines', 'actors', 'actors/performers'], packages: ['xstate', 'zod'] },
  orchestrator: {
    folders: [...lower, 'machines', 'actors', 'actors/performers', 'run', 'agents', 'orchestrator/run'],
    packages: ['xstate', 'zod'],
  },
  agents: { folders: [...lower, 'actors', 'actors/performers', 'run'], packages: ['xstate', 'zod'] },
  // Files for agents: what they read and write, and skills.
  workspace: {
    folders: ['domain', 'text', 'errors', 'models', 'prompts', 'tools', 'agents'],
    packages: ['zod', 'node:'],
  },
  engine: { folders: running, packages: ['xstate', 'zod'] },
  testing: { folders: running, packages: ['xstate', 'zod'] },
  // It shows runs of the host through what is handed to it: who plays their logs, and the run itself.
  inspect: { folders: [...lower, 'actors', 'run'], packages: [...everything, 'ws', 'elkjs'] },
  // Vite builds the page where the package runs from its sources.
  cli: {
    folders: [...running, 'engine', 'inspect', 'offline', 'mcp'],
    packages: [...everything, 'log-update', 'string-width', 'elkjs', 'vite'],
  },
  // What users import: src/index.ts, and src/inspect.ts, which puts the inspector together with the host.
  root: { folders: [...running, 'engine', 'inspect'], packages: ['xstate'] },
};

const importPattern =
  /^\s*(?:import|export)\b[^;'"]*?\bfrom\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

function importsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(importPattern)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '');
}

const layerOf = (path: string): string => {
  if (path === 'errors.ts') return 'errors';
  for (const inner of ['actors/performers', 'orchestrator/run']) if (path.startsWith(`${inner}/`)) return inner;
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : 'root';
};
const targetOf = (path: string, specifier: string) => normalize(join(dirname(path), specifier));
const packageOf = (specifier: string) =>
  specifier.startsWith('node:') ? 'node:' : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

function violations(sources: Sources): string[] {
  return [...sources].flatMap(([path, source]) => {
    const name = layerOf(path);
    const layer = layers[name];
    if (!layer) return [`${path}: the folder "${name}" is not in the table`];
    return importsOf(source).flatMap((specifier) => {
      if (!specifier.startsWith('.')) {
        return layer.packages.includes(packageOf(specifier)) ? [] : [`${path}: ${name} may not import ${specifier}`];
      }
      const target = targetOf(path, specifier);
      if (!sources.has(target)) return [`${path}: there is no ${target}`];
      const to = layerOf(target);
      const isAllowed = to === name || layer.folders.includes(to);
      return isAllowed ? [] : [`${path}: ${name} may not import ${to} (${specifier})`];
    });
  });
}

/** Ways from a file back to itself, one for each file at which a walk comes back. */
function cyclesIn(sources: Sources): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, way: readonly string[]): void => {
    const before = way.indexOf(path);
    if (before >= 0) cycles.push([...way.slice(before), path].join(' > '));
    if (before >= 0 || done.has(path)) return;
    for (const specifier of importsOf(sources.get(path) ?? '')) {
      if (specifier.startsWith('.')) walk(targetOf(path, specifier), [...way, path]);
    }
    done.add(path);
  };
  for (const path of sources.keys()) walk(path, []);
  return cycles;
}

/** The packages that a file needs, itself and through what it imports, each with the way there. */
function packagesReached(sources: Sources, start: string): Map<string, string> {
  const ways = new Map([[start, start]]);
  const packages = new Map<string, string>();
  for (const [path, way] of ways) {
    for (const specifier of importsOf(sources.get(path) ?? '')) {
      const target = specifier.startsWith('.') ? targetOf(path, specifier) : undefined;
      if (target === undefined) packages.set(packageOf(specifier), way);
      else if (!ways.has(target)) ways.set(target, `${way} > ${target}`);
    }
  }
  return packages;
}

function sourcesIn(folder: string): Sources {
  const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  return new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(root, path), readFileSync(path, 'utf8')]),
  );
}

const crowdedFolders = (sources: Sources): string[] =>
  [...Map.groupBy(sources.keys(), dirname)].filter(([, files]) => files.length > 25).map(([folder]) => folder);

const src = sourcesIn('src');

describe('src', () => {
  it('is there', () => {
    expect(src.size).toBeGreaterThan(50);
    expect([...src.values()].flatMap(importsOf).length).toBeGreaterThan(200);
  });

  it('imports one way only, as the table says', () => {
    expect(violations(src)).toEqual([]);
  });

  it('has no file that imports itself, however long the way, not even for a type', () => {
    expect(cyclesIn(src)).toEqual([]);
  });

  it.each([
    'index.ts',
    'plan/index.ts',
    'conversation/index.ts',
    'log/index.ts',
    'memory/index.ts',
    'prompts/index.ts',
    'machines/index.ts',
    'agents/index.ts',
  ])('has a core that needs xstate and zod and nothing of Node: %s', (entry) => {
    expect(importsOf(src.get(entry) ?? '')).not.toEqual([]);
    const reached = packagesReached(src, entry);
    if (entry === 'index.ts') expect([...reached.keys()].sort()).toEqual(['xstate', 'zod']);
    expect([...reached.keys()].filter((name) => !['xstate', 'zod'].includes(name))).toEqual([]);
  });

  it('has hooks that need React beside the core, and nothing of Node', () => {
    expect([...packagesReached(src, 'react/index.ts').keys()].sort()).toEqual(['react', 'xstate', 'zod']);
  });

  it('has no file whose name says nothing', () => {
    const empty = /(?:^|\/)(?:utils?|helpers?|common|types|misc|shared)\.ts$/;
    expect([...src.keys()].filter((path) => empty.test(path))).toEqual([]);
  });

  it('has no folder with more than 25 files', () => {
    expect(crowdedFolders(src)).toEqual([]);
  });

  it('names files in kebab-case', () => {
    expect([...src.keys()].filter((path) => !/^(?:[a-z][a-z0-9-]*\/)*[a-z][a-z0-9-]*\.ts$/.test(path))).toEqual([]);
  });
});

describe('the inspector page', () => {
  const page = sourcesIn('inspector/src');

  it('has no file that imports itself, however long the way, not even for a type', () => {
    expect(page.size).toBeGreaterThan(50);
    expect(cyclesIn(page)).toEqual([]);
  });

  it('has no folder with more than 25 files', () => {
    expect(crowdedFolders(page)).toEqual([]);
  });

  it('knows the protocol, the drawing of charts and pure functions, and nothing else of the library', () => {
    // What to-test.ts writes for the clipboard has imports in its text.
    const imported = [...page].flatMap(([path, source]) => (path.endsWith('to-test.ts') ? [] : importsOf(source)));
    expect(imported.length).toBeGreaterThan(50);
    const ours = imported.filter((specifier) => specifier.includes('/src/'));
    const allowed =
      /\/src\/(?:inspect\/protocol\.ts|inspect\/run-page\.ts|inspect\/try-out\.ts|inspect\/set-path\.ts|inspect\/share\/shared-run\.ts|inspect\/runs\/search-text\.ts|inspect\/runs\/done-so-far\.ts|inspect\/chart\/|domain\/|text\/|plan\/|log\/plan-fold\.ts|log\/entry-types\.ts)/;
    expect(ours.filter((specifier) => !allowed.test(specifier))).toEqual([]);
    const packages = new Set(imported.filter((specifier) => !specifier.startsWith('.')).map(packageOf));
    expect(
      [...packages].filter((name) => !['preact', '@preact/signals', 'elkjs', 'markdown-it'].includes(name)),
    ).toEqual([]);
  });
});

describe('the table', () => {
  const broken = (path: string, source: string) => violations(new Map([...src, [path, source]]));

  it.each([
    [
      'domain/x.ts',
      "import { TroupeError } from '../errors.ts';",
      'domain/x.ts: domain may not import errors (../errors.ts)',
    ],
    ['domain/x.ts', "import 'xstate';", 'domain/x.ts: domain may not import xstate'],
    [
      'machines/x.ts',
      "import type {\n  Effects,\n} from '../actors/effects.ts';",
      'machines/x.ts: machines may not import actors (../actors/effects.ts)',
    ],
    [
      'actors/x.ts',
      "export { hostMachine } from '../machines/host/host-machine.ts';",
      'actors/x.ts: actors may not import machines (../machines/host/host-machine.ts)',
    ],
    [
      'actors/x.ts',
      "import { ask } from './performers/ask.ts';",
      'actors/x.ts: actors may not import actors/performers (./performers/ask.ts)',
    ],
    ['log/x.ts', "const fs = await import('node:fs');", 'log/x.ts: log may not import node:fs'],
    [
      'models/x.ts',
      "import { x } from '../offline/reply.ts';",
      'models/x.ts: models may not import offline (../offline/reply.ts)',
    ],
    ...['run', 'log', 'stores', 'inspect'].flatMap((name): [string, string, string][] => [
      [
        `${name}/x.ts`,
        "import type { Run } from '../orchestrator/run/run.ts';",
        `${name}/x.ts: ${name} may not import orchestrator/run (../orchestrator/run/run.ts)`,
      ],
      [
        `${name}/x.ts`,
        "import { openPlayer } from '../orchestrator/open-player.ts';",
        `${name}/x.ts: ${name} may not import orchestrator (../orchestrator/open-player.ts)`,
      ],
      [
        `${name}/x.ts`,
        "import { hostMachine } from '../machines/host/host-machine.ts';",
        `${name}/x.ts: ${name} may not import machines (../machines/host/host-machine.ts)`,
      ],
    ]),
    ['tools/x.ts', "import { x } from './gone.ts';", 'tools/x.ts: there is no tools/gone.ts'],
    ['managers/x.ts', '', 'managers/x.ts: the folder "managers" is not in the table'],
  ])('is broken by %s with %j', (path, source, violation) => {
    expect(broken(path, source)).toEqual([violation]);
  });

  it('is not broken by words in comments and strings', () => {
    expect(
      broken('domain/x.ts', "/** import { x } from 'openai'; */\n// import 'openai';\nconst s = \"from 'openai'\";"),
    ).toEqual([]);
  });

  it('sees a cycle of any length', () => {
    const round: Sources = new Map([
      ['a.ts', "import type { B } from './b.ts';"],
      ['b.ts', "export * from './c/d.ts';"],
      ['c/d.ts', "import '../a.ts';"],
    ]);
    expect(cyclesIn(round)).toEqual(['a.ts > b.ts > c/d.ts > a.ts']);
  });

  it('lets no folder import one that may import it', () => {
    const both = Object.entries(layers).flatMap(([name, { folders }]) =>
      folders.filter((to) => layers[to]?.folders.includes(name)).map((to) => `${name} and ${to}`),
    );
    expect(both).toEqual([]);
  });

  it('sees a package behind any number of imports', () => {
    const chain: Sources = new Map([
      ['a.ts', "import './b.ts';"],
      ['b.ts', "export * from './c/d.ts';"],
      ['c/d.ts', "import { readFileSync } from 'node:fs';\nimport '../a.ts';"],
    ]);
    expect(packagesReached(chain, 'a.ts')).toEqual(new Map([['node:', 'a.ts > b.ts > c/d.ts']]));
  });
});
