import { messageOf } from '../errors.ts';
import type { Store, StoreSize } from '../stores/store.ts';

/** How an orchestrator is. */
export interface Health {
  readonly isHealthy: boolean;
  /** Runs that are open in this process: under way, paused or waiting for a person. */
  readonly openRuns: number;
  /** How many runs the store has and what they take; of a large one about. */
  readonly store: ({ readonly isReachable: boolean; readonly problem?: string } & Partial<StoreSize>) | undefined;
  /** What this process takes, in bytes; absent where nobody can say, as in a browser. */
  readonly memory?: { readonly heapBytes: number; readonly processBytes: number };
}

export async function healthOf(store: Store | undefined, openRuns: number): Promise<Health> {
  const storeHealth = store && (await checkStore(store));
  const { heapUsed, rss } = globalThis.process?.memoryUsage?.() ?? {};
  const memory =
    heapUsed === undefined || rss === undefined ? {} : { memory: { heapBytes: heapUsed, processBytes: rss } };
  return { isHealthy: storeHealth?.isReachable ?? true, openRuns, store: storeHealth, ...memory };
}

async function checkStore(store: Store): Promise<NonNullable<Health['store']>> {
  try {
    await store.runs({ limit: 1 });
    return { isReachable: true, ...(await store.size()) };
  } catch (error) {
    return { isReachable: false, problem: messageOf(error) };
  }
}
