/**
 * The same fields, in an object that grew out of `{}`. XState makes a new context with `Object.assign({}, context, changes)` at every assign. V8
 * copies an object that grew so at once; one of more than sixteen fields that began as a literal it copies field by field into a dictionary, which
 * takes fifty times as long, and makes every later read of the context slow.
 */
export function growable<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields)) as T; // the same fields
}
