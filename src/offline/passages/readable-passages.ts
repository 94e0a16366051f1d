import type { Document } from '../../tools/documents/parse-document.ts';
import { type Passage, passagesOf } from '../../tools/documents/passages.ts';
import { isHan, rootOf, rootsIn } from './roots.ts';
import { sensesIn } from './same-words.ts';

/** What a text can be found by. */
export interface TextWords {
  readonly roots: ReadonlySet<string>;
  readonly senses: ReadonlySet<string>;
  readonly text: string;
  /** Where its words of Han characters begin and end. */
  readonly edges: ReadonlySet<number>;
}

/** A paragraph, or one item of a list or a table, with what says what it is about. */
export interface Readable {
  readonly passage: Passage;
  /** Itself, what leads in to it, and its heading. */
  readonly own: TextWords;
  /** The names above it, and the paragraph before it. */
  readonly around: TextWords;
  /** What is looked at for an amount, a day or a name. */
  readonly said: string;
}

// A memo: the same documents are asked many questions.
const read = new WeakMap<readonly Document[], readonly Readable[]>();

/** What documents say, piece by piece. */
export function readablePassages(documents: readonly Document[]): readonly Readable[] {
  const known = read.get(documents);
  if (known) return known;
  const all = documents.flatMap(readablesOf);
  read.set(documents, all);
  return all;
}

function readablesOf(document: Document): Readable[] {
  const passages = passagesOf(document);
  const [first] = passages;
  // Plain text has no heading but its first line.
  const title = document.title === '' && first && isTitle(first.text) && passages.length > 1 ? first.text : '';
  return passages.flatMap((passage, at) => {
    const before = passages[at - 1];
    const isBeside = before !== undefined && before.heading === passage.heading && before.text !== title;
    if (passage.text === title || passage.text.trim() === '') return [];
    if (leadsIn(passage.text) && passages[at + 1]?.heading === passage.heading) return [];
    const lead = isBeside && leadsIn(before.text) ? before.text : '';
    const place = `${passage.place.replace(/\.\w{1,5}(?= |$)/, '')} ${title} ${isBeside ? before.text : ''}`;
    const around = wordsOf(place);
    const { head, items } = itemsOf(passage.text);
    return items.map((item) => ({
      passage,
      own: wordsOf([passage.heading, lead, head, item].join('\n')),
      around,
      said: `${head}\n${item}`,
    }));
  });
}

const isTitle = (text: string) => text.length <= 80 && !/[\n.。!！?？:：;；]/.test(text);
/** A question or "…:" says what the next paragraph is about. */
const leadsIn = (text: string) => text.length <= 300 && /[?？:：][*_ ]{0,4}$/.test(text.trim());

const mark = /^(\s{0,20})(?:[-*+•]|\d{1,3}[.)、])\s/;

/** The items of a list, each with the lines that belong to it, or the rows of a table; what stands above them belongs to all. */
function itemsOf(text: string): { head: string; items: string[] } {
  const lines = text.split('\n');
  const isTable = lines.filter((line) => line.startsWith('|')).length > 2;
  const indents = lines.flatMap((line) => mark.exec(line)?.[1]?.length ?? []);
  const least = indents.reduce((one, other) => Math.min(one, other), 20);
  const begins = (line: string) => (isTable ? line.startsWith('|') : (mark.exec(line)?.[1]?.length ?? 21) <= least);
  const head: string[] = [];
  const items: string[][] = [];
  for (const line of lines) {
    if (begins(line)) items.push([line]);
    else if (items.length > 0) items.at(-1)?.push(line);
    else head.push(line);
  }
  if (isTable) head.push(...items.splice(0, 2).flat());
  if (items.length < 2) return { head: '', items: [text] };
  return { head: head.join('\n'), items: items.map((item) => item.join('\n')) };
}

function wordsOf(text: string): TextWords {
  const roots = rootsIn(text);
  const joined = roots.flatMap((root, at) => {
    const next = roots[at + 1];
    return next === undefined ? [] : [rootOf(`${root}${next}`)];
  });
  return { roots: new Set([...roots, ...joined, ...daysIn(text)]), senses: sensesIn(text), text, edges: edgesOf(text) };
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const noEdges: ReadonlySet<number> = new Set();

function edgesOf(text: string): ReadonlySet<number> {
  if (!isHan(text)) return noEdges;
  const edges = new Set([text.length]);
  for (const { index } of segmenter.segment(text)) edges.add(index);
  return edges;
}

const days = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const range =
  /\b(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\s{0,3}(?:to|till|until|through|-|–)\s{0,3}(mon|tue|wed|thu|fri|sat|sun)|(?:周|星期)([一二三四五六日天])\s?[至到~—-]\s?(?:周|星期)?([一二三四五六日天])/giu;

/** "Monday to Friday" is each of these days. */
function daysIn(text: string): string[] {
  return [...text.matchAll(range)].flatMap(([, from, to, hanFrom, hanTo]) => {
    const place = (name = '', han = '') =>
      han === ''
        ? days.findIndex((day) => day.startsWith(name.toLowerCase()))
        : '一二三四五六日'.indexOf(han.replace('天', '日'));
    const [start, end] = [place(from, hanFrom), place(to, hanTo)];
    return days.slice(start, end + 1).map(rootOf);
  });
}
