import type { Figure } from '../ask.ts';
import type { Clause } from '../clause.ts';

/** "the orders that were paid" are some of the orders; "paid by card" says nothing more than "by card". */
function isPassive(clause: Clause, at: number): boolean {
  const concept = clause.open(at, 'verb')?.concept;
  if ((concept !== 'amount' && concept !== 'named') || /\p{Script=Han}/u.test(clause.tokens[at]?.text ?? ''))
    return false;
  if (asksAmount(clause.text) && !clause.has('rows')) return false;
  const isHow = clause.is(at + 1, 'by', 'with', 'in') && clause.is(at + 2, 'value');
  return (
    !isHow &&
    ((clause.is(at - 1, 'is') && !/^(?:has|have|had|did|do|does)$/i.test(clause.tokens[at - 1]?.text ?? '')) ||
      clause.is(at - 1, 'not') ||
      clause.is(at + 1, 'rows'))
  );
}

/** "how much do they pay", 多少钱: an amount of money is asked for, never how many rows there are. */
export const asksAmount = (text: string) =>
  /\bhow much\b(?! (?:more|less|higher|lower|longer|shorter|of)\b)|多少钱|\bmoney\b|^\W*what (?:did|do|does)\b.{0,60}\b(?:pay|cost|spend|charge|earn|owe)\b/i.test(
    text,
  );

/** "sold", "brought in": the measure that they speak of, where none is named. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
export function readVerbs(
  clause: Clause,
  isCount: boolean,
  figures: readonly Figure[],
  isNamed: boolean,
): Figure | undefined {
  const verbs = clause.places('verb').filter((at) => !isPassive(clause, at));
  const concepts = verbs.flatMap((at) => clause.open(at, 'verb')?.concept ?? []);
  const [concept] = concepts;
  if (!concept) return undefined;
  if (concept === 'named') {
    if (figures.some(({ kind }) => kind === 'measure')) clause.use(...verbs);
    return undefined;
  }
  const isAmount = concept === 'amount';
  const isMostRows = clause.tokens.some(
    (_, at) => clause.is(at, 'rows') && /^(?:most|fewest)$/i.test(clause.tokens[at - 1]?.text ?? ''),
  );
  const isSaid = isMostRows || (isAmount && (clause.has('rows') || clause.has('share') || isCount));
  if (figures.length > 0 || (isNamed && isCount) || isSaid) {
    clause.use(...verbs);
    return undefined;
  }
  // "made with the van" says nothing of money where rows are counted.
  if (
    concept === 'revenue' &&
    !asksAmount(clause.text) &&
    (isCount || clause.has('share') || clause.has('rows')) &&
    !clause.measureOf('revenue')
  ) {
    clause.use(...verbs);
    return undefined;
  }
  const isMoney =
    concept === 'units' && clause.tokens.some(({ text }) => /^(?:how much|多少钱)$/i.test(text)) && !isCount;
  const measure = isMoney
    ? (clause.measureOf('revenue') ?? clause.measureOf('units'))
    : (clause.measureOf(concept) ??
      (isAmount ? (clause.measureOf('revenue') ?? clause.measureOf('price')) : undefined) ??
      (isCount || concept !== 'units' ? undefined : clause.measureOf('revenue')));
  if (!measure) {
    // Counted rows are what is sold where nothing says how many of each.
    // "how much do we spend": which amount that is, is found where nothing else is named.
    const isAsked = asksAmount(clause.text) && (isAmount || concept === 'revenue');
    if (isAsked || (isCount && concept === 'units')) clause.use(...verbs);
    return undefined;
  }
  clause.use(...verbs);
  return { kind: 'measure', measure };
}
