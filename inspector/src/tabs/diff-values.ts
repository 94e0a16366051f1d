import { ownValue } from '../../../src/domain/own-value.ts';

/** One difference between two values. */
export interface Difference {
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: unknown;
  readonly after?: unknown;
}

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Where two values differ, at most so many places; parts that both share cost nothing. */
export function diffValues(before: unknown, after: unknown, most = 500): Difference[] {
  const found: Difference[] = [];
  const compare = (a: unknown, b: unknown, path: string): void => {
    if (found.length >= most || Object.is(a, b)) return;
    if (isTree(a) && isTree(b) && Array.isArray(a) === Array.isArray(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        const at = Array.isArray(a) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
        compare(ownValue(a, key), ownValue(b, key), at);
      }
      return;
    }
    found.push(differenceOf(a, b, path));
  };
  compare(before, after, '');
  return found;
}

function differenceOf(before: unknown, after: unknown, path: string): Difference {
  if (before === undefined) return { path, kind: 'added', after };
  if (after === undefined) return { path, kind: 'removed', before };
  return { path, kind: 'changed', before, after };
}
