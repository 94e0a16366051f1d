import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOnce, places } from '../../site/navigation.ts';
import { entryRows } from '../../site/reference/entries.ts';
import { commands } from '../../src/cli/commands.ts';
import { entryTypes } from '../../src/log/entry-types.ts';
import { chromiumPath } from '../inspect/page/chromium-path.ts';
import { read, root } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'troupe-site-'));
let server: Server | undefined;
let browser: Browser | undefined;
let address = '';

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'site/build.ts', folder], { cwd: root });
  server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    return response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true });
});

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const pageAt = (path: string) => readFileSync(join(folder, path), 'utf8');
const idsIn = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));

/** The names that a file of the sources exports, types included. */
function exportsOf(file: string): string[] {
  const text = read(file).replace(/\/\*[\s\S]*?\*\//g, '');
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','));
  const listed = lists.flatMap(
    (each) =>
      each
        .replace(/\btype\b/, '')
        .trim()
        .split(/\s+as\s+/)
        .at(-1) || [],
  );
  const declared = [...text.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
  const others = [...text.matchAll(/export \* from '\.\/([^']+)'/g)].flatMap(([, path = '']) =>
    exportsOf(join(file, '..', path)),
  );
  return [...listed, ...declared, ...others];
}

describe('the site', () => {
  it('has every page of the navigation in both languages', () => {
    const wanted = places.flatMap(([page]) => (isOnce(page) ? [page] : [page, `zh/${page}`]));
    expect(wanted.filter((page) => !existsSync(join(folder, `${page}.html`)))).toEqual([]);
  });

  it('has no link that leads nowhere', () => {
    const files = globSync('**/*.html', { cwd: folder });
    const ids = new Map(files.map((file) => [file, idsIn(pageAt(file))]));
    const broken = files.flatMap((file) =>
      [...pageAt(file).matchAll(/<a[^>]* href="([^"]+)"/g)].flatMap(([, href = '']) => {
        const url = new URL(href.replaceAll('&amp;', '&'), `http://site/${file}`);
        if (url.host !== 'site') return [];
        const target = decodeURIComponent(url.pathname.slice(1)).replace(/(^|\/)$/, '$1index.html');
        const anchor = decodeURIComponent(url.hash.slice(1));
        const isThere = ids.has(target) && (anchor === '' || ids.get(target)?.has(anchor));
        return isThere ? [] : [`${file}: ${href}`];
      }),
    );
    expect([...new Set(broken)]).toEqual([]);
  });

  it('lists every example and every decision with a link, and every example with what it shows', () => {
    for (const [folder, files] of [
      ['examples', globSync('examples/*.{ts,tsx}', { cwd: root })],
      ['decisions', globSync('docs/decisions/*.md', { cwd: root })],
    ] as const) {
      const list = pageAt(`${folder}/index.html`);
      const names = files.map((file) => basename(file).replace(/\.(?:tsx?|md)$/, ''));
      expect(names.filter((name) => !list.includes(`href="./${name}.html"`))).toEqual([]);
      expect(list).not.toMatch(/: ?<\/li>/);
    }
  });

  it('says of every page that is English in the Chinese navigation that it is', () => {
    const home = pageAt('zh/start.html');
    for (const [page, , chinese] of places) {
      const isWritten = existsSync(join(root, `docs/zh/${page}.md`));
      expect(home).toContain(isWritten ? `${chinese}<` : `${chinese}（英文）`);
      if (!isWritten && !isOnce(page)) expect(pageAt(`zh/${page}.html`)).toContain('本页只有英文');
    }
  });

  it('opens and searches in both languages without a request to anybody else', async () => {
    const page = await browser?.newPage();
    if (!page) throw new Error('The browser has not started.');
    page.setDefaultTimeout(300_000); // only a hang takes so long
    const asked: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    for (const [path, words, found] of [
      ['/index.html', 'capability', 'Tools of your own'],
      ['/agents.html', 'longest remaining path', 'Plans'],
      ['/reference/troupe.html', 'defineTool', 'defineTool'],
      ['/zh/start.html', '状态图', '核心概念'],
    ] as const) {
      await page.goto(`${address}${path}`, { waitUntil: 'networkidle' });
      // The page may be drawn before its code listens.
      await expect
        .poll(async () => {
          await page.keyboard.press('Control+k');
          return page.locator('#localsearch-input').count();
        })
        .toBe(1);
      await page.fill('#localsearch-input', words);
      await page.locator('#localsearch-list .result', { hasText: found }).first().waitFor();
    }
    expect(asked.filter((url) => !url.startsWith(address) && !url.startsWith('data:'))).toEqual([]);
    expect(errors).toEqual([]);
  });
});

describe('the reference', () => {
  const manifest = JSON.parse(read('package.json')) as { exports: Record<string, string | { default: string }> }; // our own package.json
  const paths = Object.entries(manifest.exports).flatMap(([path, target]) =>
    typeof target === 'string' ? [] : [[path.replace(/^\.\/?/, ''), target.default] as const],
  );

  it.each(paths)('has every public name of the sub-path "%s"', (path, built) => {
    const names = exportsOf(built.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));
    expect(names.length).toBeGreaterThan(0);
    const ids = idsIn(pageAt(`reference/troupe${path === '' ? '' : `-${path}`}.html`));
    expect(names.filter((name) => !ids.has(name.toLowerCase()))).toEqual([]);
  });

  it('says of every sub-path what it is for', () => {
    const rows = pageAt('reference/index.html').match(/<tr><td><a href="[^"]*troupe[\s\S]*?<\/tr>/g) ?? [];
    expect(rows.length).toBe(paths.length);
    expect(rows.filter((row) => /<td[^>]*><\/td>/.test(row))).toEqual([]);
  });

  it('has every type of entry with a sentence', () => {
    const ids = idsIn(pageAt('reference/entries.html'));
    const types = Object.keys(entryTypes);
    expect(types.length).toBeGreaterThan(40);
    expect(types.filter((type) => !ids.has(type.replace('.', '')))).toEqual([]);
    expect(
      entryRows(root)
        .filter(({ comment }) => comment === '')
        .map(({ type }) => type),
    ).toEqual([]);
  });

  it('has every command', () => {
    const page = pageAt('reference/commands.html');
    expect(
      commands.filter(({ name }) => !page.includes(`troupe ${name}`) || !idsIn(page).has(`troupe-${name}`)),
    ).toEqual([]);
  });
});
