import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TroupeError } from '../../errors.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Where the built page is: beside the built library, or in `dist` when the library runs from its sources. */
export function pageFolder(): string {
  const folders = ['../../inspector/', '../../../dist/inspector/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = folders.find((folder) => existsSync(join(folder, 'index.html')));
  if (!found) throw new TroupeError('usage', 'The inspector page is not built yet. Build it with: npm run build');
  return found;
}

/** A file of the page with its type; nothing for what is not there or lies elsewhere. */
export async function pageFile(folder: string, path: string): Promise<{ body: Buffer; type: string } | undefined> {
  const name = normalize(join(folder, path === '/' ? 'index.html' : decodeURIComponent(path)));
  const type = types[extname(name)];
  if (!name.startsWith(folder.endsWith(sep) ? folder : folder + sep) || type === undefined) return undefined;
  try {
    return { body: await readFile(name), type };
  } catch {
    return undefined;
  }
}
