import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import { bareName, plainEndings, units, vagueNames } from './name-parts.ts';
import { isHan, keyOf } from './units.ts';

/** The column whose name is one of these, or ends with one, or has one in it; nothing where several are as near. */
export function columnOf({ columns }: TableDescription, names: readonly string[]): ColumnDescription | undefined {
  const keys = names.map(keyOf);
  for (const key of keys) {
    const same = columns.filter(({ name }) => keyOf(name) === key || keyOf(bareName(name)) === key);
    if (same[0] && same.length === 1) return same[0];
  }
  for (const key of keys) {
    const near = columns.filter(({ name }) => {
      const own = keyOf(bareName(name));
      const words = own.split(' ');
      while (
        words.length > 1 &&
        (units.has(words.at(-1) ?? '') || (plainEndings.has(words.at(-1) ?? '') && words.at(-1) !== 'name'))
      )
        words.pop();
      const bare = words.join(' ');
      const isLast = (own.endsWith(` ${key}`) || bare.endsWith(` ${key}`)) && !vagueNames.has(key);
      return bare === key || isLast || (isHan(key) && key.length > 2 && own.endsWith(key));
    });
    if (near[0] && near.length === 1) return near[0];
  }
  return undefined;
}
