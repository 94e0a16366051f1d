import { existsSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { TroupeError } from '../../errors.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { Command } from '../command.ts';
import { fileSpec, ownSource, starterFiles } from '../init/starter.ts';
import { contentOf, writeProject } from '../init/write-project.ts';
import { toSwitch } from '../options/option-values.ts';
import { parseOptions } from '../options/parse-options.ts';
import { present } from '../present.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

interface InitOptions {
  /** Absent: the folder in which the command runs. */
  readonly folder?: string;
  readonly force?: true;
  /** Where the package comes from. */
  readonly package?: string;
}

const options = { force: { type: 'boolean' }, package: { type: 'string' } } as const;

/** Writes a small project. */
export const init: Command<InitOptions> = {
  name: 'init',
  summary: ['init [folder]', 'write a small TypeScript project: a specialist, a tool, a test'],
  options,
  takes: 'folder',
  help: `Usage: troupe init [folder] [--force] [--package F]

Writes a small TypeScript project into the folder, or into the one where you are: a specialist, a tool, a test that needs no key.
It asks nothing. The folder has to be empty.

  --force           write into a folder that is not empty; files of the same names are replaced, others stay
  --package F       take Troupe from the tarball or the folder F; without it from the tarball that was installed or packed
                    here, and if there is none from npm's registry
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, options, 'init');
    const [folder, second] = positionals;
    if (second !== undefined) throw new TroupeError('usage', 'init takes one folder. Quote a name that has spaces.');
    if (folder?.trim() === '') throw new TroupeError('usage', 'The name of the folder is empty. Give one, or none.');
    return present({ folder, force: toSwitch(values.force), package: values.package });
  },
  run: initProject,
};

async function initProject(command: InitOptions, { stdout }: World): Promise<number> {
  const folder = resolve(command.folder ?? '.');
  const found = contentOf(folder);
  if (found.length > 0 && !command.force) {
    const named = found.slice(0, 3).join(', ');
    const more = found.length > 3 ? ` and ${found.length - 3} more` : '';
    throw new TroupeError(
      'usage',
      `${placeOf(folder)} is not empty: ${named}${more}. Name a new folder, such as: troupe init my-troupe. Or write into this one with --force, which replaces files of the same names.`,
    );
  }
  const source = command.package === undefined ? ownSource() : packageAt(command.package);
  const spec = source === undefined ? undefined : fileSpec(source, folder);
  const written = writeProject(folder, starterFiles(basename(folder), spec), { replaces: command.force === true });
  const lines = written.map(({ path, isReplaced }) => `  ${path}${isReplaced ? '  (replaced)' : ''}`);
  await write(stdout, `${[`Wrote into ${placeOf(folder)}:`, ...lines, '', ...nextSteps(folder)].join('\n')}\n`);
  return 0;
}

function packageAt(path: string): string {
  const place = resolve(path);
  if (existsSync(place)) return place;
  throw new TroupeError('usage', `--package ${path}: there is no such tarball or folder. Check the path.`);
}

function nextSteps(folder: string): string[] {
  const way = relative(process.cwd(), folder);
  const enter = way === '' ? [] : [`  cd ${toPrintableLine(shellWord(way.startsWith('-') ? `./${way}` : way))}`];
  return [
    'Next:',
    ...enter,
    '  npm install',
    '  npm start             a rehearsed question; no key is needed',
    '  npm test',
    '',
    'With a model: copy .env.example to .env, fill in a key, then npm start -- "your question"',
  ];
}

/** A folder as a person names it. */
function placeOf(folder: string): string {
  const way = relative(process.cwd(), folder);
  return toPrintableLine(way === '' ? 'this folder' : way);
}
