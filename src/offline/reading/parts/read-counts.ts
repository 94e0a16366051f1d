import { nameText } from '../../lexicon/query-text.ts';
import type { Measure } from '../../lexicon/sense.ts';
import { measureOfUnit } from '../../lexicon/unit-names.ts';
import { keyOf } from '../../lexicon/units.ts';
import type { Figure } from '../ask.ts';
import type { Clause } from '../clause.ts';

/** What "how many" stands before: rows by any of their names, or different values of a column. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
export function readCounts(
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
    const counted = measureCounted(clause, at);
    if (counted) {
      clause.use(at);
      add({ kind: 'measure', measure: counted });
      continue;
    }
    const isSure = clause.open(at, 'count') !== undefined;
    clause.use(at);
    isCount ||= isSure;
    const isDistinct = clause.is(at + 1, 'distinct') || /^不同/.test(clause.tokens[at + 1]?.text ?? '');
    if (isDistinct) clause.use(at + 1);
    let next = isDistinct ? at + 2 : at + 1;
    if (clause.is(next, 'of') && !clause.open(next, 'rows')) next++;
    next = behindValues(clause, next);
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
  // 那一次 is a row that is chosen, and none that is counted.
  const places = clause.places('rows').filter((at) => !/^那/.test(clause.tokens[at]?.text ?? ''));
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

/** 多少件 where the table has 件数: that is what is asked for, and not how many rows there are. */
function measureCounted({ lexicon, table, tokens }: Clause, at: number): Measure | undefined {
  const counter = /^(?:多少|几|有多少|有几|共有多少|一共有多少|总共有多少)(\p{Script=Han})$/u.exec(
    tokens[at]?.text ?? '',
  )?.[1];
  const column = counter && table.columns.find(({ name }) => name === `${counter}数` || name === `${counter}数量`);
  if (!column) return undefined;
  return lexicon.phrases
    .get(keyOf(column.name))
    ?.flatMap((meaning) => (meaning.kind === 'measure' ? [meaning.measure] : []))[0];
}

/** "how many female customers": what is counted stands behind the values that narrow it. */
function behindValues(clause: Clause, from: number): number {
  let at = from;
  while ((clause.is(at, 'value') && !clause.isOpen(at)) || clause.is(at, 'topic')) at++;
  // "how many boat yards": of two nouns the last one is counted.
  const isOne = /^[a-z]*[^\Ws]$/i.test(clause.tokens[at]?.text ?? '');
  if (
    isOne &&
    (clause.open(at, 'column') || clause.open(at, 'rows')) &&
    clause.open(at + 1, 'column')?.role === 'label'
  ) {
    clause.use(at);
    return at + 1;
  }
  return clause.open(at, 'column') || clause.open(at, 'rows') ? at : from;
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
export function mostRows(clause: Clause): Figure[] {
  const isMost = (at: number) => /^(?:most|fewest|more|fewer|最?[多少])$/i.test(clause.tokens[at]?.text ?? '');
  // "the most delayed flights": what narrows them stands between.
  const isMany = (at: number) => isMost(at) || (!clause.isOpen(at) && clause.is(at, 'measure') && isMost(at - 1));
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
