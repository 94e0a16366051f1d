import { TroupeError } from '../errors.ts';
import type { Lease, Store } from '../stores/store.ts';
import type { Clock } from './clock.ts';
import { within } from './with-deadline.ts';

/** Holds the right to drive a run while it is under way. */
export interface LeaseKeeper {
  /** The lease, taken when it is first asked for. Throws, or rejects, with code `lease` while another process has it. */
  hold(): Lease | Promise<Lease>;
  /** Gives it back; never rejects. */
  release(): void | Promise<void>;
}

/** Keeps a lease alive by renewing it three times in its time; reports when it was lost all the same. */
export function leaseKeeper(options: {
  store: Store;
  run: string;
  owner: string;
  ttlMs: number;
  clock: Clock;
  onLost: (error: unknown) => void;
}): LeaseKeeper {
  // Longer than a function should be: holding, renewing and releasing share what is under way.
  const { store, run, owner, ttlMs, clock, onLost } = options;
  let held: Lease | undefined;
  let isReleased = false;
  /** The way back of the lease. */
  let released: void | Promise<void>;
  let stopTimer = () => {};
  /** A renewal that is under way. */
  let renewal: Promise<void> | undefined;

  const keep = (lease: Lease | undefined): Lease => {
    if (!lease) {
      throw new TroupeError(
        'lease',
        `Run ${run} is driven by another process. Wait until it has ended, or until its lease has run out (at most ${Math.ceil(ttlMs / 1000)} s after it died).`,
      );
    }
    held = lease;
    tick(lease);
    return lease;
  };
  const tick = (lease: Lease) => {
    if (isReleased) return;
    stopTimer = clock.after(ttlMs / 3, () => {
      const renewed = Promise.resolve().then(() => isReleased || store.renew(lease, ttlMs));
      // A call that is not answered must not keep the next one from being made.
      renewal = within(renewed, ttlMs / 3, clock, `The lease of run ${run} was not renewed in time.`)
        .then((isKept) => {
          if (isReleased) return;
          if (isKept) tick(lease);
          else onLost(new TroupeError('lease', `Run ${run} was taken over by another process.`));
        })
        // A store that cannot be reached may be back before the lease has run out: `append` fails when it was too late.
        .catch(() => tick(lease))
        .finally(() => {
          renewal = undefined;
        });
    });
  };
  return {
    hold() {
      if (held) return held;
      const lease = store.acquire(run, owner, ttlMs);
      return lease instanceof Promise ? lease.then(keep) : keep(lease);
    },
    release() {
      if (isReleased) return released;
      isReleased = true;
      stopTimer();
      const lease = held;
      if (!lease) return;
      const giveBack = () => store.release(lease);
      // The lease runs out by itself when it cannot be given back: nobody waits longer than that. A renewal that came after would keep it.
      try {
        const back = renewal ? renewal.then(giveBack) : giveBack();
        released = back && within(back, ttlMs, clock, `The lease of run ${run} was not taken back.`).catch(() => {});
      } catch {}
      return released;
    },
  };
}
