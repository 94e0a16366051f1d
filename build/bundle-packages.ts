/**
 * The last step of the build: an installed Troupe needs XState and zod, and nothing else.
 *
 * The packages that only tools, the command line and the inspector use are put into `dist/bundled`, one file for each, with their licences; what
 * imports them is led there. Types that no sub-path reaches are left out, and the others import each other by the names of the built files.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const dist = join(root, 'dist');
const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest; // of npm
const { exports, peerDependencies } = readManifest(root);

/** The names in imports and exports: what stands before one, and the name. */
const specifierPattern =
  /(^\s*(?:import|export)\b[^;'"]*?\bfrom\s+['"]|^\s*import\s+['"]|\bimport\(\s*['"])([^'"]+)(?=['"])/gm;
const specifiersIn = (text: string) => [...text.matchAll(specifierPattern)].map(([, , specifier = '']) => specifier);
const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Vite builds the page where Troupe runs from its sources: an installed one has it. */
const staysOutside = (specifier: string) =>
  /^[./]|^node:/.test(specifier) || packageOf(specifier) in peerDependencies || specifier === 'vite';

/** Text without comments: what a comment imports is imported by nobody. */
const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '');

async function bundle(): Promise<void> {
  const files = globSync('**/*.js', { cwd: dist, exclude: ['inspector/**'] }).map((name) => join(dist, name));
  const wanted = [...new Set(files.flatMap((file) => specifiersIn(codeOf(readFileSync(file, 'utf8')))))].filter(
    (specifier) => !staysOutside(specifier),
  );
  const nameOf = (specifier: string) => specifier.replace(/^@/, '').replaceAll('/', '-');
  const included = new Set<string>();
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: join(dist, 'bundled'),
      target: 'node22',
      minify: true,
      rolldownOptions: {
        input: Object.fromEntries(wanted.map((specifier) => [nameOf(specifier), specifier])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
      },
    },
    plugins: [
      {
        name: 'whose-work',
        generateBundle(_, chunks) {
          for (const chunk of Object.values(chunks))
            if (chunk.type === 'chunk') for (const id of chunk.moduleIds) included.add(id);
        },
      },
    ],
  });
  writeFileSync(join(dist, 'bundled/LICENSES.md'), licencesOf(included));
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const led = text.replace(specifierPattern, (whole, before: string, specifier: string) =>
      wanted.includes(specifier) ? before + relativeTo(file, join(dist, 'bundled', `${nameOf(specifier)}.js`)) : whole,
    );
    if (led !== text) writeFileSync(file, led);
  }
}

const relativeTo = (from: string, to: string) => relative(dirname(from), to).replace(/^(?!\.)/, './');

/** The licence of every package of which something is in the bundles. */
function licencesOf(modules: ReadonlySet<string>): string {
  const folders = new Set(
    [...modules].flatMap((id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []),
  );
  const sections = [...folders].sort().map((folder) => {
    const { name, version, license } = readManifest(folder);
    const [file] = globSync('{LICENSE,LICENCE,License,license}*', { cwd: folder });
    if (file === undefined) throw new Error(`${name} has no file with its licence.`);
    return `## ${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  if (sections.length === 0) throw new Error('Nothing was bundled.');
  return `# What is bundled here\n\nCode of these packages, unchanged but for its form.\n\n${sections.join('\n')}`;
}

/** Leaves the types that a sub-path reaches. */
function pruneTypes(): void {
  const reached = new Set(
    Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [join(root, target.types)])),
  );
  for (const file of reached) {
    const text = readFileSync(file, 'utf8');
    for (const specifier of specifiersIn(text)) {
      if (specifier.startsWith('.')) reached.add(join(dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts')));
      else if (!staysOutside(specifier))
        throw new Error(`${file} needs the types of ${specifier}, which nobody installs.`);
    }
    const led = (_: string, before: string, specifier: string) =>
      before + (specifier.startsWith('.') ? specifier.replace(/\.ts$/, '.js') : specifier);
    writeFileSync(file, text.replace(specifierPattern, led));
  }
  for (const name of globSync('**/*.d.ts', { cwd: dist })) if (!reached.has(join(dist, name))) rmSync(join(dist, name));
}

await bundle();
pruneTypes();
