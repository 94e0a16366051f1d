import { statSync } from 'node:fs';
import { messageOf, TroupeError } from '../errors.ts';
import type { Store } from '../stores/store.ts';
import type { Config } from './config.ts';

/** Opens the store that is configured, and creates it if necessary. */
export async function openStore(file: string): Promise<Store> {
  const { sqliteStore } = await import('../stores/sqlite-store.ts');
  try {
    return sqliteStore(file);
  } catch (cause) {
    throw new TroupeError('usage', `--store: ${messageOf(cause)}`, { cause });
  }
}

/** The file of the store that is to be read. */
function storeFile({ store }: Config): string {
  if (store === undefined) {
    throw new TroupeError(
      'usage',
      'No store is configured. Give --store F, or set TROUPE_STORE to the file that keeps the runs.',
    );
  }
  if (!statSync(store, { throwIfNoEntry: false })?.isFile()) {
    throw new TroupeError('usage', `There is no store at ${store}. To create one: troupe ask "…" --store ${store}`);
  }
  return store;
}

/** Opens a store that has to exist. */
export const openExistingStore = (config: Config): Promise<Store> => openStore(storeFile(config));

/** Uses a store that has to exist, and closes it. */
export async function withStore<T>(config: Config, use: (store: Store, file: string) => Promise<T>): Promise<T> {
  const file = storeFile(config);
  const store = await openStore(file);
  try {
    return await use(store, file);
  } finally {
    await store.close();
  }
}
