import { z } from 'zod';
import type { JsonValue } from '../../domain/json.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import { type EntryData, entryTypes } from '../entry-types.ts';

type OwnEntry = EntryData['entry.recorded'];

const { data: shape } = entryTypes['entry.recorded'];

const isType = /^[a-z][\w-]*(\.[\w-]+)+$/i;

/** In words why a type cannot be one of somebody's own entries; nothing where it can. */
export function typeProblem(type: unknown): string | undefined {
  if (typeof type !== 'string' || !isType.test(type)) {
    return `The type of an entry is of words joined by dots, such as "price.seen": "${type}" cannot be one.`;
  }
  return Object.hasOwn(entryTypes, type)
    ? `"${type}" is a type of Troupe's own entries: choose another one.`
    : undefined;
}

/**
 * An entry that somebody wants to have recorded, as data: what is in a log has to be read again.
 *
 * @throws TroupeError `usage` for what `defineEntry` would not have made.
 */
export function checkOwnEntry(entry: OwnEntry): OwnEntry {
  const checked = shape.safeParse(entry);
  if (!checked.success) {
    const problem = z.prettifyError(checked.error);
    throw new TroupeError('usage', `This is no entry that can be recorded: ${problem}\nMake it with defineEntry.`);
  }
  const { name, value } = checked.data;
  const problem = typeProblem(name);
  if (problem) throw new TroupeError('usage', problem);
  return { ...checked.data, value: asJson(name, value) };
}

/** A value as a log keeps it. @throws TroupeError `usage` for what is not JSON. */
export function asJson(type: string, value: unknown): JsonValue {
  const refuse = (why: string, cause?: unknown) =>
    new TroupeError('usage', `The value of an entry "${type}" is not JSON${why}.`, { cause });
  let json: string | undefined;
  try {
    json = JSON.stringify(value, (_key, each) => {
      // JSON would write null.
      if (typeof each === 'number' && !Number.isFinite(each)) throw new TypeError(`there is no ${each}`);
      return each;
    });
  } catch (cause) {
    throw refuse(`: ${messageOf(cause)}`, cause);
  }
  if (json === undefined) throw refuse('');
  return JSON.parse(json) as JsonValue; // it was written so
}
