import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type EntryType, entryTypes } from '../../src/log/entry-types.ts';

/** A type of entry as its page shows it. */
export interface EntryRow {
  readonly type: EntryType;
  /** The file of its row. */
  readonly group: string;
  readonly kind: 'fact' | 'move';
  readonly comment: string;
  readonly fields: readonly string[];
}

/** Every type of the table, in the order of its files, with the comment that stands before its row. */
export function entryRows(root: string): EntryRow[] {
  const types = Object.keys(entryTypes) as EntryType[]; // the keys of the table
  const files = globSync('src/log/entries/*-entries.ts', { cwd: root });
  const sources = new Map(files.map((file) => [basename(file, '.ts'), readFileSync(join(root, file), 'utf8')]));
  return types.map((type) => {
    for (const [group, source] of sources) {
      const at = source.search(new RegExp(`^  '${type.replaceAll('.', '\\.')}':`, 'm'));
      if (at < 0) continue;
      const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(source.slice(0, at)) ?? [];
      const { kind, data } = entryTypes[type];
      return { type, group, kind, comment: comment.replace(/\s*\n\s*\* ?/g, ' ').trim(), fields: fieldsOf(data) };
    }
    throw new Error(`No file of src/log/entries has a row for "${type}".`);
  });
}

/** The fields of an object, or of any of several: `?` marks those that may be absent. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).map(([name, field]) =>
      (field as z.ZodType).def.type === 'optional' ? `${name}?` : name,
    );
  }
  if (!(schema instanceof z.ZodUnion)) throw new Error('The data of an entry is neither an object nor one of several.');
  return [...new Set(schema.options.flatMap((option) => fieldsOf(option as z.ZodType)))];
}

/** The fields that every entry has, from the interface that says so. */
export function writtenNames(root: string): string[] {
  const [, body = ''] =
    /interface TypedEntry<[\s\S]*?\{\n([\s\S]*?)\n\}/.exec(readFileSync(join(root, 'src/log/entry.ts'), 'utf8')) ?? [];
  return [...body.matchAll(/readonly (\w+\??):/g)].map(([, name]) => `\`${name}\``);
}
