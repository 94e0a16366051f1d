import type { Entry } from '../../log/entry.ts';
import type { RunStore } from './run-index.ts';

/** Opens runs of a store by their id, each once at a time; false for one that is not there. */
export function runLoader(
  store: RunStore | undefined,
  open: (log: readonly Entry[]) => unknown,
): (run: string) => Promise<boolean> {
  const loading = new Map<string, Promise<boolean>>();
  const load = async (run: string, from: RunStore) => {
    const log = await from.read(run);
    if (log.length > 0) open(log);
    return log.length > 0;
  };
  return (run) => {
    if (!store) return Promise.resolve(false);
    const loaded = loading.get(run) ?? load(run, store).finally(() => loading.delete(run));
    loading.set(run, loaded);
    return loaded;
  };
}
