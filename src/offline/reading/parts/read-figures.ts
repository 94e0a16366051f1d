import { units } from '../../lexicon/name-parts.ts';
import type { Measure } from '../../lexicon/sense.ts';
import { wordsOf } from '../../lexicon/units.ts';
import type { Figure, Parts } from '../ask.ts';
import type { Clause } from '../clause.ts';
import type { Problem } from '../problem.ts';
import { mostRows, readCounts } from './read-counts.ts';
import { useLoose } from './read-loose.ts';
import type { Ranks } from './read-ranks.ts';
import { readVerbs } from './read-verbs.ts';

/** What a clause wants to know of the rows. */
export interface ReadFigures
  extends Pick<
    Parts,
    'figures' | 'aggregates' | 'isOverTime' | 'isShare' | 'isCount' | 'isOfResult' | 'isOfThose' | 'follows'
  > {
  readonly change?: Parts['change'];
}

/** "average price", "how many products", "the share of", "growth", 平均单价, 有几家门店. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
export function readFigures(clause: Clause, ranks: Ranks, isComparing: boolean): ReadFigures | Problem {
  const figures: Figure[] = [];
  const add = (figure: Figure) => {
    const key = (each: Figure) => JSON.stringify(each.kind === 'measure' ? each.measure.columns : each);
    if (!figures.some((each) => key(each) === key(figure))) figures.push(figure);
  };
  const flags = readFlags(clause);
  const counts = readCounts(clause, add);
  for (const at of clause.places('measure')) {
    const measure = clause.open(at, 'measure')?.measure;
    if (!measure) continue;
    clause.use(at);
    if (isInUnit(clause, at)) continue;
    // "hours of downtime" is the measure in its own unit.
    if (clause.is(at - 1, 'of') && clause.is(at - 2, 'unit') && isOfUnit(clause, at, measure)) clause.use(at - 2);
    add({ kind: 'measure', measure });
  }
  // "what share of pupils were injured": the whole stands first.
  const share = clause.tokens.findIndex((_, at) => clause.is(at, 'share'));
  if (figures.length === 2 && flags.isShare && clause.tokens.findIndex((_, at) => clause.is(at, 'measure')) > share)
    figures.reverse();
  for (const measure of ranks.measures) add({ kind: 'measure', measure });
  if (ranks.countsRows && figures.length === 0) add({ kind: 'rows' });
  if (figures.length === 0 && counts.rows === undefined) for (const figure of mostRows(clause)) add(figure);
  const isMixed = counts.isNumbered && ranks.orders.length > 0 && !clause.has('and');
  if (isMixed && figures.some(({ kind }) => kind === 'measure'))
    return { problem: 'cannot', words: clause.tokens.flatMap(({ text }, at) => (clause.is(at, 'rows') ? [text] : [])) };
  const verbs = readVerbs(clause, counts.isCount, figures, isComparing || counts.isNumbered);
  if (verbs) figures.push(verbs);
  if (counts.rows !== undefined && (figures.length === 0 || counts.isNumbered)) add(counts.rows);
  const aggregates = clause.places('aggregate').flatMap((at) => {
    const aggregate = clause.open(at, 'aggregate')?.aggregate;
    clause.use(at);
    return aggregate ? [aggregate] : [];
  });
  if (figures.some(({ kind }) => kind === 'measure')) clause.use(...clause.places('how-long'));
  const lone = clause.places('mean-over');
  clause.use(...lone);
  useLoose(clause, figures, flags.isShare);
  const isNumber = figures.some(({ kind }) => kind !== 'measure');
  return {
    figures,
    aggregates: [...new Set(aggregates)].filter((aggregate) => !(isNumber && aggregate === 'sum')),
    ...flags,
    isCount: counts.isCount,
  };
}

function readFlags(
  clause: Clause,
): Pick<ReadFigures, 'isShare' | 'isOverTime' | 'isOfResult' | 'isOfThose' | 'follows' | 'change'> {
  const take = (kind: 'share' | 'over-time' | 'its' | 'of-those' | 'one' | 'follow') => {
    const places = clause.places(kind);
    clause.use(...places);
    return places.length > 0;
  };
  const [isShare, isOverTime] = [take('share'), take('over-time')];
  // "these orders", 这些订单: the rows themselves, not what was found before.
  clause.use(
    ...clause
      .places('its')
      .filter((at) => /^(?:these|those|这些|那些)$/i.test(clause.tokens[at]?.text ?? '') && clause.is(at + 1, 'rows')),
  );
  const isOfResult = take('its');
  const isOfThose = take('of-those');
  const isOne = take('one');
  const starts = clause.tokens[0]?.meanings.some(({ kind }) => kind === 'follow' || kind === 'and') ?? false;
  const isFollowing = take('follow') || starts;
  const changes = clause.places('change').flatMap((at) => clause.open(at, 'change') ?? []);
  clause.use(...clause.places('change'));
  const change = changes.length > 0 ? (changes.find(({ direction }) => direction)?.direction ?? 'any') : undefined;
  return {
    isShare,
    isOverTime,
    isOfResult,
    follows: isFollowing || isOne,
    isOfThose,
    ...(change ? { change } : {}),
  };
}

/** "the wait in minutes", where minutes are a column, too. */
const isInUnit = (clause: Clause, at: number): boolean =>
  clause.is(at - 1, 'in') && clause.is(at, 'unit') && clause.is(at - 2, 'measure');

function isOfUnit(clause: Clause, at: number, { columns: [column = ''] }: Measure): boolean {
  const said = clause.tokens[at - 2]?.text.toLowerCase() ?? '';
  return wordsOf(column).some(
    ({ plain }) =>
      plain === said || plain === said.replace(/s$/, '') || (plain.startsWith(said[0] ?? '') && units.has(plain)),
  );
}
