import { ownValue } from '../../domain/own-value.ts';

/** A part of a value that is new; without `value` it is gone. */
export interface ValueChange {
  readonly path: readonly (string | number)[];
  readonly value?: unknown;
}

const depth = 4;

/**
 * What differs between two values that share what did not change: parts that are the same object are not looked into. A list or object with more than
 * `items` parts is one change as a whole, since it is cut on its way.
 */
export function valueChanges(
  before: unknown,
  after: unknown,
  items: number,
  path: readonly (string | number)[] = [],
): ValueChange[] {
  if (Object.is(before, after)) return [];
  const isWide = (value: unknown) => isObject(value) && Object.keys(value).length > items;
  if (path.length >= depth || isWide(before) || isWide(after) || !isObject(before) || !isObject(after))
    return [{ path, value: after }];
  if (Array.isArray(before) || Array.isArray(after)) {
    if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length)
      return [{ path, value: after }];
    return after.flatMap((each, index) => valueChanges(before[index], each, items, [...path, index]));
  }
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return [
    ...gone.map((key) => ({ path: [...path, key] })),
    ...Object.keys(after).flatMap((key) => valueChanges(ownValue(before, key), after[key], items, [...path, key])),
  ];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value));
