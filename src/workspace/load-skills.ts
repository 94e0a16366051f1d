import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Skill } from '../agents/deep/skill.ts';
import { TroupeError } from '../errors.ts';
import { type FrontMatter, readFrontMatter } from './read-front-matter.ts';
import { walkFiles } from './walk-files.ts';
import { openWorkspace, shownPath } from './workspace.ts';

const fileName = 'SKILL.md';
const known = ['name', 'description', 'model', 'tools', 'version'];
/** Fields that others read, whatever they hold. */
const ignored: ReadonlySet<string> = new Set(['license', 'compatibility', 'allowed-tools', 'metadata']);
const longestDescription = 1_024;
const mostBytes = 200_000;

/**
 * Reads the skills of a folder: each is a folder in it with a `SKILL.md`. Only the fields at the beginning are kept; the rest is read when a skill is used.
 *
 * @throws TroupeError `bad-config` with file and line for a skill that cannot be used, and for two of one name.
 */
export function loadSkills(folder: string): readonly Skill[] {
  const { root } = openWorkspace(folder);
  const skills = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isFile(join(root, entry.name, fileName)))
    .map((entry) => entry.name)
    .toSorted()
    .map((name) => loadSkill(join(root, name), `${name}/${fileName}`));
  const seen = new Map<string, string>();
  for (const { skill, file } of skills) {
    const before = seen.get(skill.name);
    if (before !== undefined) {
      throw new TroupeError(
        'bad-config',
        `${file}: There is a skill "${skill.name}" already, in ${before}. Give it another name.`,
      );
    }
    seen.set(skill.name, file);
  }
  return skills.map(({ skill }) => skill);
}

const isFile = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

function loadSkill(folder: string, file: string): { skill: Skill; file: string } {
  const beside = openWorkspace(folder, { maxFileBytes: mostBytes });
  const path = join(folder, fileName);
  if (statSync(path).size > mostBytes) {
    throw new TroupeError(
      'bad-config',
      `${file} is larger than ${mostBytes} bytes. Put what is long into files beside it.`,
    );
  }
  const matter = readFrontMatter(readFileSync(path, 'utf8'), file, ignored);
  checkFields(matter, file);
  const model = textIn(matter, 'model', file);
  const version = textIn(matter, 'version', file);
  const tools = toolsIn(matter, file);
  const skill: Skill = {
    name: nameIn(matter, file),
    description: descriptionIn(matter, file),
    ...(model === undefined ? {} : { model }),
    ...(version === undefined ? {} : { version }),
    ...(tools === undefined ? {} : { tools }),
    load: async () => readFrontMatter(await beside.read(fileName), file, ignored).body,
    files: async () =>
      (await walkFiles(beside.root, new AbortController().signal)).files.filter((each) => each !== fileName),
    read: (each) => beside.read(each),
  };
  return { skill, file };
}

const bad = (file: string, line: number, what: string) => new TroupeError('bad-config', `${file}:${line}: ${what}`);

function checkFields({ fields }: FrontMatter, file: string): void {
  for (const [name, { line }] of fields) {
    if (known.includes(name) || ignored.has(name)) continue;
    throw bad(file, line, `The field ${shownPath(name)} is not known. The fields are: ${known.join(', ')}.`);
  }
}

function textIn({ fields }: FrontMatter, name: string, file: string): string | undefined {
  const field = fields.get(name);
  if (!field) return undefined;
  if (typeof field.value !== 'string' || field.value.trim() === '') {
    throw bad(file, field.line, `"${name}" has to be a text.`);
  }
  return field.value.trim();
}

function nameIn(matter: FrontMatter, file: string): string {
  const name = textIn(matter, 'name', file);
  if (name === undefined) throw bad(file, 1, 'The field "name" is missing.');
  if (/^[a-z0-9][a-z0-9-]{0,47}$/.test(name)) return name;
  throw bad(
    file,
    matter.fields.get('name')?.line ?? 1,
    `The name ${shownPath(name)} is not allowed. Use 1 to 48 small letters, digits and "-".`,
  );
}

function descriptionIn(matter: FrontMatter, file: string): string {
  const description = textIn(matter, 'description', file);
  if (description === undefined) throw bad(file, 1, 'The field "description" is missing: the model chooses by it.');
  if (description.length <= longestDescription) return description;
  throw bad(
    file,
    matter.fields.get('description')?.line ?? 1,
    `The description has ${description.length} characters; at most ${longestDescription} are allowed.`,
  );
}

function toolsIn({ fields }: FrontMatter, file: string): readonly string[] | undefined {
  const field = fields.get('tools');
  if (!field) return undefined;
  const names = (typeof field.value === 'string' ? field.value.split(',') : field.value).map((name) => name.trim());
  if (names.length > 0 && names.every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))) return names;
  throw bad(file, field.line, '"tools" has to be a list of names of tools, such as [read_file, search_files].');
}
