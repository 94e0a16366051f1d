import { hanPartOf, type Part, partOf } from './asking-words.ts';
import { isHan, latinWords, rootOf } from './roots.ts';
import { hanPhraseAt, mostApart, particles, phraseAt } from './same-words.ts';

/** A word of a question, or several that are one, with what it is looked up by. */
export interface AskedWord {
  readonly text: string;
  readonly part: Exclude<Part, 'none'>;
  /** The roots that have to stand there, one behind the other for a word made of several; empty for Han. */
  readonly roots: readonly string[];
  readonly senses: readonly string[];
}

/** The words of a question that ask or say something, in their order. */
export function askedWords(question: string): AskedWord[] {
  const runs = question.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? [];
  const words = runs.flatMap((run) => (isHan(run) ? hanWords(run) : wordsOf(run)));
  return [...new Map(words.map((word) => [word.text.toLowerCase(), word])).values()];
}

/** Words of several that say how much, not of what. */
const degree = /^(?:at (?:most|least)|up to|no (?:more|less|later) than|no later|not exceed|have to|by when)$/i;

function wordsOf(run: string): AskedWord[] {
  const words = withParticles(latinWords(run));
  const roots = words.map(rootOf);
  const found: AskedWord[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(roots, at);
    const phrasal = phrase && phrase.length > 1 ? undefined : phrasalAt(words, at);
    if (phrasal !== undefined) {
      found.push({ text: phrasal, part: 'topic', roots: [rootOf(roots.slice(at, at + 2).join(''))], senses: [] });
      at += 2;
      continue;
    }
    const parts = words.slice(at, at + (phrase?.length ?? 1)).map((word, place) => partOf(word, words[at + place - 1]));
    const isPhrase = phrase !== undefined && phrase.length > 1;
    const length = isPhrase ? phrase.length : 1;
    const text = words.slice(at, at + length).join(' ');
    const part = isPhrase ? phrasePart(text, parts) : (parts[0] ?? 'none');
    if (part !== 'none')
      found.push({ text, part, roots: roots.slice(at, at + length), senses: isPhrase || phrase ? phrase.senses : [] });
    at += length;
  }
  return found;
}

const light =
  /^(?:(?:look|turn|work|call)(?:s|ed|ing)?|(?:tak|giv|mak|com)(?:es?|ing)|taken|given|took|gave|made|came|(?:go|hold|keep|bring|set|put|run|get)(?:s|ing)?|goes|running|getting|setting|putting|gone|went|held|kept|brought|got|ran|hand(?:s|ed|ing)|let|lets)$/i;
const behindLight = /^(?:up|out|away|through|down|off|after)$/i;

/** "Look after" is something else than "look": a verb of little meaning has one with such a word behind it. */
function phrasalAt(words: readonly string[], at: number): string | undefined {
  const [verb = '', particle = '', next = '', last = ''] = words.slice(at, at + 4);
  if (!light.test(verb) || !behindLight.test(particle)) return undefined;
  if (/^after$/i.test(particle) && !/^look/i.test(verb)) return undefined;
  // "keep up to 10 days", "work out of the office"
  if (/^out$/i.test(particle) && /^of$/i.test(next)) return undefined;
  if (/^up$/i.test(particle) && /^to$/i.test(next) && /^\d/.test(last)) return undefined;
  return `${verb} ${particle}`;
}

/** "send the machine back" is "send back the machine", where the two are a word of the lists. */
function withParticles(words: readonly string[]): string[] {
  const ordered = [...words];
  for (let at = 0; at < ordered.length; at++) {
    const behind = ordered.slice(at + 2, at + mostApart).findIndex((word) => particles.has(word.toLowerCase()));
    const particle = ordered[at + 2 + behind];
    if (behind < 0 || particle === undefined) continue;
    if (phraseAt([ordered[at] ?? '', particle].map(rootOf), 0)?.length !== 2) continue;
    ordered.splice(at + 2 + behind, 1);
    ordered.splice(at + 1, 0, particle);
  }
  return ordered;
}

function phrasePart(text: string, parts: readonly Part[]): Part {
  if (degree.test(text) || parts.every((part) => part === 'soft')) return 'soft';
  const isAsking = parts.some((part) => part === 'asks') && parts.every((part) => part === 'asks' || part === 'none');
  return isAsking && !/ off$/i.test(text) ? 'asks' : 'topic';
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** The longest entry of the lists at each place; what is between them is cut by the segmenter. */
function hanWords(run: string): AskedWord[] {
  const words: AskedWord[] = [];
  let open = '';
  const close = () => {
    for (const { segment } of segmenter.segment(open)) {
      for (const text of piecesOf(segment)) {
        const phrase = hanPhraseAt(text, 0);
        const senses = phrase?.length === text.length ? phrase.senses : [];
        const part = senses.length > 0 && /^[涨降借租修换退补病管]$/.test(text) ? 'topic' : hanPartOf(text);
        if (part !== 'none') words.push({ text, part, roots: [], senses });
      }
    }
    open = '';
  };
  for (let at = 0; at < run.length; ) {
    const asked = askingAt(run, at);
    const phrase = hanPhraseAt(run, at);
    // 能拿 only helps, and 拿回 behind it is a word of the lists.
    const behind = hanPhraseAt(run, at + 1);
    const own = asked.length === 2 && hanPartOf(asked) === 'none' && behind && behind.length > 1 ? 0 : asked.length;
    const length = Math.max(own, phrase && phrase.length > 1 ? phrase.length : 0);
    if (length === 0) {
      open += run[at] ?? '';
      at++;
      continue;
    }
    close();
    const text = run.slice(at, at + length);
    const part = hanPartOf(text);
    if (part !== 'none') words.push({ text, part, roots: [], senses: phrase?.length === length ? phrase.senses : [] });
    at += length;
  }
  close();
  return words;
}

/** A word of two characters or more that asks or only helps. */
function askingAt(run: string, at: number): string {
  for (let length = Math.min(5, run.length - at); length > 1; length--) {
    const text = run.slice(at, at + length);
    if (hanPartOf(text) !== 'topic') return text;
  }
  return '';
}

/** A word that only helps before one of doing: 要交 is 要 and 交. */
function piecesOf(segment: string): string[] {
  const [first = '', second = ''] = segment;
  const isHelped = /[要会能可想去来]/.test(first) && hanPartOf(second) === 'soft';
  // 再办, 我来, 上了: a word of one character with one that only helps.
  const isApart =
    segment.length === 2 && (isHelped || /^[再我你您他才还就都要想]/.test(first) || /[了过着的]/.test(second));
  return isApart ? [first, second] : [segment];
}
