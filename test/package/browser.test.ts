import { mkdtempSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromiumPath } from '../inspect/page/chromium-path.ts';
import { emptyFolder, highest, makeProject, pack, remove } from './packed.ts';

const folders: string[] = [];
let server: PreviewServer | undefined;
let browser: Browser | undefined;

beforeAll(async () => {
  const [packed, project] = [emptyFolder(), emptyFolder()];
  folders.push(packed, project);
  const { xstate = '', zod = '' } = highest;
  await makeProject(project, await pack(packed), { xstate, zod });
  const outDir = mkdtempSync(join(project, 'built-'));
  const common = { configFile: false, root: project, logLevel: 'warn' } as const;
  // Nothing of Node is there, and whoever needs it is named; a worker has plugins of its own.
  const nothingOfNode = () => ({
    name: 'nothing-of-node',
    enforce: 'pre' as const,
    resolveId(source: string, importer: string | undefined) {
      if (isBuiltin(source)) throw new Error(`${importer} imports ${source}, which a browser does not have.`);
    },
  });
  await build({
    ...common,
    plugins: [nothingOfNode()],
    worker: { format: 'es', plugins: () => [nothingOfNode()] },
    build: { outDir, target: 'es2022', chunkSizeWarningLimit: 5_000 },
  });
  server = await preview({ ...common, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  folders.forEach(remove);
});

it('the core runs in a page and in a worker, bundled from the tarball', async () => {
  const page = await browser?.newPage();
  if (!page) throw new Error('The browser has not started.');
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(server?.resolvedUrls?.local[0] ?? '');
  const said = [
    'completed: Order 38 more. There are 12 lamps. Order 38 pieces. (replays)',
    'Good morning.',
    'completed, stateDiagram-v2',
    'Take an umbrella.',
  ].join('\n');
  for (const place of ['page', 'worker']) {
    expect(await page.locator(`#${place}`).textContent({ timeout: 300_000 })).toBe(said);
  }
  expect(errors).toEqual([]);
});
