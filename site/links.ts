import { dirname, join, relative } from 'node:path';

interface Where {
  /** The file of the page in the repository, and the page in the site. */
  readonly file: string;
  readonly page: string;
  /** From the files of the repository that are pages, or headings of them, to their pages. */
  readonly routes: ReadonlyMap<string, string>;
}

/** The text of a page with its links leading to pages of the site. A link to what is no page becomes its text. */
export function linksTo(text: string, { file, page, routes }: Where): string {
  return outsideOfCode(text, (prose) =>
    prose.replace(/(?<!!)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (whole, words: string, target: string) => {
      if (/^\w+:/.test(target) || target.startsWith('#')) return whole;
      const [path = '', anchor] = target.split('#');
      const named = join(dirname(file), path).replace(/\/$/, '');
      const own = anchor === undefined ? undefined : routes.get(`${named}#${anchor}`);
      const route = own ?? routes.get(named);
      if (route === undefined) return words;
      const way = relative(dirname(page), route);
      return `[${words}](${way.startsWith('.') ? way : `./${way}`}${anchor === undefined || own ? '' : `#${anchor}`})`;
    }),
  );
}

/** Changes what stands outside of fenced blocks. */
function outsideOfCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/^(```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}
