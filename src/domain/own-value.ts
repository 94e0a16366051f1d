/** What a record itself holds under a key that comes from outside: what every object has, such as `constructor`, is not in it. */
export function ownValue<V>(record: Readonly<Record<PropertyKey, V>>, key: PropertyKey): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
