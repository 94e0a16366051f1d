import { memoryStore, type Store } from 'troupe';
import { simulatedClock } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { leaseKeeper } from '../../src/actors/lease-keeper.ts';

/** Somebody who drives a run. */
const keeperOn = (store: Store) => {
  const clock = simulatedClock();
  const keeper = leaseKeeper({ store, run: 'a', owner: 'one', ttlMs: 60_000, clock, onLost: () => {} });
  return { clock, keeper };
};
const isFree = (store: Store) => store.acquire('a', 'two', 60_000) !== undefined;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a lease that is given back', () => {
  it('at the moment at which it is to be renewed is free for the next process', async () => {
    const store = memoryStore();
    const { clock, keeper } = keeperOn(store);
    keeper.hold();
    clock.tick();
    keeper.release();
    await turn();
    expect(isFree(store)).toBe(true);
    expect(clock.timers).toBe(0);
  });

  it('while a store is still renewing it is free for the next process as soon as that is done', async () => {
    const store = memoryStore();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { clock, keeper } = keeperOn({
      ...store,
      renew: (...given) => promise.then(() => store.renew(...given)),
    });
    keeper.hold();
    clock.tick();
    await turn();
    keeper.release();
    resolve();
    await turn();
    expect(isFree(store)).toBe(true);
    expect(clock.timers).toBe(0);
  });

  it('to a store that does not answer is not waited for any longer than the lease lasts', async () => {
    const { clock, keeper } = keeperOn({ ...memoryStore(), release: () => new Promise(() => {}) });
    keeper.hold();
    const released = keeper.release();
    clock.tick();
    await released;
    expect(clock.timers).toBe(0);
  });
});
