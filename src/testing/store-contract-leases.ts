import { refusal, sampleEntries } from './sample-entries.ts';
import type { StoreTest, TestRunner } from './store-test.ts';

const minute = 60_000;

/** The part of the contract about who may drive a run. A lease of no time has run out at once, so that no test waits. */
export function leaseContract(test: StoreTest, expect: TestRunner['expect']): void {
  // Longer than a function should be: a list of tests, each of which stands by itself.
  test('gives the lease of a run to one owner at a time', async (store) => {
    const lease = await store.acquire('a', 'one', minute);
    expect([lease?.run, lease?.owner]).toEqual(['a', 'one']);
    expect(await store.acquire('a', 'two', minute)).toEqual(undefined);
    expect((await store.acquire('b', 'two', minute))?.owner).toEqual('two');
  });

  test('gives the owner of a lease the lease again, and still nobody else', async (store) => {
    await store.acquire('a', 'one', minute);
    const again = await store.acquire('a', 'one', minute);
    expect(again?.owner).toEqual('one');
    expect(await store.acquire('a', 'two', minute)).toEqual(undefined);
    await store.append('a', 0, sampleEntries('a', 1, 1), again);
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 1));
  });

  test('does not make a run by leasing it', async (store) => {
    await store.acquire('a', 'one', minute);
    expect(await store.runs()).toEqual([]);
  });

  for (const ttlMs of [0, -1]) {
    test(`gives a lease of ${ttlMs} ms, which has run out, to the next owner with a higher token`, async (store) => {
      const first = await store.acquire('a', 'one', ttlMs);
      const second = await store.acquire('a', 'two', minute);
      expect(second?.owner).toEqual('two');
      expect((second?.token ?? 0) > (first?.token ?? Number.POSITIVE_INFINITY)).toEqual(true);
    });
  }

  test('gives a released lease to the next owner with a higher token', async (store) => {
    const first = await store.acquire('a', 'one', minute);
    if (first) await store.release(first);
    const second = await store.acquire('a', 'two', minute);
    expect(second?.owner).toEqual('two');
    expect((second?.token ?? 0) > (first?.token ?? Number.POSITIVE_INFINITY)).toEqual(true);
  });

  test('is not moved by the release of a lease that was lost', async (store) => {
    const first = await store.acquire('a', 'one', 0);
    await store.acquire('a', 'two', minute);
    if (first) await store.release(first);
    expect(await store.acquire('a', 'three', minute)).toEqual(undefined);
  });

  test('keeps a lease that is renewed', async (store) => {
    const lease = await store.acquire('a', 'one', 0);
    expect(lease && (await store.renew(lease, minute))).toEqual(true);
    expect(await store.acquire('a', 'two', minute)).toEqual(undefined);
  });

  test('lets a lease go that is renewed for no time', async (store) => {
    const lease = await store.acquire('a', 'one', minute);
    expect(lease && (await store.renew(lease, 0))).toEqual(true);
    expect((await store.acquire('a', 'two', minute))?.owner).toEqual('two');
  });

  test('does not renew a lease that was lost', async (store) => {
    const first = await store.acquire('a', 'one', 0);
    const second = await store.acquire('a', 'two', 0);
    expect(first && (await store.renew(first, minute))).toEqual(false);
    expect(second && (await store.renew(second, minute))).toEqual(true);
  });

  test('lets one of many owners who ask at once have the lease', async (store) => {
    const owners = ['one', 'two', 'three', 'four', 'five'];
    const leases = await Promise.all(owners.map((owner) => store.acquire('a', owner, minute)));
    expect(leases.filter((lease) => lease !== undefined).length).toEqual(1);
  });
}

/** The part about writing with a lease. */
export function leasedWritesContract(test: StoreTest, expect: TestRunner['expect']): void {
  test('takes entries from the holder of the lease', async (store) => {
    const lease = await store.acquire('a', 'one', minute);
    await store.append('a', 0, sampleEntries('a', 1, 2), lease);
    await store.append('a', 2, sampleEntries('a', 3, 3), lease);
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 3));
  });

  test('takes entries from a holder whose time has run out, as long as nobody else has taken over', async (store) => {
    const lease = await store.acquire('a', 'one', 0);
    await store.append('a', 0, sampleEntries('a', 1, 1), lease);
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 1));
  });

  test('refuses entries with a lease that was lost, and stores nothing', async (store) => {
    const first = await store.acquire('a', 'one', 0);
    await store.append('a', 0, sampleEntries('a', 1, 1), first);
    const second = await store.acquire('a', 'two', minute);
    expect(await refusal(() => store.append('a', 1, sampleEntries('a', 2, 2), first))).toEqual('lease');
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 1));
    await store.append('a', 1, sampleEntries('a', 2, 2), second);
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 2));
  });

  test('makes no run for a lease that was lost', async (store) => {
    const first = await store.acquire('a', 'one', 0);
    await store.acquire('a', 'two', minute);
    expect(await refusal(() => store.append('a', 0, sampleEntries('a', 1, 1), first))).toEqual('lease');
    expect(await store.runs()).toEqual([]);
  });

  test('refuses entries with a lease from before the run was deleted, once its id is leased again', async (store) => {
    const first = await store.acquire('a', 'one', 0);
    await store.append('a', 0, sampleEntries('a', 1, 1), first);
    await store.delete('a');
    const second = await store.acquire('a', 'two', minute);
    expect(await refusal(() => store.append('a', 0, sampleEntries('a', 1, 1), first))).toEqual('lease');
    await store.append('a', 0, sampleEntries('a', 1, 2), second);
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 2));
  });
}
