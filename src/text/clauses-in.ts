/** Where a clause may end: at a comma that is in no number, a semicolon, or a word that joins. */
const joints = /(?:,(?=\s|\p{Script=Han})|[;，；])(?:\s{1,3}(?:and|but|plus)(?=\s))?|\s(?:and|but|plus)(?=\s)/giu;

/** A part of a sentence: `from` and `to` are where it stands. */
export interface Clause {
  readonly from: number;
  readonly to: number;
}

/** The clauses of a sentence, as far as commas and joining words tell them, without what joins them. */
export function clausesIn(sentence: string): Clause[] {
  const found: Clause[] = [];
  const add = (start: number, end: number) => {
    const text = sentence.slice(start, end);
    const from = start + text.length - text.trimStart().length;
    const to = from + text.trim().length;
    if (to > from) found.push({ from, to });
  };
  let from = 0;
  for (const { 0: joint, index } of sentence.matchAll(joints)) {
    add(from, index);
    from = index + joint.length;
  }
  add(from, sentence.length);
  return found;
}
