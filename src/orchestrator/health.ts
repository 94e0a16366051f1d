import { messageOf } from '../errors.ts';
import type { Store } from '../stores/store.ts';

/** How an orchestrator is. */
export interface Health {
  readonly isHealthy: boolean;
  /** Runs that are open in this process: under way, paused or waiting for a person. */
  readonly openRuns: number;
  readonly store: { readonly isReachable: boolean; readonly problem?: string } | undefined;
}

export async function healthOf(store: Store | undefined, openRuns: number): Promise<Health> {
  const storeHealth = store && (await checkStore(store));
  return { isHealthy: storeHealth?.isReachable ?? true, openRuns, store: storeHealth };
}

async function checkStore(store: Store): Promise<NonNullable<Health['store']>> {
  try {
    await store.runs({ limit: 1 });
    return { isReachable: true };
  } catch (error) {
    return { isReachable: false, problem: messageOf(error) };
  }
}
