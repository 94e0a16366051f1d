import { ownValue } from '../domain/own-value.ts';
import type { Cut } from './protocol.ts';

/** A change to a value at a path; without a value, what was there is gone. */
export interface PathChange {
  readonly path: readonly (string | number)[];
  readonly value?: unknown;
}

export const isCut = (value: unknown): value is Cut => typeof value === 'object' && value !== null && '$cut' in value;

/** Of what was cut for the wire, as far as it is here. */
export const headOf = (value: unknown): unknown => (isCut(value) ? value.head : value);

/** The value with a change made to it; what did not change is shared with the value before. */
export function setPath(before: unknown, change: PathChange, depth = 0): unknown {
  const key = change.path[depth];
  if (key === undefined) return change.value;
  const isLast = depth === change.path.length - 1;
  const isGone = isLast && change.value === undefined;
  if (Array.isArray(before)) {
    const copy = before.slice();
    const index = Number(key);
    if (isGone) copy.splice(index, 1);
    else copy[index] = setPath(copy[index], change, depth + 1);
    return copy;
  }
  // What was cut for the wire changes inside of what is left of it.
  if (isCut(before)) return { ...before, head: setPath(before.head, change, depth) };
  const base = typeof before === 'object' && before !== null ? (before as Record<string, unknown>) : {};
  if (!isGone) {
    // A number begins a list where there was nothing.
    if (before === undefined && typeof key === 'number') return [setPath(undefined, change, depth + 1)];
    return { ...base, [key]: setPath(ownValue(base, key), change, depth + 1) };
  }
  const { [key]: _gone, ...rest } = base;
  return rest;
}
