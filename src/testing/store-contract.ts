import type { Store } from '../stores/store.ts';
import { refusal, sampleEntries } from './sample-entries.ts';
import { archiveContract, bulkContract, sizeContract } from './store-contract-archive.ts';
import { conversationContract, conversationEndsContract } from './store-contract-conversations.ts';
import { conflictContract, entriesContract, readingContract } from './store-contract-entries.ts';
import { findContract, foundPagesContract } from './store-contract-find.ts';
import { leaseContract, leasedWritesContract } from './store-contract-leases.ts';
import { labelContract, listContract, pagesContract, summaryContract } from './store-contract-runs.ts';
import type { StoreTest, TestRunner } from './store-test.ts';

export { sampleEntries } from './sample-entries.ts';

/**
 * The contract of a store as a suite. Run it with your own runner:
 * `storeContract('redisStore', openStore, { describe, it, expect })`. `open` gives a new, empty store each time; the suite
 * closes it.
 */
export function storeContract(
  name: string,
  open: () => Store | Promise<Store>,
  { describe, it, expect }: TestRunner,
): void {
  const test: StoreTest = (title, body) =>
    it(title, async () => {
      const store = await open();
      try {
        await body(store);
      } finally {
        await store.close();
      }
    });

  describe(`${name} keeps the contract of a store`, () => {
    const parts = [
      ...[entriesContract, readingContract, conflictContract, conversationContract, conversationEndsContract],
      ...[
        summaryContract,
        labelContract,
        listContract,
        pagesContract,
        archiveContract,
        bulkContract,
        sizeContract,
        leaseContract,
        leasedWritesContract,
        findContract,
        foundPagesContract,
      ],
    ];
    for (const part of parts) part(test, expect);

    test('may be closed twice', async (store) => {
      await store.append('a', 0, sampleEntries('a', 1, 1));
      await store.close();
      expect(await refusal(() => store.close())).toEqual(undefined);
    });
  });
}
