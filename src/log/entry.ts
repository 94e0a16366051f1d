import { z } from 'zod';
import { TroupeError } from '../errors.ts';
import { checksum } from './checksum.ts';
import { type EntryType, entryTypes } from './entry-types.ts';

export const entryStatusSchema = z.enum(['pending', 'in_progress', 'success', 'failed']);
export type EntryStatus = z.infer<typeof entryStatusSchema>;

/** One line of a run's log. */
export interface Entry {
  readonly seq: number;
  readonly id: string;
  readonly run: string;
  /** When it happened; a move happens when the fact that caused it does. */
  readonly at: string;
  readonly kind: 'fact' | 'move';
  readonly type: EntryType;
  /** The path of the actor it belongs to, such as `host/step-2#1`. */
  readonly actor: string;
  /** The entry that this one answers: a result its start, an answer its question. */
  readonly parent?: string;
  readonly status?: EntryStatus;
  readonly data: Readonly<Record<string, unknown>>;
  /** On facts: the sum over what happened. Moves are recomputed; facts cannot be, so this tells when one was changed. */
  readonly sum?: string;
}

/** When the run of a first entry began: a fork shares that entry with another run and began later. */
export const beganAt = ({ at, data }: Entry): string => (data.forkedAt as string | undefined) ?? at; // written by `forkEntries`

/** The sum that a fact carries. */
export const sumOf = ({ type, actor, at, data }: Pick<Entry, 'type' | 'actor' | 'at' | 'data'>) =>
  checksum(JSON.stringify([type, actor, at, data]));

const entrySchema = z.object({
  seq: z.int().min(1),
  id: z.string().min(1),
  run: z.string().min(1),
  at: z.iso.datetime(),
  kind: z.enum(['fact', 'move']),
  type: z.enum(Object.keys(entryTypes) as [EntryType, ...EntryType[]]), // the table has at least one row
  actor: z.string(),
  parent: z.string().optional(),
  status: entryStatusSchema.optional(),
  data: z.record(z.string(), z.unknown()),
  sum: z.string().optional(),
});

/** Reads one entry from stored bytes; an entry that is damaged is an error that names its place. */
export function parseEntry(json: string, place: string): Entry {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new TroupeError('bad-log', `The log entry at ${place} is not JSON. The log is damaged there.`, { cause });
  }
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) {
    throw new TroupeError('bad-log', `The log entry at ${place} is damaged: ${z.prettifyError(parsed.error)}`);
  }
  return parsed.data as Entry; // absent optional keys stay absent in JSON
}

const statuses: Partial<Record<EntryType, EntryStatus>> = {
  'step.started': 'in_progress',
  'step.completed': 'success',
  'step.failed': 'failed',
  'step.blocked': 'failed',
  'effect.started': 'in_progress',
  'effect.completed': 'success',
  'effect.failed': 'failed',
  'timer.fired': 'success',
  'clarification.requested': 'pending',
  'clarification.answered': 'success',
  'approval.requested': 'pending',
  'plan.reviewed': 'success',
  'run.completed': 'success',
  'run.failed': 'failed',
};

/** The status an entry of this type has from birth. */
export function statusOf(type: EntryType): EntryStatus | undefined {
  return statuses[type];
}
