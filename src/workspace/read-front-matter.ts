import { TroupeError } from '../errors.ts';

/** What stands between the two lines of `---` at the beginning of a file, by its fields. */
export interface FrontMatter {
  readonly fields: ReadonlyMap<string, { readonly value: string | readonly string[]; readonly line: number }>;
  /** What comes after it. */
  readonly body: string;
}

/**
 * Reads the front matter of a file: lines of `field: value`, where a value is a text up to the end of its line, a text in quotes, `[a, list]`, a list of lines that begin with `- `, or lines after
 * `|` or `>`. It is the part of YAML that such files use; anything else is refused rather than guessed. Fields in `unread` are for others: their values may be anything, and are empty here.
 *
 * @throws TroupeError `bad-config` with the file and the line.
 */
export function readFrontMatter(text: string, file: string, unread: ReadonlySet<string> = new Set()): FrontMatter {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const fail = (line: number, what: string) => new TroupeError('bad-config', `${file}:${line + 1}: ${what}`);
  if (lines[0]?.trimEnd() !== '---')
    throw fail(0, 'The file has to begin with a line of "---", and its fields after it.');
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (end < 0) throw fail(0, 'The fields do not end: a second line of "---" is missing.');
  const fields = new Map<string, { value: string | readonly string[]; line: number }>();
  for (let at = 1; at < end; ) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || line.startsWith('#')) {
      at++;
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon));
    if (!/^[a-zA-Z][\w-]*$/.test(name)) throw fail(at, 'A field is wanted here, such as "name: a-name".');
    if (fields.has(name)) throw fail(at, `The field "${name}" is there twice.`);
    let next = at + 1;
    while (next < end && isDeeper(lines[next] ?? '')) next++;
    const value = unread.has(name) ? '' : readValue(line.slice(colon + 1).trim(), lines.slice(at + 1, next));
    if (value === undefined) throw fail(at, `The value of "${name}" cannot be read. Put it in quotes, or into a list.`);
    fields.set(name, { value, line: at + 1 });
    at = next;
  }
  return {
    fields,
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
}

/** Whether a line belongs to the field before it. */
const isDeeper = (line: string) => /^(?:[ \t]|- )/.test(line) || line.trim() === '';

function readValue(given: string, below: readonly string[]): string | readonly string[] | undefined {
  const lines = below.map((line) => line.trim()).filter((line) => line !== '');
  if (/^[|>][-+]?$/.test(given)) return lines.join(given.startsWith('|') ? '\n' : ' ');
  if (given === '' && lines.length > 0) {
    const items = lines.map((line) => (line.startsWith('- ') ? readText(line.slice(2).trim()) : undefined));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (lines.length > 0) return undefined;
  if (!given.startsWith('[')) return readText(given);
  if (!given.endsWith(']')) return undefined;
  const items = given
    .slice(1, -1)
    .split(',')
    .map((item) => item.trim());
  const texts = items.filter((item, index) => item !== '' || index < items.length - 1).map(readText);
  return texts.every((item) => item !== undefined && item !== '') ? (texts as string[]) : undefined; // each was looked at
}

/** A text as it is written, or in quotes; nothing for what YAML would read as something else. */
function readText(given: string): string | undefined {
  const quote = given[0];
  if (quote === '"' || quote === "'") {
    if (given.length < 2 || !given.endsWith(quote)) return undefined;
    const inner = given.slice(1, -1);
    if (quote === "'") return inner.replaceAll("''", "'");
    try {
      return String(JSON.parse(given));
    } catch {
      return undefined;
    }
  }
  return /^[[\]{}&*!|>%@`]/.test(given) ? undefined : given;
}
