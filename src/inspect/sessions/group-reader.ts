import type { Entry } from '../../log/entry.ts';

/** Returns the group of a log to which what happens now belongs: that of the last fact. */
export function groupReader(entries: () => readonly Entry[]): () => number {
  let known = 0;
  let fact = 1;
  return () => {
    const all = entries();
    for (; known < all.length; known++) if (all[known]?.kind === 'fact') fact = known + 1;
    return fact;
  };
}
