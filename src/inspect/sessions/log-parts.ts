import type { Entry } from '../../log/entry.ts';
import type { SessionParts } from './session.ts';

/** What every session of a log has. */
export const logParts = (entries: () => readonly Entry[]): Omit<SessionParts, 'command'> => ({
  // A fact is written before it is delivered.
  hasEarlyEvents: false,
  seq: groupReader(entries),
  entry: (seq) => entries()[seq - 1],
  log: () =>
    entries()
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(''),
});

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
