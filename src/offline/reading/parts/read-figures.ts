import { units } from '../../lexicon/name-parts.ts';
import { nameText } from '../../lexicon/query-text.ts';
import type { Measure } from '../../lexicon/sense.ts';
import { measureOfUnit } from '../../lexicon/unit-names.ts';
import { wordsOf } from '../../lexicon/units.ts';
import type { Figure, Parts } from '../ask.ts';
import type { Clause } from '../clause.ts';
import type { Problem } from '../problem.ts';
import type { Ranks } from './read-ranks.ts';

/** What a clause wants to know of the rows. */
export interface ReadFigures
  extends Pick<Parts, 'figures' | 'aggregates' | 'isOverTime' | 'isShare' | 'isCount' | 'isOfResult' | 'follows'> {
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
    // "hours of downtime" is the measure in its own unit.
    if (clause.is(at - 1, 'of') && clause.is(at - 2, 'unit') && isOfUnit(clause, at, measure)) clause.use(at - 2);
    add({ kind: 'measure', measure });
  }
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
  const isNumber = figures.some(({ kind }) => kind !== 'measure');
  return {
    figures,
    aggregates: [...new Set(aggregates)].filter((aggregate) => !(isNumber && aggregate === 'sum')),
    ...flags,
    isCount: counts.isCount,
  };
}

