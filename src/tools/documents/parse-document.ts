import { toPlainLine } from '../plain-text.ts';
import { type Heading, markdownOutline } from './markdown-outline.ts';

/** A heading and what stands under it. */
export interface Section {
  /** The name under which it is asked for: the heading, with the one above it where the document has the same heading twice. */
  readonly name: string;
  readonly level: number;
  /** The names of the sections around it, outermost first. */
  readonly around: readonly string[];
  /** The line of the heading, and the first line after all that is below it. */
  readonly from: number;
  readonly to: number;
}

/** Lines without a blank one between them. */
export interface Block {
  /** The section that it stands in; none above the first heading. */
  readonly section?: Section;
  readonly text: string;
}

/** A text, its headings and its blocks. */
export interface Document {
  readonly file: string;
  /** The first heading where it is above all others, else empty. */
  readonly title: string;
  readonly lines: readonly string[];
  readonly sections: readonly Section[];
  readonly blocks: readonly Block[];
}

/** Reads Markdown or plain text: its sections begin at headings, its blocks end at blank lines, save those in code and in front matter. */
export function parseDocument(file: string, text: string): Document {
  const lines = text.split('\n');
  const settings = frontMatterLength(lines);
  const outline = markdownOutline(lines.map((line, at) => (at < settings ? '' : line)));
  const headings = outline.headings.map((heading) => ({ ...heading, text: toPlainLine(heading.text, 120) }));
  const sections = toSections(headings, lines.length);
  const isWhole = new Set(
    [{ from: 0, to: settings }, ...outline.wholes].flatMap(({ from, to }) =>
      lines.slice(from, to).map((_, at) => from + at),
    ),
  );
  const blocks: Block[] = [];
  const addBlocks = (from: number, to: number, section?: Section) => {
    let start = from;
    for (let at = from; at <= to; at++) {
      const isEnd = at === to || (lines[at]?.trim() === '' && !isWhole.has(at));
      if (!isEnd) continue;
      const own = lines.slice(start, at).join('\n').trim();
      if (own !== '') blocks.push({ ...(section ? { section } : {}), text: own });
      start = at + 1;
    }
  };
  addBlocks(0, headings[0]?.from ?? lines.length);
  for (const [index, { to }] of headings.entries()) {
    addBlocks(to, headings[index + 1]?.from ?? lines.length, sections[index]);
  }
  const [first] = headings;
  const hasTitle = first !== undefined && headings.filter(({ level }) => level <= first.level).length === 1;
  return { file, title: hasTitle ? first.text : '', lines, sections, blocks };
}

/** Settings between two lines of `---`; one that never comes again is a line to look at. */
function frontMatterLength(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  return lines.slice(0, 50).findIndex((line, at) => at > 0 && line.trimEnd() === '---') + 1;
}

function toSections(headings: readonly Heading[], lineCount: number): Section[] {
  const ends = endsOf(headings, lineCount);
  const counts = new Map<string, number>();
  for (const { text } of headings) counts.set(text.toLowerCase(), (counts.get(text.toLowerCase()) ?? 0) + 1);
  const taken = new Map<string, number>();
  const open: Section[] = [];
  return headings.map(({ text, level, from }, index) => {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const isShared = (counts.get(text.toLowerCase()) ?? 0) > 1;
    const above = open.at(-1)?.name;
    const wanted = (isShared && above !== undefined ? `${above} > ${text}` : text) || '(no heading)';
    const times = (taken.get(wanted.toLowerCase()) ?? 0) + 1;
    taken.set(wanted.toLowerCase(), times);
    const section = {
      name: times > 1 ? `${wanted} (${times})` : wanted,
      level,
      around: open.map(({ name }) => name),
      from,
      to: ends[index] ?? lineCount,
    };
    open.push(section);
    return section;
  });
}

/** For each heading the line of the next one that is not below it. */
function endsOf(headings: readonly Heading[], lineCount: number): number[] {
  const ends: number[] = [];
  /** For each level the line of the nearest heading behind. */
  const next = Array.from({ length: 7 }, () => lineCount);
  for (const [index, { level, from }] of [...headings.entries()].reverse()) {
    ends[index] = Math.min(...next.slice(1, level + 1));
    next[level] = from;
  }
  return ends;
}
