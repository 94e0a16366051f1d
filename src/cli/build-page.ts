import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TroupeError } from '../errors.ts';
import { pageFolder } from '../inspect/server/page-files.ts';

/** Builds the inspector page once where the package runs from its sources; a package that was installed brings it along. */
export async function buildPage(say: (line: string) => void): Promise<void> {
  try {
    pageFolder();
    return;
  } catch (missing) {
    const configFile = fileURLToPath(new URL('../../inspector/vite.config.ts', import.meta.url));
    if (!existsSync(configFile) || !(missing instanceof TroupeError)) throw missing;
    say('The inspector page is built, once.');
    const { build } = await import('vite');
    await build({ configFile, logLevel: 'error' });
  }
}