function readFlags(clause: Clause): Pick<ReadFigures, 'isShare' | 'isOverTime' | 'isOfResult' | 'follows' | 'change'> {
  const take = (kind: 'share' | 'over-time' | 'its' | 'one' | 'follow') => {
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
  const isOne = take('one');
  const starts = clause.tokens[0]?.meanings.some(({ kind }) => kind === 'follow' || kind === 'and') ?? false;
  const isFollowing = take('follow') || starts;
  const changes = clause.places('change').flatMap((at) => clause.open(at, 'change') ?? []);
  clause.use(...clause.places('change'));
  const change = changes.length > 0 ? (changes.find(({ direction }) => direction)?.direction ?? 'any') : undefined;
  return { isShare, isOverTime, isOfResult, follows: isFollowing || isOne, ...(change ? { change } : {}) };
}

/** What "how many" stands before: rows by any of their names, or different values of a column. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
function readCounts(
  clause: Clause,
  add: (figure: Figure) => void,
): { isCount: boolean; isNumbered: boolean; rows?: Figure } {
  let [isCount, isNumbered] = [false, false];
  let rows: Figure | undefined;
  const asks = (at: number) =>
    clause.open(at, 'count') ??
    (clause.open(at, 'how-much') && /多少/.test(clause.tokens[at]?.text ?? '') ? true : undefined);
  for (const at of clause.tokens.keys()) {
    if (!asks(at)) continue;
    if (clause.open(at + 1, 'unit')) {
      readAskedUnit(clause, at, add);
      continue;
    }
    const isSure = clause.open(at, 'count') !== undefined;
    clause.use(at);
    isCount ||= isSure;
    const isDistinct = clause.is(at + 1, 'distinct') || /^不同/.test(clause.tokens[at + 1]?.text ?? '');
    if (isDistinct) clause.use(at + 1);
    let next = isDistinct ? at + 2 : at + 1;
    if (clause.is(next, 'of') && !clause.open(next, 'rows')) next++;
    const column = clause.open(next, 'column');
    if (clause.sense(next, 'rows') && clause.isOpen(next) && !(column && isDistinct)) {
      isNumbered = true;
      isCount = true;
      rows = ofRows(clause, next);
    } else if (column && column.role !== 'flag' && !clause.is(next + 1, 'value')) {
      clause.use(next);
      isCount = true;
      add(distinct(clause, column.column, column.column));
    } else if (isSure && clause.open(next, 'part')) {
      const part = clause.open(next, 'part')?.part;
      const time = clause.table.columns.find(({ type }) => type === 'date');
      if (!part || !time) continue;
      clause.use(next);
      add({ kind: 'distinct', of: `${part}(${nameText(time.name)})`, name: part });
    }
  }
  const places = clause.places('rows');
  // 订单数 is their number.
  const isAsked =
    isCount || clause.has('how-much') || places.some((at) => /.[数量]$/.test(clause.tokens[at]?.text ?? ''));
  for (const at of places) {
    const isJoined = isBesideMeasure(clause, at);
    if (clause.is(at - 1, 'per', 'each') || (!isAsked && !isJoined && !rows)) continue;
    rows ??= ofRows(clause, at);
    isCount ||= isAsked;
    isNumbered ||= isJoined || /[数量]$/.test(clause.tokens[at]?.text ?? '');
    clause.use(at);
  }
  return { isCount, isNumbered, ...(rows ? { rows } : isCount ? { rows: { kind: 'rows' } } : {}) };
}

function isOfUnit(clause: Clause, at: number, { columns: [column = ''] }: Measure): boolean {
  const said = clause.tokens[at - 2]?.text.toLowerCase() ?? '';
  return wordsOf(column).some(
    ({ plain }) =>
      plain === said || plain === said.replace(/s$/, '') || (plain.startsWith(said[0] ?? '') && units.has(plain)),
  );
}

function ofRows(clause: Clause, at: number): Figure {
  const sense = clause.sense(at, 'rows');
  clause.use(at);
  return sense?.distinct
    ? distinct(clause, sense.distinct, sense.noun ?? sense.distinct)
    : { kind: 'rows', ...(sense?.noun ? { noun: sense.noun } : {}) };
}

/** "orders and revenue by city": both are asked for. */
function isBesideMeasure(clause: Clause, at: number): boolean {
  const isFigure = (place: number) => clause.is(place, 'measure') || clause.is(place, 'aggregate');
  if (clause.is(at + 1, 'and')) return isFigure(at + 2);
  if (clause.is(at - 1, 'and')) return isFigure(at - 2) && !clause.is(at - 2, 'value', 'column');
  return at === 0 && clause.tokens.some((_, place) => clause.is(place, 'and') && clause.is(place + 1, 'measure'));
}

/** "most orders", 订单多: rows are counted, whatever else could be measured. */
function mostRows(clause: Clause): Figure[] {
  const isMany = (at: number) => /^(?:most|fewest|more|fewer|最?[多少])$/i.test(clause.tokens[at]?.text ?? '');
  const at = clause.places('rows').find((place) => isMany(place - 1) || isMany(place + 1));
  return at === undefined || clause.is(at, 'part') ? [] : [ofRows(clause, at)];
}

/** "how many hours", 几分钟: the measure in that unit, unless one is named. */
function readAskedUnit(clause: Clause, at: number, add: (figure: Figure) => void): void {
  const isNamed = clause.places('measure').length > 0;
  const measure = isNamed ? undefined : measureOfUnit(clause.lexicon, clause.tokens[at + 1]?.text ?? '');
  if (measure) add({ kind: 'measure', measure });
  if (measure || isNamed) clause.use(at, at + 1);
}

function distinct(clause: Clause, column: string, name: string): Figure {
  const isEach = clause.column(column)?.distinct === clause.table.rowCount;
  return isEach ? { kind: 'rows', noun: name } : { kind: 'distinct', of: nameText(column), name };
}

/** "the orders that were paid" are some of the orders; "paid by card" says nothing more than "by card". */
function isPassive(clause: Clause, at: number): boolean {
  const concept = clause.open(at, 'verb')?.concept;
  if ((concept !== 'amount' && concept !== 'named') || /\p{Script=Han}/u.test(clause.tokens[at]?.text ?? ''))
    return false;
  const isHow = clause.is(at + 1, 'by', 'with', 'in') && clause.is(at + 2, 'value');
  return !isHow && (clause.is(at - 1, 'is', 'not') || clause.is(at + 1, 'rows'));
}

/** "how much do they pay", 多少钱: an amount of money is asked for, never how many rows there are. */
export const asksAmount = (text: string) =>
  /\bhow much\b(?! (?:more|less|higher|lower|longer|shorter|of)\b)|多少钱|\bmoney\b/i.test(text);

/** "sold", "brought in": the measure that they speak of, where none is named. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
function readVerbs(clause: Clause, isCount: boolean, figures: readonly Figure[], isNamed: boolean): Figure | undefined {
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
