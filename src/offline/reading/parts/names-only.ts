import type { Clause } from '../clause.ts';

/** What asks which of several: beside it a column is what they are compared by. */
const choosing = [
  'which',
  'who',
  'where',
  'one',
  'rank',
  'top',
  'extreme',
  'common',
  'end',
  'range',
  'operator',
  'after-number',
  'degree',
  'change',
  'over-time',
] as const;

/** "the average fee of female members": behind a value a column only says whose value it is, and groups nothing. */
export function namesOnly(clause: Clause, at: number): boolean {
  const own = clause.open(at, 'column')?.column ?? clause.sense(at, 'column')?.column;
  const value = clause.sense(at - 1, 'value');
  if (!value || value.column === own) return false;
  return !choosing.some((kind) => clause.has(kind));
}
