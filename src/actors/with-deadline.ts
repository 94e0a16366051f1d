import { TroupeError } from '../errors.ts';
import type { Store } from '../stores/store.ts';
import type { Clock } from './clock.ts';

/** However short a lease is, a store needs a moment to answer. */
const leastMs = 5_000;
/** A long log takes a while to read. */
const readMs = 60_000;

/**
 * A store whose calls end: one that is not answered in time fails with code `store`, so that no run hangs on a database that has gone
 * silent. What a run waits for (its writes and its lease) has the time of the lease; everything else has longer. What a store does at once
 * stays so.
 */
export function withDeadline(store: Store, { leaseMs, clock }: { leaseMs: number; clock: Clock }): Store {
  const bound = <T>(what: string, answer: T, limit = Math.max(leaseMs, leastMs)): T => {
    if (!(answer instanceof Promise)) return answer;
    return within(answer, limit, clock, `The store did not ${what} within ${limit} ms.`) as T; // a promise of the same
  };
  const longer = Math.max(leaseMs, readMs);
  return {
    ...(store.isInMemory ? { isInMemory: true } : {}),
    append: (run, ...rest) => bound(`confirm a write to run ${run}`, store.append(run, ...rest)),
    acquire: (run, ...rest) => bound(`give the lease of run ${run}`, store.acquire(run, ...rest)),
    renew: (lease, ttlMs) => store.renew(lease, ttlMs),
    release: (lease) => store.release(lease),
    read: (run, ...rest) => bound(`read run ${run}`, store.read(run, ...rest), longer),
    runs: (query) => bound('list its runs', store.runs(query), longer),
    find: (query) => bound('find entries', store.find(query), longer),
    archive: (run) => bound(`archive run ${run}`, store.archive(run), longer),
    delete: (run) => bound(`delete run ${run}`, store.delete(run), longer),
    size: () => bound('say its size', store.size(), longer),
    close: () => store.close(),
  };
}

/** What a promise resolves with, or an error with code `store` when it takes longer than `ms`. */
export function within<T>(work: Promise<T>, ms: number, clock: Clock, late: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const advice = 'Whether it did so is unknown. Is it reachable? When it is back, continue with resume().';
    const stop = clock.after(ms, () => reject(new TroupeError('store', `${late} ${advice}`)));
    work.then(resolve, reject).finally(stop);
  });
}
