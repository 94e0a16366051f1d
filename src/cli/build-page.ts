import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TroupeError } from '../errors.ts';
import { pageFolder } from '../inspect/server/page-files.ts';

/** Builds the inspector page once where the package runs from its sources; an installed package contains it. */
export async function buildPage(note: (line: string) => void): Promise<void> {
  try {
    pageFolder();
    return;
  } catch (missing) {
    const configFile = fileURLToPath(new URL('../../inspector/vite.config.ts', import.meta.url));
    if (!existsSync(configFile) || !(missing instanceof TroupeError)) throw missing;
    note('Building the inspector page. This happens only once.');
    const { build } = await import('vite');
    await build({ configFile, logLevel: 'error' });
  }
}
