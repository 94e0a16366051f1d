import { isRecord } from '../../domain/is-record.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import { toPlainLine } from '../plain-text.ts';
import type { RawTable } from './raw-table.ts';

/** SQLite has no table with more columns. */
const mostColumns = 2000;
/** Objects in objects are taken apart as deep as this; what is deeper stays JSON. */
const deepest = 6;

/** Reads a list of objects, an object around one list, or an object a line; objects in objects become columns such as `customer.city`. */
export function parseJsonTable(name: string, text: string): RawTable {
  const items = listOf(name, text);
  const header: string[] = [];
  const known = new Set<string>();
  const records = items.map((item: unknown, index) => {
    if (!isRecord(item)) {
      throw new TroupeError('tool', `${name}: item ${index + 1} is not an object. Give a list of objects.`);
    }
    const record = new Map<string, string>();
    flatten(item, '', record, { place: `${name}: item ${index + 1}`, depth: 0 });
    for (const key of record.keys()) {
      if (!known.has(key)) header.push(key);
      known.add(key);
    }
    return record;
  });
  // Where each object has keys of its own, there would be as many columns as rows.
  if (header.length > mostColumns) {
    const widths = `${header.length} different keys; at most ${mostColumns} are read`;
    throw new TroupeError('tool', `${name} has ${widths}. Give objects with the same keys.`);
  }
  // Where an object is missing (`"sponsor": null`), its columns are empty: it is no column of its own.
  const parents = new Set(header.flatMap((key) => (key.includes('.') ? [key.slice(0, key.lastIndexOf('.'))] : [])));
  const isAbsent = (key: string) => parents.has(key) && records.every((record) => (record.get(key) ?? '') === '');
  header.splice(0, header.length, ...header.filter((key) => !isAbsent(key)));
  const rows = records.map((record) => header.map((key) => record.get(key) ?? ''));
  return { header, rows, lines: rows.map((_, index) => index + 1) };
}

/** Whether the beginning of a JSON file, or all of it, is that of a table. */
export function isJsonTable(text: string): boolean {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start === '' || /^\[\s*(?:\{|\]|$)/.test(start)) return true;
  if (!start.startsWith('{')) return false;
  if (isLines(start)) return true;
  try {
    return innerList(JSON.parse(start)) !== undefined;
  } catch {
    return false; // as a document it can be read
  }
}

/** An object a line: the first line is one by itself, and there is another one. */
function isLines(text: string): boolean {
  const end = text.indexOf('\n');
  if (
    end < 0 ||
    !text
      .slice(end + 1)
      .trimStart()
      .startsWith('{')
  )
    return false;
  try {
    return isRecord(JSON.parse(text.slice(0, end)));
  } catch {
    return false;
  }
}

function listOf(name: string, text: string): unknown[] {
  const plain = text.replace(/^\uFEFF/, '').trim();
  if (/\.(?:jsonl|ndjson)$/i.test(name) || isLines(plain)) return linesOf(name, plain);
  let value: unknown;
  try {
    value = JSON.parse(plain);
  } catch (cause) {
    throw new TroupeError('tool', `${name} is not JSON: ${toPlainLine(messageOf(cause))}.`, { cause });
  }
  const list = Array.isArray(value) ? value : innerList(value);
  if (list) return list;
  throw new TroupeError(
    'tool',
    `${name} holds no list. Give a list of objects, [{ … }, …], or an object around one, { "items": [{ … }, …] }.`,
  );
}

function linesOf(name: string, text: string): unknown[] {
  return text.split('\n').flatMap((line, index): unknown[] => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line)];
    } catch (cause) {
      throw new TroupeError('tool', `${name}, line ${index + 1} is not JSON: ${toPlainLine(messageOf(cause))}.`, {
        cause,
      });
    }
  });
}

/** The list of objects within an object, where there is only one. */
function innerList(value: unknown, depth = 0): unknown[] | undefined {
  if (!isRecord(value) || depth > 3) return undefined;
  const lists = Object.values(value).filter(
    (inner): inner is unknown[] => Array.isArray(inner) && inner.length > 0 && inner.every(isRecord),
  );
  if (lists.length > 0) return lists.length === 1 ? lists[0] : undefined;
  // { "data": { "items": [ … ] } }
  const objects = Object.values(value).filter(isRecord);
  return objects.length === 1 ? innerList(objects[0], depth + 1) : undefined;
}

function flatten(
  item: Readonly<Record<string, unknown>>,
  before: string,
  record: Map<string, string>,
  at: { place: string; depth: number },
): void {
  for (const [key, value] of Object.entries(item)) {
    const name = `${before}${key}`;
    if (isRecord(value) && at.depth < deepest && Object.keys(value).length > 0) {
      flatten(value, `${name}.`, record, { ...at, depth: at.depth + 1 });
    } else if (Array.isArray(value) && value.some(isRecord)) {
      // The rows of a list within a row cannot be columns of that row; how many there are can.
      record.set(`${name}.count`, String(value.length));
    } else record.set(name, toText(value, at.place));
  }
}

function toText(value: unknown, place: string): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((inner) => typeof inner !== 'object')) return value.join(', ');
  try {
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  } catch (cause) {
    throw new TroupeError('tool', `${place} is nested too deeply. Give a list of plain objects.`, { cause });
  }
}
