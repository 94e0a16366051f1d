import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { stagePages } from './stage.ts';

/** Builds the documentation as a static site: `npm run docs`, or into the folder that is named. */
const root = fileURLToPath(new URL('../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));

stagePages(root, `${here}pages`);
const [outDir] = process.argv.slice(2);
await build(here, outDir === undefined ? {} : { outDir });
