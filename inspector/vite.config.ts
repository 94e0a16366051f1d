import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** ELK is another project's work under its own licence: its worker is shipped unmodified, with the licence beside it. */
const elkWorker: Plugin = {
  name: 'elk-worker',
  apply: 'build',
  writeBundle(options) {
    const to = options.dir ?? here('../dist/inspector');
    copyFileSync(here('../node_modules/elkjs/lib/elk-worker.min.js'), `${to}/elk-worker.min.js`);
    copyFileSync(here('../node_modules/elkjs/LICENSE.md'), `${to}/elk-worker.LICENSE.md`);
  },
};

export default defineConfig({
  root: here('.'),
  base: './',
  publicDir: false,
  plugins: [elkWorker],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { outDir: here('../dist/inspector'), emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
});
