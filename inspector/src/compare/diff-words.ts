import { markEnd, markStart } from '../text/marks.ts';

/** Two texts with their differences marked. */
export interface DiffedText {
  readonly a: string;
  readonly b: string;
  /** Paragraphs that are not the same in both, and how many there are on each side. */
  readonly differing: { readonly a: number; readonly b: number };
  readonly paragraphs: { readonly a: number; readonly b: number };
}

/** More than these are not compared word by word. */
const mostPairs = 4_000_000;

/** Marks in two texts of Markdown the words that differ; what is markup stays as it is. */
export function diffTexts(a: string, b: string): DiffedText {
  const [left, right] = [paragraphsOf(a), paragraphsOf(b)];
  const [outA, outB]: [string[], string[]] = [[], []];
  const differing = { a: 0, b: 0 };
  for (const part of changesOf(left, right)) {
    differing.a += part.isSame ? 0 : part.a.length;
    differing.b += part.isSame ? 0 : part.b.length;
    const both = part.isSame ? [part.a, part.b] : markedWords(part.a.join('\n\n'), part.b.join('\n\n'));
    outA.push(...(both[0] ?? []));
    outB.push(...(both[1] ?? []));
  }
  const paragraphs = { a: left.length, b: right.length };
  return { a: outA.join('\n\n'), b: outB.join('\n\n'), differing, paragraphs };
}

const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((each) => each.trimEnd())
    .filter((each) => each.trim() !== '');

/** The words of a text, and what stands between them. */
const tokensOf = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}.,:%'’-]*(?<![.,:])|[^\p{L}\p{N}]+|./gu) ?? [];
const isWord = (token: string) => /^[\p{L}\p{N}]/u.test(token);

function markedWords(a: string, b: string): [string[], string[]] {
  const [left, right] = [tokensOf(a), tokensOf(b)];
  const [outA, outB]: [string[], string[]] = [[], []];
  for (const part of changesOf(left, right)) {
    outA.push(...(part.isSame ? part.a : part.a.map(marked)));
    outB.push(...(part.isSame ? part.b : part.b.map(marked)));
  }
  return [[joined(outA)], [joined(outB)]];
}

const marked = (token: string) => (isWord(token) ? `${markStart}${token}${markEnd}` : token);
/** Words that stand side by side are marked as one. */
const joined = (tokens: readonly string[]) =>
  tokens.join('').replaceAll(new RegExp(`${markEnd}( ?)${markStart}`, 'g'), '$1');

/** A stretch of two lists: the same in both, or what each has in the place of the other. */
interface Stretch {
  readonly isSame: boolean;
  readonly a: string[];
  readonly b: string[];
}

/** Two lists as stretches, by the longest list that is in both. */
export function changesOf(a: readonly string[], b: readonly string[]): Stretch[] {
  const found: Stretch[] = [];
  const add = (isSame: boolean, left: readonly string[], right: readonly string[]) => {
    if (left.length + right.length === 0) return;
    const last = found.at(-1);
    if (last?.isSame !== isSame) found.push({ isSame, a: [...left], b: [...right] });
    else {
      last.a.push(...left);
      last.b.push(...right);
    }
  };
  let [start, endA, endB] = [0, a.length, b.length];
  while (start < endA && start < endB && a[start] === b[start]) start++;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  add(true, a.slice(0, start), b.slice(0, start));
  for (const [isSame, left, right] of middleOf(a.slice(start, endA), b.slice(start, endB))) add(isSame, left, right);
  add(true, a.slice(endA), b.slice(endB));
  return found;
}

function middleOf(a: readonly string[], b: readonly string[]): (readonly [boolean, string[], string[]])[] {
  if (a.length * b.length > mostPairs) return [[false, [...a], [...b]]];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: (readonly [boolean, string[], string[]])[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      parts.push([true, [left], [left]]);
      [i, j] = [i + 1, j + 1];
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      parts.push([false, [left], []]);
      i++;
    } else if (right !== undefined) {
      parts.push([false, [], [right]]);
      j++;
    }
  }
  return parts;
}
