import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { typeOf } from '../log/query/find-entries.ts';

/** What every run is full of. An index of these would cost each write more than it is worth. */
const unmarked: ReadonlySet<string> = new Set([
  'effect.started',
  'effect.progressed',
  'effect.completed',
  'effect.stopped',
  'status.changed',
  'step.started',
  'actor.moved',
]);

/** Where an entry is in a store, and when it happened. */
export interface Place {
  readonly at: string;
  readonly run: string;
  readonly seq: number;
}

/** The types under which an index of all runs has an entry: its own, and of one's own entries also their name. */
export function marksOf(entry: Pick<Entry, 'type' | 'data'>): readonly string[] {
  if (unmarked.has(entry.type)) return [];
  const named = typeOf(entry as Entry); // it reads no more than these
  return named === entry.type ? [named] : [entry.type, named];
}

/** The same for the line of an entry, with its time; nothing for a damaged one. */
export function marksOfLine(line: string): { readonly types: readonly string[]; readonly at: string } {
  try {
    const entry = JSON.parse(line) as Entry; // as it was written
    if (typeof entry.type !== 'string' || typeof entry.at !== 'string') return { types: [], at: '' };
    return { types: marksOf(entry), at: entry.at };
  } catch {
    return { types: [], at: '' };
  }
}

/** @throws TroupeError `usage` for types that no index has. */
export function checkMarked(types: readonly string[]): void {
  if (types.length === 0) {
    throw new TroupeError('usage', 'Say with "type" which entries are looked for in all runs, or name a session.');
  }
  const missing = types.find((type) => unmarked.has(type));
  if (missing === undefined) return;
  const advice = 'Name a session, or list the runs and look into each with findEntries().';
  throw new TroupeError('usage', `Every run is full of "${missing}", so stores have no index of it. ${advice}`);
}
