import { memoryStore, type Store } from 'troupe';

/** A store whose writes take a turn of the event loop. */
export function slowStore(): Store {
  const store = memoryStore();
  return {
    ...store,
    async append(...args) {
      await new Promise((resolve) => setImmediate(resolve));
      return store.append(...args);
    },
  };
}
