import MarkdownIt from 'markdown-it';

/** A heading, and the lines it takes up. */
export interface Heading {
  readonly text: string;
  readonly level: number;
  readonly from: number;
  readonly to: number;
}

/** The structure of a Markdown text, by its lines. */
export interface MarkdownOutline {
  /** The headings that are not inside anything else, in their order. */
  readonly headings: readonly Heading[];
  /** Lines that belong together although blank ones stand between them: code, HTML, comments. */
  readonly wholes: readonly { readonly from: number; readonly to: number }[];
}

/**
 * Blocks alone, by the rules of CommonMark. What stands inside a paragraph does not matter here. Quotes are read as paragraphs: no heading in a
 * quote is a section, and theirs is the one rule whose time grows faster than the text.
 */
const lexer = new MarkdownIt('commonmark').disable(['inline', 'blockquote', 'reference']);

/** Finds the headings and the blocks of a Markdown text that must not be cut. */
export function markdownOutline(lines: readonly string[]): MarkdownOutline {
  const tokens = lexer.parse(lines.join('\n'), {});
  const headings: Heading[] = [];
  const wholes: { from: number; to: number }[] = [];
  for (const [index, { type, level, map, markup, tag }] of tokens.entries()) {
    if (!map) continue;
    const [from, to] = map;
    if (type === 'fence' || type === 'html_block') wholes.push({ from, to });
    if (type !== 'heading_open' || level > 0) continue;
    const isUnderlined = !markup.startsWith('#');
    if (isUnderlined && !isTitle(lines.slice(from, to))) continue;
    headings.push({ text: tokens[index + 1]?.content ?? '', level: Number(tag.slice(1)), from, to });
  }
  return { headings, wholes };
}

/** In plain text a row of dashes mostly ends a paragraph or a table: it makes a heading of a single line only, which is no row and no quote. */
function isTitle(lines: readonly string[]): boolean {
  const [title = '', underline = ''] = lines;
  return lines.length === 2 && !/^\s*[-*+|>]/.test(title) && underline.trim().length >= 3;
}
