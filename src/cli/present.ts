/** The object without the keys whose value is not there. */
export function present<T extends object>(object: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> }; // the same keys, without those
}
