import type { z } from 'zod';
import { chartEntries } from './entries/chart-entries.ts';
import { effectEntries } from './entries/effect-entries.ts';
import { ownEntries } from './entries/own-entries.ts';
import { planEntries } from './entries/plan-entries.ts';
import { questionEntries } from './entries/question-entries.ts';
import { runEntries } from './entries/run-entries.ts';

/**
 * Every type of entry: whether it is a fact or a move, the shape of its data, the status it has from birth and what links it to others. *Facts*
 * come from outside, *moves* are what the charts did because of them.
 */
export const entryTypes = {
  ...runEntries,
  ...planEntries,
  ...effectEntries,
  ...questionEntries,
  ...chartEntries,
  ...ownEntries,
};

export type EntryType = keyof typeof entryTypes;

/** From the type of an entry to its data. */
export type EntryData = { readonly [Type in EntryType]: Readonly<z.infer<(typeof entryTypes)[Type]['data']>> };

/** Something that a chart, or the world, writes into the log, of one or of some types. */
export type NoteOf<Types extends EntryType> = {
  [Type in Types]: { readonly type: Type; readonly data: EntryData[Type] };
}[Types];

/** Something that a chart, or the world, writes into the log. */
export type Note = NoteOf<EntryType>;
