/** Where a sentence may end. One character at a time: no text makes it slow. */
const ends = /[。！？!?；\n]+["”』」）)]?|\.["”)]?(?=\s|$)/gu;
/** A full stop after one of these ends no sentence. */
export const abbreviation = /(?:\b(?:mr|mrs|ms|dr|prof|no|vs|e\.g|i\.e|inc|ltd|co|st|approx|fig)|(?:^|\s)[a-z])\.$/iu;
/** A longer sentence is cut, so that one text without an end cannot crowd out all others. */
const longest = 300;

/** The sentences of a text, of English and of Chinese; lines count as sentences, and a very long one is cut where it pauses. */
export function sentencesIn(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(ends)) {
    const to = index + end.length;
    if (end.startsWith('.') && abbreviation.test(text.slice(Math.max(from, index - 6), index + 1))) continue;
    addCut(text.slice(from, to).trim(), found);
    from = to;
  }
  addCut(text.slice(from).trim(), found);
  return found;
}

function addCut(sentence: string, found: string[]): void {
  let from = 0;
  while (sentence.length - from > longest) {
    const to = pause(sentence, from);
    found.push(sentence.slice(from, to).trim());
    from = to;
  }
  const rest = sentence.slice(from).trim();
  if (rest !== '') found.push(rest);
}

/** Where to cut: at the last pause, else not inside of a number or a pair of surrogates. */
function pause(sentence: string, from: number): number {
  const part = sentence.slice(from, from + longest);
  const at = Math.max(...[' ', '，', '、', '\t'].map((mark) => part.lastIndexOf(mark)));
  if (at > longest / 3) return from + at + 1;
  let to = from + longest;
  while (to > from + longest / 2 && /[\d.,\uDC00-\uDFFF]/.test(sentence.charAt(to))) to--;
  return to;
}
