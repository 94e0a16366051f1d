import { ownValue } from './own-value.ts';

/** A copy of `target` in which the value at a path such as `options.limits.rounds` or `plan.steps.0.priority` is another one. */
export function withValue<T extends object>(target: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const copy = (Array.isArray(target) ? [...target] : { ...target }) as T & Record<string, unknown>; // addressed by the path's parts
  const inner = copy[key];
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest.join('.'), value);
  Object.defineProperty(copy, key, { value: next, enumerable: true, configurable: true, writable: true });
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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
