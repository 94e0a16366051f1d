import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Other projects' work under their own licences is shipped unmodified, with the licence beside it: ELK's worker and the fonts. */
const shipped: readonly (readonly [from: string, name: string])[] = [
  ['elkjs/lib/elk-worker.min.js', 'elk-worker.min.js'],
  ['elkjs/LICENSE.md', 'elk-worker.LICENSE.md'],
  ['@fontsource-variable/inter/LICENSE', 'inter.LICENSE.txt'],
  ['@fontsource-variable/jetbrains-mono/LICENSE', 'jetbrains-mono.LICENSE.txt'],
];

const othersWork: Plugin = {
  name: 'others-work',
  apply: 'build',
  writeBundle(options) {
    const to = options.dir ?? here('../dist/inspector');
    for (const [from, name] of shipped) copyFileSync(here(`../node_modules/${from}`), `${to}/${name}`);
  },
};

export default defineConfig({
  root: here('.'),
  base: './',
  publicDir: false,
  plugins: [othersWork],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: here('../dist/inspector'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // It comes from the same machine, and the checks of forms and plans are in it.
    chunkSizeWarningLimit: 800,
    // One script: a run that is shared as a file has the page in it.
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
