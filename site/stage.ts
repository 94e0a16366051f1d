import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { chartDrawer } from './draw-charts.ts';
import { linksTo } from './links.ts';
import { isOnce, places } from './navigation.ts';
import { referencePages } from './reference/reference-pages.ts';

/** Writes the pages of the site: those of docs, the READMEs, the examples, and the reference, in English and as the Chinese site shows them. */
export function stagePages(root: string, folder: string): void {
  const sources = sourcePages(root);
  const routes = new Map([...[...sources].map(([page, { file }]): [string, string] => [file, page]), ...madeOf]);
  const pages = new Map<string, string>();
  for (const [page, { file, text }] of sources) {
    pages.set(page, linksTo(toSite(text, file), { file, page, routes }));
  }
  for (const [page, text] of referencePages(root)) pages.set(page, text);
  for (const [page, text] of chinesePages(pages)) pages.set(page, text);
  rmSync(folder, { recursive: true, force: true });
  const drawn = chartDrawer(join(folder, 'public/charts'));
  for (const [page, text] of pages) {
    const path = join(folder, page);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, drawn(text));
  }
  const shown = [...pages.values()].join('\n');
  for (const picture of globSync('docs/**/*.png', { cwd: root })) {
    const place = picture.slice('docs/'.length);
    if (shown.includes(place)) cpSync(join(root, picture), join(folder, 'public', place));
  }
}

/** The page that says where the reference is, by its headings: here it is the reference. */
const reference = 'docs/reference.md';
const madeOf: readonly [file: string, page: string][] = [
  [reference, 'reference/index.md'],
  [`${reference}#names`, 'reference/troupe.md'],
  [`${reference}#entries`, 'reference/entries.md'],
  [`${reference}#commands`, 'reference/commands.md'],
];

interface SourcePage {
  readonly file: string;
  readonly text: string;
}

/** What people wrote, by its path in the site. */
function sourcePages(root: string): Map<string, SourcePage> {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const named: [page: string, file: string][] = [
    ['readme.md', 'README.md'],
    ['zh/readme.md', 'README.zh-CN.md'],
    ['changelog.md', 'CHANGELOG.md'],
    ['contributing.md', 'CONTRIBUTING.md'],
    ['economy-bench.md', 'bench/economy/README.md'],
    ['inspector-page.md', 'inspector/README.md'],
    ...globSync('docs/**/*.md', { cwd: root })
      .filter((file) => file !== reference)
      .map((file): [string, string] => [file.slice('docs/'.length), file]),
  ];
  const pages = new Map(
    named.filter(([, file]) => existsSync(join(root, file))).map(([page, file]) => [page, { file, text: read(file) }]),
  );
  const examples = globSync('examples/*.{ts,tsx}', { cwd: root }).sort();
  for (const file of examples) {
    pages.set(file.replace(/\.tsx?$/, '.md'), { file, text: examplePage(file, read(file)) });
  }
  const decisions = globSync('docs/decisions/*.md', { cwd: root }).sort();
  pages.set('decisions/index.md', {
    file: 'docs/decisions',
    text: `# Decisions\n\nWhy things are the way they are.\n\n${decisions.map((file) => listed(read(file), `decisions/${basename(file)}`)).join('\n')}\n`,
  });
  pages.set('examples/index.md', {
    file: 'examples',
    text: `# Examples\n\nEach one runs with \`npx tsx examples/<name>.ts\` in a clone of the repository, and a test runs them all.\n\n${examples.map((file) => exampleLine(file, read(file))).join('\n')}\n`,
  });
  return pages;
}

/** A line of a list whose file is one folder above what it lists; links are then made for the site as anywhere else. */
const listed = (text: string, path: string) => `- [${/^# (.+)$/m.exec(text)?.[1] ?? path}](${path})`;

const aboutExample = (code: string) =>
  /^(?:\/\/ .*\n)?\/\*\*([\s\S]*?)\*\//
    .exec(code)?.[1]
    ?.replace(/\s*\n\s*\* ?/g, ' ')
    .trim() ?? '';

function exampleLine(file: string, code: string): string {
  const name = basename(file);
  return `- [${name}](${file}): ${aboutExample(code)}`;
}

const examplePage = (file: string, code: string) =>
  `---\noutline: false\n---\n\n# ${basename(file)}\n\n${aboutExample(code)}\n\n\`\`\`${file.split('.').at(-1)}\n${code.trimEnd()}\n\`\`\`\n`;

/** Pictures by their place in the site. The one of a README follows the system; the site has a switch of its own. */
function toSite(text: string, file: string): string {
  const placeOf = (path: string) => join(dirname(file), path).replace(/^docs/, '');
  return text
    .replace(
      /<picture>\s*<source[^>]*srcset="([^"]+)"[^>]*>\s*<img ([^>]*)src="([^"]+)"([^>]*)>\s*<\/picture>/g,
      (_, dark: string, before: string, light: string, after: string) =>
        [dark, light]
          .map(
            (path, index) =>
              `<img class="in-the-${index === 0 ? 'dark' : 'light'}" ${before}src="${placeOf(path)}"${after}>`,
          )
          .join('\n'),
    )
    .replace(
      /!\[([^\]]*)\]\((?!\w+:)([^)\s]+\.png)\)/g,
      (_, alt: string, path: string) => `![${alt}](${placeOf(path)})`,
    );
}

const notice = '::: info 本页只有英文\n这一页还没有中文版，下面是英文原文。\n:::';

/**
 * The navigation exists in Chinese whole; where nobody has written the Chinese page, it shows the English one and says so. What is there once, such as
 * the reference, is code or long: in its place the Chinese site has a line that leads to it.
 */
function chinesePages(pages: ReadonlyMap<string, string>): [string, string][] {
  const named = places.map(([page]) => `${page}.md`);
  const unknown = named.find((page) => !pages.has(page));
  if (unknown !== undefined) throw new Error(`The navigation names ${unknown}, which is no page.`);
  const shown = named.filter((page) => !isOnce(page));
  const missing = [...pages].filter(([page]) => !page.startsWith('zh/') && !pages.has(`zh/${page}`));
  return missing.map(([page, text]): [string, string] => {
    const upward = '../'.repeat(page.split('/').length);
    const title = /^# (.+)$/m.exec(text)?.[1] ?? page;
    if (!shown.includes(page)) {
      return [
        `zh/${page}`,
        `---\nsearch: false\n---\n\n# ${title}\n\n这一页只有英文：[${title}](${upward}${page})。\n`,
      ];
    }
    return [`zh/${page}`, withoutAnchors(text, page, pages).replace(/^(# .+)$/m, `$1\n\n${notice}`)];
  });
}

/** An English page among Chinese ones: its links lead to the Chinese page where there is one, whose headings have other anchors. */
const withoutAnchors = (text: string, page: string, pages: ReadonlyMap<string, string>) =>
  text.replace(/\]\(([^)#\s]+\.md)#[^)\s]*\)/g, (link, path: string) =>
    pages.has(join('zh', dirname(page), path)) ? `](${path})` : link,
  );
