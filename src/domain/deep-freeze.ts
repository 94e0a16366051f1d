/** Freezes a value and all that is in it. What is frozen already is taken to be frozen throughout, so nothing is looked at twice. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const inner of Array.isArray(next) ? next : Object.values(next)) {
      if (typeof inner === 'object') open.push(inner);
    }
  }
  return value;
}
