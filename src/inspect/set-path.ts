/** A copy of a value with another part; without one, the part is gone. What is not on the way is shared. */
export function setPath(value: unknown, path: readonly (string | number)[], part: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return part;
  if (Array.isArray(value)) return value.map((each, index) => (index === key ? setPath(each, rest, part) : each));
  const object = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>; // whatever it was
  const next = { ...object, [key]: setPath(object[key], rest, part) };
  if (rest.length === 0 && part === undefined) delete next[key];
  return next;
}
