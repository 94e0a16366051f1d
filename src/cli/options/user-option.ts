import { TroupeError } from '../../errors.ts';
import { createMemory } from '../../memory/create-memory.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Config } from '../config.ts';

/** What a person has said to be known later, if they gave their name; closed with the block that uses it. */
export async function openMemory(
  { store }: Config,
  { user }: { readonly user?: string },
): Promise<AsyncDisposable & { readonly memory: Memory | undefined }> {
  if (user === undefined) return { memory: undefined, async [Symbol.asyncDispose]() {} };
  if (store === undefined) {
    throw new TroupeError(
      'usage',
      '--user needs a store, where is kept what you say: give --store F, or set TROUPE_STORE.',
    );
  }
  const { sqliteShelf } = await import('../../stores/sqlite/sqlite-shelf.ts');
  const memory = createMemory({ shelf: sqliteShelf(store), scopeOf: () => ({ user }) });
  return { memory, [Symbol.asyncDispose]: () => memory.close() };
}
