import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the project is. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The pages for people, by their path in the project. */
export const pages = ['README.md', 'README.zh-CN.md', ...globSync('docs/**/*.md', { cwd: root })].sort();

export const read = (path: string) => readFileSync(new URL(path, `file://${root}`), 'utf8');

export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

/** The fenced blocks of a page. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}

/** A page without its fenced blocks. */
export const proseOf = (markdown: string) => markdown.replace(/^```\w*\n[\s\S]*?^```$/gm, '');

/** The headings of a page, outside of code. */
export function headings(markdown: string): { readonly level: number; readonly text: string }[] {
  return [...proseOf(markdown).matchAll(/^(#+) (.+)$/gm)].map(([, marks = '', text = '']) => ({
    level: marks.length,
    text,
  }));
}

/** What stands in backticks on a page, outside of fenced blocks. */
export const codeSpans = (markdown: string): string[] =>
  [...proseOf(markdown).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, span = '']) => span);
