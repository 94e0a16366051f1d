import { withoutEnd } from '../../text/without-end.ts';
import { toPlainLine } from '../plain-text.ts';

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

interface Heading {
  readonly text: string;
  readonly level: number;
  readonly line: number;
}

/** Reads Markdown or plain text: headings are lines with `#` and lines that are underlined, never those in code or in front matter. */
export function parseDocument(file: string, text: string): Document {
  const lines = text.split('\n');
  const headings: Heading[] = [];
  const found: { heading: number; lines: string[] }[] = [];
  let block: string[] = [];
  const endBlock = () => {
    if (block.some((line) => line.trim() !== '')) found.push({ heading: headings.length - 1, lines: block });
    block = [];
  };
  const addHeading = (heading: Heading) => {
    endBlock();
    headings.push(heading);
  };
  let fence = hasFrontMatter(lines) ? '---' : '';
  for (const [at, line] of lines.entries()) {
    const mark = fenceOf(line);
    const title = fence === '' ? /^ {0,3}(#{1,6})(?:[ \t](.*))?$/.exec(line) : null;
    const under = fence === '' ? underlined(line, block) : undefined;
    if (title) addHeading({ text: withoutMarks(title[2] ?? ''), level: title[1]?.length ?? 1, line: at });
    else if (under) {
      block = [];
      addHeading({ ...under, line: at - 1 });
    } else if (fence === '' && line.trim() === '') endBlock();
    else block.push(line);
    if (fence === '') fence = mark;
    else if (at > 0 && closes(line, fence)) fence = '';
  }
  endBlock();
  const sections = toSections(headings, lines.length);
  const blocks = found.map(({ heading, lines: own }) => {
    const section = sections[heading];
    return { ...(section ? { section } : {}), text: own.join('\n').trim() };
  });
  const [first] = headings;
  const hasTitle =
    first !== undefined && !headings.some(({ level, line }) => level <= first.level && line > first.line);
  return { file, title: hasTitle ? first.text : '', lines, sections, blocks };
}

const fenceOf = (line: string) => /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] ?? '';

/** Settings between two lines of `---`; one that never comes again is a line to look at. */
const hasFrontMatter = (lines: readonly string[]) =>
  lines[0]?.trimEnd() === '---' && lines.slice(1, 50).some((line) => line.trimEnd() === '---');

function closes(line: string, fence: string): boolean {
  return line.trim().startsWith(fence) && withoutEnd(line.trim(), /[`~-]/) === '';
}

/** A line that stands alone above a row of `=` or `-` is a heading. */
function underlined(line: string, block: readonly string[]): Omit<Heading, 'line'> | undefined {
  const [title] = block;
  if (title === undefined || block.length > 1 || /^\s*[-*+|>]/.test(title)) return undefined;
  if (!/^ {0,3}(?:={3,}|-{3,})[ \t]*$/.test(line)) return undefined;
  return { text: withoutMarks(title), level: line.includes('=') ? 1 : 2 };
}

/** `Returns ##` is "Returns", but `C#` stays. */
function withoutMarks(heading: string): string {
  const rest = withoutEnd(heading.trim(), /#/);
  return toPlainLine(rest === rest.trimEnd() && rest !== '' ? heading : rest, 120);
}

function toSections(headings: readonly Heading[], lineCount: number): Section[] {
  const ends = endsOf(headings, lineCount);
  const counts = new Map<string, number>();
  for (const { text } of headings) counts.set(text.toLowerCase(), (counts.get(text.toLowerCase()) ?? 0) + 1);
  const taken = new Map<string, number>();
  const open: Section[] = [];
  return headings.map(({ text, level, line }, index) => {
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
      from: line,
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
  for (const [index, { level, line }] of [...headings.entries()].reverse()) {
    ends[index] = Math.min(...next.slice(1, level + 1));
    next[level] = line;
  }
  return ends;
}
