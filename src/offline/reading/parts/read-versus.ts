import type { Direction } from '../../lexicon/cue.ts';
import type { Measure } from '../../lexicon/sense.ts';
import type { Filter } from '../ask.ts';
import type { Clause } from '../clause.ts';
import type { Span } from '../scan-dates.ts';

/**
 * "does A have more than B", "how much more in May than in June", "the difference between A and B", A比B多多少: both are shown with their difference,
 * whichever is asked to be more. Gives the measures that "cheaper than" speaks of.
 */
export function readVersus(
  clause: Clause,
  {
    filters,
    compared,
    orders,
  }: { filters: readonly Filter[]; compared: readonly Span[]; orders: readonly Direction[] },
): { measures: Measure[]; isVersus: boolean } {
  const no = { measures: [], isVersus: false };
  if (orders.length === 2 && clause.has('compare')) clause.use(...clause.places('between'));
  const pairs = filters.filter(({ values }) => values.length === 2).length + (compared.length === 2 ? 1 : 0);
  const isSplit = clause.tokens.some((_, at) => clause.is(at, 'which', 'who', 'by', 'per', 'each', 'one'));
  const isThan = (at: number) => /than$/i.test(clause.tokens[at]?.text ?? '');
  const isVersus = clause.tokens.some(
    (_, at) => clause.is(at, 'compare', 'than') || (clause.is(at, 'operator') && isThan(at)),
  );
  const ors = [
    ...clause.places('or'),
    ...clause.places('after-number').filter((at) => /^or more$/i.test(clause.tokens[at]?.text ?? '')),
  ];
  const degrees = clause.places('degree');
  const comparatives = clause.places('comparative');
  const isEither = degrees.length + comparatives.length > 0 && (clause.has('or') || ors.length > 0);
  if (pairs !== 1 || isSplit || !(isVersus || isEither)) return no;
  const isNamed = clause.has('measure') || clause.has('extreme');
  if (!isNamed && degrees.some((at) => clause.open(at, 'degree')?.needsMeasure)) return no;
  const measures = comparatives.flatMap((at) => clause.open(at, 'comparative')?.measure ?? []);
  const operators = clause.places('operator').filter(isThan);
  clause.use(...degrees, ...comparatives, ...operators, ...ors, ...clause.places('than'), ...clause.places('between'));
  return { measures, isVersus: true };
}
