/**
 * What an installed package costs before it does anything: packages, bytes on the disk, and the time that an `import` takes in a new process, beside
 * other libraries. Each is installed in a folder of its own; their imports are measured in turns, and only ratios of one run mean something.
 *
 *   npm run build && node bench/package.ts [--rounds N]
 */
import { execFileSync } from 'node:child_process';
import { globSync, lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Row {
  /** What its row is called. */
  readonly name: string;
  /** What npm is told to install. */
  readonly packages: readonly string[];
  /** What a program imports. */
  readonly imports: string;
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });
const folder = mkdtempSync(join(tmpdir(), 'troupe-bench-'));
const run = (cwd: string, program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 });

const [packed] = JSON.parse(
  run(join(import.meta.dirname, '..'), 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder),
) as { filename: string; size: number; unpackedSize: number; entryCount: number }[]; // of npm
if (!packed) throw new Error('npm packed nothing.');
const tarball = join(folder, packed.filename);

const rows: readonly Row[] = [
  { name: 'xstate and zod', packages: ['xstate@5.33.3', 'zod@4.6.7'], imports: 'xstate' },
  { name: 'Troupe', packages: [tarball, 'xstate@5.33.3', 'zod@4.6.7'], imports: 'troupe' },
  {
    name: 'Troupe, troupe/openai',
    packages: [tarball, 'xstate@5.33.3', 'zod@4.6.7', 'openai@7.53.0'],
    imports: 'troupe/openai',
  },
  { name: 'AI SDK', packages: ['ai@7.0.173', 'zod@4.6.7'], imports: 'ai' },
  { name: 'OpenAI Agents', packages: ['@openai/agents@0.20.0', 'zod@4.6.7'], imports: '@openai/agents' },
  {
    name: 'LangGraph',
    packages: ['@langchain/langgraph@1.3.7', '@langchain/core@1.2.13', 'zod@4.6.7'],
    imports: '@langchain/langgraph',
  },
  { name: 'Mastra', packages: ['@mastra/core@1.71.0', 'zod@4.6.7'], imports: '@mastra/core/agent' },
];

const homes = rows.map((row, index) => {
  const home = mkdtempSync(join(folder, `${index}-`));
  writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run(home, 'npm', 'install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...row.packages);
  return { ...row, home, times: [] as number[] };
});

const program = (imports: string) =>
  `const began = performance.now(); await import('${imports}'); console.log(performance.now() - began);`;
for (let round = 0; round < Number(values.rounds); round++) {
  for (const { home, imports, times } of homes) {
    times.push(Number(run(home, process.execPath, '--input-type=module', '--eval', program(imports))));
  }
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
const least = (numbers: readonly number[]) => Math.min(...numbers);
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
const base = homes.find(({ name }) => name === 'Troupe')?.times ?? [];

console.log(`Node ${process.versions.node}, ${values.rounds} rounds.`);
console.log(
  `Tarball: ${megabytes(packed.size)} MB, unpacked ${megabytes(packed.unpackedSize)} MB, ${packed.entryCount} files.`,
);
console.log('| what | packages | MB on disk | import, median ms | times Troupe, least | times Troupe, median |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
for (const { name, home, imports, times } of homes) {
  const modules = join(home, 'node_modules');
  const files = globSync('**/*', { cwd: modules, exclude: ['.bin/**'] }).map((file) => lstatSync(join(modules, file)));
  const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  const count = run(home, 'npm', 'ls', '--all', '--parseable').trim().split('\n').length - 1;
  const version = (
    JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string }>;
    }
  ).packages[`node_modules/${imports.split('/', imports.startsWith('@') ? 2 : 1).join('/')}`]?.version; // of npm
  const cells = [
    `${name}${name.startsWith('Troupe') ? '' : ` ${version}`}`,
    count,
    megabytes(bytes),
    Math.round(median(times)),
    (least(times) / least(base)).toFixed(2),
    (median(times) / median(base)).toFixed(2),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
rmSync(folder, { recursive: true });
