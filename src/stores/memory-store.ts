import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import type { Store } from './store.ts';

/** Keeps logs in memory until it is dropped. */
export function memoryStore(): Store {
  const logs = new Map<string, Entry[]>();
  return {
    append(run, after, entries) {
      const log = logs.get(run) ?? [];
      if (log.length !== after) throw conflict(run, after, log.length);
      for (const entry of entries) log.push(entry);
      if (log.length > 0) logs.set(run, log);
    },
    read: async (run, after = 0) => logs.get(run)?.slice(after) ?? [],
    runs: async () => [...logs.keys()].reverse(),
    close() {},
  };
}

/** Somebody else has written to the run. */
export function conflict(run: string, expected: number, found: number): TroupeError {
  return new TroupeError(
    'store',
    `Run ${run} has ${found} entries in the store, but this process knows of ${expected}. ` +
      'Another process has written to it, or the id was used before: start a new run, or read this one again.',
  );
}
