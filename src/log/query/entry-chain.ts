import type { Entry } from '../entry.ts';

/** An entry, all that it answers, and all that answers it, in their order; nothing for an id that is not there. */
export function entryChain(entries: readonly Entry[], id: string): Entry[] {
  const place = entries.findIndex((entry) => entry.id === id);
  if (place < 0) return [];
  // What an entry answers comes before it, what answers it comes after it: one pass each way.
  const before: Entry[] = [];
  let wanted = entries[place]?.parent;
  for (let at = place - 1; at >= 0 && wanted !== undefined; at--) {
    const entry = entries[at];
    if (entry?.id !== wanted) continue;
    before.unshift(entry);
    wanted = entry.parent;
  }
  const chain = new Set([id]);
  const after = entries.slice(place).filter((entry) => {
    const isPart = entry.id === id || (entry.parent !== undefined && chain.has(entry.parent));
    if (isPart) chain.add(entry.id);
    return isPart;
  });
  return [...before, ...after];
}
