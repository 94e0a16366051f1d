import { isEnded } from '../domain/status.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import type { Store } from '../stores/store.ts';

/** The log of a stored run. @throws TroupeError `store` when there is none, or no store. */
export async function storedEntries(store: Store | undefined, runId: string): Promise<readonly Entry[]> {
  if (!store) {
    throw new TroupeError(
      'store',
      `Run "${runId}" cannot be read: no store is configured. Give one: createOrchestrator({ store: sqliteStore('runs.db') }).`,
    );
  }
  const entries = await store.read(runId);
  if (entries.length === 0) throw new TroupeError('store', `There is no run "${runId}" in the store.`);
  return entries;
}

/** Whether a log has come to the end of its run. */
export function hasEnded(entries: readonly Entry[]): boolean {
  const status = entries.findLast((entry) => entry.type === 'status.changed')?.data.status;
  return status !== undefined && isEnded(status);
}
