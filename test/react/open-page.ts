import { mkdtemp, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build, type InlineConfig, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import config from '../../vitest.config.ts';
import { chromiumPath } from '../inspect/page/chromium-path.ts';

const common = { configFile: false, root: fileURLToPath(new URL('page', import.meta.url)), logLevel: 'warn' } as const;

/** A page that needs anything of Node is not built. React is the one for developers, which finds more that is wrong. */
const building = (outDir: string): InlineConfig => ({
  ...common,
  base: './',
  ...(config.resolve ? { resolve: config.resolve } : {}),
  define: { 'process.env.NODE_ENV': '"development"' },
  plugins: [
    {
      name: 'nothing-of-node',
      enforce: 'pre',
      resolveId(source, importer) {
        if (isBuiltin(source)) throw new Error(`${importer} imports ${source}, which a browser does not have.`);
      },
    },
  ],
  build: { outDir, emptyOutDir: true, minify: false, target: 'es2022', modulePreload: { polyfill: false } },
});

/** Opens the page in one browser for a whole file of tests. When a test ends, none may have had an error. */
export function pageOpener(): (query?: string) => Promise<Page> {
  let outDir: string | undefined;
  let server: PreviewServer | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    outDir = await mkdtemp(join(tmpdir(), 'troupe-react-'));
    await build(building(outDir));
    server = await preview({ ...common, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
    browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    if (outDir) await rm(outDir, { recursive: true });
  });
  return async (query = '') => {
    const [url] = server?.resolvedUrls?.local ?? [];
    if (!browser || !url) throw new Error('The browser has not started.');
    const page = await browser.newPage();
    // Only a hang takes so long.
    page.setDefaultTimeout(300_000);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    onTestFinished(async () => {
      await page.close();
      expect(errors).toEqual([]);
    });
    await page.goto(`${url}${query}`);
    return page;
  };
}
