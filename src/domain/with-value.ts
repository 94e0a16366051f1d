import { ownValue } from './own-value.ts';

/** A copy of `target` in which the value at a path such as `options.limits.rounds` or `plan.steps.0.priority` is another one. */
export function withValue<T extends object>(target: T, path: string, value: unknown): T {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const copy = copyOf(target);
  let place = copy as Record<string, unknown>; // addressed by the path's parts
  for (const key of keys) {
    const inner = place[key];
    const next = copyOf(isObject(inner) ? inner : {}) as Record<string, unknown>; // addressed by the path's parts
    put(place, key, next);
    place = next;
  }
  put(place, last, value);
  return copy;
}

/** Whether there is a place for a value at a path: the thing that holds it is there, and so is the value itself at the top and in a list. */
export function hasPlace(target: object, path: string): boolean {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  const holder = parts.reduce<unknown>(
    (inner, part) => (isObject(inner) ? ownValue(inner as Record<string, unknown>, part) : undefined), // addressed by the path's parts
    target,
  );
  if (!isObject(holder)) return false;
  const mayGrow = holder !== target && !Array.isArray(holder);
  return mayGrow || Object.prototype.propertyIsEnumerable.call(holder, last);
}

const copyOf = <T extends object>(value: T): T => (Array.isArray(value) ? [...value] : { ...value }) as T; // the same kind, with the same fields
const put = (place: object, key: string, value: unknown) =>
  Object.defineProperty(place, key, { value, enumerable: true, configurable: true, writable: true });
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
