import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import { bareName } from './name-parts.ts';
import type { Meaning } from './sense.ts';
import { isHan, toPlain, unitsOf } from './units.ts';

/** Words of names of files that say what kind of file it is, or which one. */
const ofFiles =
  /^(?:data|table|file|export|list|report|log|new|old|all|full|final|raw|test|copy|first|last|big|small|sample|example|csv|my|the|and|of|or|no|not|in|on|by|for|with|total|per|each)$/;
const longestHan = 4;

/** The words of a file's name that mean nothing else: what they say is so of every row, 采 and 蜜 of 采蜜记录. */
export function topicWords(
  table: TableDescription,
  isKnown: (word: string) => boolean,
  meaningOf: (column: ColumnDescription) => Meaning,
): [word: string, meaning: Meaning][] {
  const name = table.name.replace(/\.[^.]*$/, '').slice(0, 60);
  /** 蜜 of 采蜜记录 is what 采蜜量 measures. */
  const topic = (noun: string): Meaning => {
    const named = table.columns.flatMap((column) => {
      const own = isHan(noun) && bareName(column.name).includes(noun) ? meaningOf(column) : undefined;
      return own?.kind === 'measure' && !own.measure.isRate ? [own.measure] : [];
    });
    return { kind: 'topic', noun, ...(named[0] && named.length === 1 ? { measure: named[0] } : {}) };
  };
  // A name of a column within it is no part of a longer word: 茶园 in 茶园采茶.
  const holdsKnown = (word: string): boolean => {
    const characters = [...word];
    const isIn = (from: number, to: number) => isKnown(characters.slice(from, to).join(' '));
    if (isIn(0, characters.length)) return true;
    return characters.some((_, from) => characters.some((__, to) => to > from + 1 && isIn(from, to)));
  };
  const found = new Map<string, Meaning>();
  for (const unit of unitsOf(name.replace(/[_-]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'))) {
    if (isHan(unit.text) || !/^[a-z]{3,}$/i.test(unit.text) || ofFiles.test(unit.plain) || isKnown(unit.plain))
      continue;
    found.set(toPlain(unit.text), topic(unit.plain));
  }
  for (const [run] of name.matchAll(/\p{Script=Han}+/gu)) {
    for (let at = 0; at < run.length; at++) {
      for (let length = 1; length <= Math.min(longestHan, run.length - at); length++) {
        const word = run.slice(at, at + length);
        const key = [...word].join(' ');
        if (!holdsKnown(word) && !/[的和与在是有无不未非]/.test(word)) found.set(key, topic(word));
      }
    }
  }
  return [...found];
}
