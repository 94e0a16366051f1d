import { hanPairs } from '../../text/han-pairs.ts';
import { stem } from '../../text/stem.ts';
import { stopWords } from '../../text/stop-words.ts';

/** Words of a question about documents that say nothing about what it asks for. */
const askingWords: ReadonlySet<string> = new Set([
  ...stopWords,
  ...`above according below between during find further having itself know list notes said say says search write document documents file files text anything something mentioned mention there's what's`.split(
    /\s+/,
  ),
]);
const hanStopWords: ReadonlySet<string> = new Set(
  '什么 怎么 怎样 如何 多少 哪个 哪些 是否 关于 文档 文件 笔记 里面 提到 说明 内容 查找 搜索 告诉 一下 可以 我们 你们 他们 有没有'.split(
    ' ',
  ),
);

/** Characters that are no part of a word beside them. */
const hanParticles: ReadonlySet<string> = new Set('的了是在和与及或吗呢吧有为对从到把被让就都也很不没请');
/** Characters that end the word before them: 满意度, 供应商, 违约金. */
const hanEndings: ReadonlySet<string> = new Set('度率商金额期费价量数员者性化部区品类单表书');

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** The terms under which a text is found: Latin words in a plain form, Han runs as pairs of characters. */
export function toTerms(text: string): string[] {
  return splitRuns(text).flatMap(({ run, isHan }) => (isHan ? hanPairs(run) : [stem(run.toLowerCase())]));
}

/** The terms of a question that carry its meaning, each with the word that it comes from. */
export function toQueryWords(text: string): Map<string, string> {
  const terms = splitRuns(text).flatMap(({ run, isHan }): [string, string][] => {
    if (!isHan) return isEmptyWord(run) || run.length < 2 ? [] : [[stem(run.toLowerCase()), run]];
    // Cut into words first, so that pairs across words do not count.
    return toHanWords(run)
      .filter((word) => word.length > 1 && !hanStopWords.has(word))
      .flatMap((word) => hanPairs(word).map((pair): [string, string] => [pair, word]));
  });
  return new Map(terms);
}

/** May is a month. */
const isEmptyWord = (word: string) => word !== 'May' && askingWords.has(word.toLowerCase());

export const toQueryTerms = (text: string): string[] => [...toQueryWords(text).keys()];

/** The words of a Han run. The segmenter knows few of them and cuts the others into characters: 满意|度|评|分 is 满意度 and 评分. */
function toHanWords(run: string): string[] {
  const words: string[] = [];
  // Whether the last word is made of characters, so that the next one belongs to it.
  let isOpen = false;
  for (const { segment } of segmenter.segment(run)) {
    const isSingle = segment.length === 1 && !hanParticles.has(segment);
    const before = words.at(-1) ?? '';
    const ends = hanEndings.has(segment) && before.length > 1 && before.length < 5 && !hanStopWords.has(before);
    if (isSingle && (isOpen || ends)) words[words.length - 1] = `${before}${segment}`;
    else words.push(segment);
    isOpen = isSingle && !ends;
  }
  return words;
}

function splitRuns(text: string): { run: string; isHan: boolean }[] {
  const runs = text.match(/\p{Script=Han}+|[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
  return runs.flatMap((run) => {
    const parts = run.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? [];
    return parts.map((part) => ({ run: part.replace(/['’]s$/i, ''), isHan: /\p{Script=Han}/u.test(part) }));
  });
}
