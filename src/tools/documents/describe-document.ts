import { listed } from '../listed.ts';
import { toPlainLine } from '../plain-text.ts';
import type { Document } from './parse-document.ts';

const longest = 400;

/**
 * What is in a document, in at most 400 characters: its title, its size, and its sections as deep as there is room. Sections that a document before
 * it has, too, are not repeated.
 */
export function toDocumentSummary(
  { title, lines, sections, blocks }: Document,
  before: readonly Document[] = [],
): string {
  const size = `${lines.join('\n').length.toLocaleString('en-US')} characters`;
  const start = `begins "${toPlainLine(blocks[0]?.text ?? '', 150)}"`;
  const head = `${title === '' ? start : `"${toPlainLine(title, 100)}"`}, ${size}`;
  const below = sections.filter(({ name }) => name !== title);
  if (below.length === 0) return head;
  const like = before.find((other) => headingsOf(other) === headingsOf({ title, sections }));
  if (like && below.length > 2) return `${head}; sections as in ${like.file}`;
  const deepestFirst = [...new Set(below.map(({ level }) => level))].sort((a, b) => b - a);
  const lists = deepestFirst.map((deepest) =>
    below.filter(({ level }) => level <= deepest).map(({ name }) => toPlainLine(name, 60)),
  );
  const room = longest - head.length - `; ${below.length} sections, such as: `.length;
  const names = lists.find((list) => list.join(', ').length <= room) ?? lists.at(-1) ?? [];
  let count = Math.min(names.length, room);
  while (listed(names, count).length > room) count--;
  const isAll = names.length === below.length;
  return `${head}; ${isAll ? 'sections' : `${below.length} sections, such as`}: ${listed(names, count)}`;
}

const headingsOf = ({ title, sections }: Pick<Document, 'title' | 'sections'>) =>
  sections.flatMap(({ name, level }) => (name === title ? [] : [`${level} ${name}`])).join('\n');
