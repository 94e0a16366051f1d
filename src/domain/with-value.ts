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

const copyOf = <T extends object>(value: T): T => (Array.isArray(value) ? [...value] : { ...value }) as T; // the same kind, with the same fields
const put = (place: object, key: string, value: unknown) =>
  Object.defineProperty(place, key, { value, enumerable: true, configurable: true, writable: true });
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
