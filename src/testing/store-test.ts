import type { Store } from '../stores/store.ts';

/** The functions of a test runner that the suite needs; those of vitest, jest and `node:test` with an `expect` fit. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => void;
  readonly it: (name: string, body: () => Promise<void>) => void;
  readonly expect: (actual: unknown) => { toEqual(expected: unknown): void };
}

/** Declares one test, which gets a store of its own. */
export type StoreTest = (title: string, body: (store: Store) => Promise<void>) => void;
