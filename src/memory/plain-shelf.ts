import type { MemoryShelf, ShelfLine } from './memory-shelf.ts';

/** Keeps memories in this process until it is dropped. */
export function plainShelf(): MemoryShelf {
  const scopes = new Map<string, Map<string, ShelfLine & { order: number }>>();
  let order = 0;
  return {
    async read(wanted) {
      const lines = [...new Set(wanted)].flatMap((scope) => [...(scopes.get(scope)?.values() ?? [])]);
      return lines.sort((one, other) => one.order - other.order).map(({ scope, key, json }) => ({ scope, key, json }));
    },
    async write(lines) {
      for (const { scope, key, json } of lines) {
        const kept = scopes.get(scope) ?? new Map<string, ShelfLine & { order: number }>();
        scopes.set(scope, kept.set(key, { scope, key, json, order: ++order }));
      }
    },
    async remove(scope, keys) {
      const kept = scopes.get(scope);
      const count = keys.filter((key) => kept?.delete(key)).length;
      if (kept?.size === 0) scopes.delete(scope);
      return count;
    },
    scopes: async () => [...scopes.keys()].sort(),
    close() {},
  };
}
