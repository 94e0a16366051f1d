import { nearestName } from '../../text/nearest-name.ts';
import { toCompatible } from '../plain-text.ts';

/** Longer names are compared as they are. */
const longest = 200;

/**
 * The name that was meant: the same but for case and decoration, else the only one that has all of its words, else the nearest.
 * Numbers are never taken for other numbers: what is there for 2023 is not what was asked for 2024.
 */
export function matchTitle(written: string, names: readonly string[]): string | undefined {
  if (names.includes(written)) return written;
  if (written.length > longest) return undefined;
  const wanted = wordsOf(written);
  if (wanted === '') return undefined;
  const plain = new Map(names.filter((name) => name.length <= longest).map((name) => [name, wordsOf(name)]));
  const only = (fits: (words: string) => boolean): string | undefined => {
    const [first, ...others] = [...plain].filter(([, words]) => words !== '' && fits(words));
    return others.length === 0 ? first?.[0] : undefined;
  };
  const holds = (whole: string, part: string) => ` ${whole} `.includes(` ${part} `);
  const numbers = numbersIn(wanted);
  return (
    only((words) => words === wanted) ??
    only((words) => holds(words, wanted)) ??
    only((words) => holds(wanted, words)) ??
    only(
      (words) =>
        numbersIn(words) === numbers &&
        words === nearestName(wanted, [...plain.values()], (name) => Math.floor(name.length / 5)),
    )
  );
}

/** The words of a name between single blanks, without marks; each Han character is a word. */
function wordsOf(name: string): string {
  const words = toCompatible(name)
    .toLowerCase()
    .match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu);
  return (words ?? []).join(' ');
}

const numbersIn = (words: string) => (words.match(/\d+/g) ?? []).join(' ');
