import type { EntryData } from '../../log/entry-types.ts';

/** What somebody's own code has recorded in a run, in words. */
export const ownWords = ({ name, value }: EntryData['entry.recorded']): string => `${name}: ${JSON.stringify(value)}`;
