const stopWords: ReadonlySet<string> = new Set(
  `a about above according after all also am an and any are as at be been before being below between both but by can could did do does doing
  down during each few find for from further give had has have having he her here his how i if in into is it its itself just know list look
  me more most my no nor not notes now of off on once only or other our out over own please said same say says search she should show so some
  such tell than that the their them then there these they this those through to too under until up us very was we were what when where which
  while who whom why will with would write you your document documents file files text anything something mentioned mention there's what's`.split(
    /\s+/,
  ),
);
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
  return splitRuns(text).flatMap(({ run, isHan }) => (isHan ? toPairs(run) : [toStem(run)]));
}

/** The terms of a question that carry its meaning, each with the word that it comes from. */
export function toQueryWords(text: string): Map<string, string> {
  const terms = splitRuns(text).flatMap(({ run, isHan }): [string, string][] => {
    if (!isHan) return stopWords.has(run.toLowerCase()) || run.length < 2 ? [] : [[toStem(run), run]];
    // Cut into words first, so that pairs across words do not count.
    return toHanWords(run)
      .filter((word) => word.length > 1 && !hanStopWords.has(word))
      .flatMap((word) => toPairs(word).map((pair): [string, string] => [pair, word]));
  });
  return new Map(terms);
}

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

function toPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** `returns`, `returned` and `return` are one term. */
function toStem(written: string): string {
  const word = written.toLowerCase();
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const stem = word
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=\w{3})(?:ing|ed)$/, '');
  return stem.replace(/(?<=\w{3})e$/, '');
}
