/** A copy of `target` in which the value at a path such as `options.limits.rounds` or `plan.steps.0.priority` is another one. */
export function withValue<T extends object>(target: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const copy = (Array.isArray(target) ? [...target] : { ...target }) as T & Record<string, unknown>; // addressed by the path's parts
  const inner = copy[key];
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest.join('.'), value);
  Object.defineProperty(copy, key, { value: next, enumerable: true, configurable: true, writable: true });
  return copy;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
