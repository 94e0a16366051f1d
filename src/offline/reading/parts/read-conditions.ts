import type { Comparator } from '../../lexicon/cue.ts';
import { nameText } from '../../lexicon/query-text.ts';
import type { Measure } from '../../lexicon/sense.ts';
import { measureOfUnit } from '../../lexicon/unit-names.ts';
import type { Filter } from '../ask.ts';
import type { Clause, Kind } from '../clause.ts';

/** A comparison of numbers, before it is known whether it is about rows or about groups. */
export interface Comparison {
  readonly measure: Measure | 'rows' | undefined;
  readonly op: Comparator;
  readonly value: number;
  /** Where the number stands. */
  readonly at: number;
  readonly text: string;
  /** A word such as "longer", which says of what kind the measure is. */
  readonly needsMeasure?: string;
  /** In what the number is said to be counted: "3 hours". */
  readonly unit?: string;
  /** One of several numbers: "2 or 3 bedrooms". */
  readonly others?: readonly number[];
}

const between: readonly Kind[] = ['is', 'with', 'of', 'in', 'noise', 'than'];
const opposite: Readonly<Record<Comparator, Comparator>> = {
  '=': '!=',
  '!=': '=',
  '>': '<=',
  '<=': '>',
  '<': '>=',
  '>=': '<',
};

/** The comparisons with numbers: "units over 50", "more than 10 mm of rain", 年龄超过40岁. */
export function readComparisons(clause: Clause): Comparison[] {
  const found: Comparison[] = [];
  for (const at of clause.tokens.keys()) {
    if (!clause.isOpen(at) || !clause.is(at, 'number')) continue;
    const low = clause.sense(at, 'number')?.value ?? 0;
    const range = rangeFrom(clause, at);
    if (range) {
      const { to, high, unit, measure } = range;
      const text = clause.tokens
        .slice(at, to + 1)
        .map((token) => token.text)
        .join(' ');
      clause.use(at, to, ...range.used);
      const said = { measure, text, ...unitAt(clause, to + 1) };
      found.push({ ...said, op: '>=', value: low, at }, { ...said, op: '<=', value: high, at: unit });
      continue;
    }
    const comparison =
      eitherAt(clause, at, low) ?? comparisonAt(clause, at, low) ?? goneOnAt(clause, at, low, found.at(-1));
    if (comparison) found.push(comparison);
  }
  return found;
}

/** In what a number is counted. */
function unitAt(clause: Clause, at: number): { unit?: string } {
  if (!clause.is(at, 'unit') || clause.is(at, 'measure')) return {};
  clause.use(at);
  return { unit: clause.tokens[at]?.text ?? '' };
}

/** "2 or 3 bedrooms". */
function eitherAt(clause: Clause, at: number, value: number): Comparison | undefined {
  const other = clause.is(at + 1, 'or') ? clause.sense(at + 2, 'number')?.value : undefined;
  const measure = other === undefined ? undefined : measureBehind(clause, at + 2);
  if (other === undefined || !measure || measure.measure === 'rows') return undefined;
  clause.use(at, at + 1, at + 2, ...measure.used);
  return { measure: measure.measure, op: '=', value, at, text: clause.tokens[at]?.text ?? '', others: [other] };
}

/** "at least 3 bedrooms and 2 bathrooms": what is said of the first number is meant of the second. */
function goneOnAt(clause: Clause, at: number, value: number, last: Comparison | undefined): Comparison | undefined {
  const measure = last && clause.is(at - 1, 'and') ? measureBehind(clause, at) : undefined;
  if (!last || !measure || measure.measure === 'rows' || clause.is(at, 'span')) return undefined;
  clause.use(at, ...measure.used);
  return { measure: measure.measure, op: last.op, value, at, text: clause.tokens[at]?.text ?? '' };
}

/** "between 10 and 20 units", 30到40岁. */
function rangeFrom(clause: Clause, at: number) {
  const isBetween = clause.is(at - 1, 'between');
  const joint = clause.is(at + 1, 'unit') && !clause.is(at + 1, 'to', 'and') ? at + 2 : at + 1;
  const isRange = clause.is(joint, 'to') || (isBetween && clause.is(joint, 'and'));
  const high = clause.sense(joint + 1, 'number')?.value;
  if (!isRange || high === undefined) return undefined;
  // Two years are time, unless a column of numbers is compared with them.
  const measure = measureBefore(clause, isBetween ? at - 1 : at) ?? measureBehind(clause, joint + 1);
  if (!measure && clause.is(at, 'span') && clause.is(joint + 1, 'span')) return undefined;
  if (!measure && !isBetween) return undefined;
  const used = [joint, ...(isBetween ? [at - 1] : []), ...(joint === at + 2 ? [at + 1] : []), ...(measure?.used ?? [])];
  return { to: joint + 1, high, unit: joint + 1, measure: measure?.measure, used };
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
function comparisonAt(clause: Clause, at: number, value: number): Comparison | undefined {
  const isUnit = clause.is(at + 1, 'unit');
  const last = isUnit ? at + 1 : at;
  // "5 minutes late or more"
  const behind = clause.is(last + 1, 'measure') && clause.is(last + 2, 'after-number') ? last + 2 : last + 1;
  const after = clause.sense(behind, 'after-number');
  const isThan = clause.is(at - 1, 'than');
  const start = isThan ? at - 2 : at - 1;
  const operator = clause.sense(start, 'operator');
  const comparative = clause.sense(start, 'comparative');
  const degree = clause.sense(start, 'degree');
  const use = (op: Comparator, from: number, own?: Measure): Comparison => {
    const isNot = clause.is(from - 1, 'not') && clause.isOpen(from - 1);
    const measure = own ? undefined : (measureBefore(clause, isNot ? from - 1 : from) ?? measureBehind(clause, at));
    const text = clause.tokens
      .slice(Math.max(0, from), last + 1)
      .map((token) => token.text)
      .join(' ');
    clause.use(at, ...(isUnit ? [at + 1] : []), ...(isNot ? [from - 1] : []), ...(measure?.used ?? []));
    const unit = isUnit ? { unit: clause.tokens[at + 1]?.text ?? '' } : {};
    return { measure: own ?? measure?.measure, op: isNot ? opposite[op] : op, value, at, text, ...unit };
  };
  if (comparative && clause.isOpen(start)) {
    clause.use(start, at - 1);
    return use(comparative.op, start, comparative.measure);
  }
  if (operator && clause.isOpen(start)) {
    clause.use(start, at - 1);
    return use(operator.op, start);
  }
  if (degree && (isThan || clause.is(start, 'degree')) && clause.isOpen(start) && isThan) {
    clause.use(start, at - 1);
    const found = use(degree.direction === 'desc' ? '>' : '<', start);
    return degree.needsMeasure ? { ...found, needsMeasure: clause.tokens[start]?.text ?? '' } : found;
  }
  if (after) {
    clause.use(behind);
    return use(after.op, at);
  }
  // "with 5 units", "where units is 5": a year is time, and "top 5" is another thing.
  // "status 500": a code is compared as a number.
  const code = clause.open(at - 1, 'column');
  if (code?.role === 'label' && clause.column(code.column)?.type === 'number') {
    clause.use(at, at - 1);
    const own = { columns: [code.column], name: code.column, isRate: true };
    return { measure: own, op: '=', value, at, text: clause.tokens[at]?.text ?? '' };
  }
  const isEqual =
    clause.is(at - 1, 'with', 'is', 'measure') && !clause.is(at, 'span') && !clause.is(at - 1, 'top', 'end');
  const measure = isEqual
    ? (measureBefore(clause, at) ?? (clause.is(at - 1, 'with') ? measureBehind(clause, at) : undefined))
    : undefined;
  if (!measure) return undefined;
  clause.use(at, ...(isUnit ? [at + 1] : []), ...measure.used);
  return { measure: measure.measure, op: '=', value, at, text: clause.tokens[at]?.text ?? '' };
}

function measureBefore(clause: Clause, at: number): { measure: Measure; used: number[] } | undefined {
  let place = at - 1;
  while (clause.is(place, ...between) && !clause.is(place, 'measure')) place--;
  const found = clause.open(place, 'measure')?.measure;
  // "cost more than 2 euros": the verb says of what.
  const verb = found ? undefined : clause.open(place, 'verb')?.concept;
  const measure = found ?? (verb === 'amount' ? (clause.measureOf(verb) ?? clause.measureOf('price')) : undefined);
  return measure ? { measure, used: [place] } : undefined;
}

/** What stands behind a number, or is its unit: "10 mm of rain", "more than 3 orders", 40岁. */
function measureBehind(clause: Clause, at: number): { measure: Measure | 'rows'; used: number[] } | undefined {
  const unit = clause.is(at + 1, 'unit') ? at + 1 : undefined;
  let place = unit === undefined ? at + 1 : unit + 1;
  while (clause.is(place, 'of', 'noise', 'in') && !clause.is(place, 'measure')) place++;
  const found = clause.open(place, 'measure');
  if (found) return { measure: found.measure, used: [place, ...(unit === undefined ? [] : [unit])] };
  const ofUnit = unit === undefined ? undefined : clause.sense(unit, 'measure');
  if (ofUnit && unit !== undefined) return { measure: ofUnit.measure, used: [unit] };
  const byUnit = unit === undefined ? undefined : measureOfUnit(clause.lexicon, clause.tokens[unit]?.text ?? '');
  if (byUnit && unit !== undefined) return { measure: byUnit, used: [unit] };
  if (unit === undefined && clause.open(place, 'rows') && place === at + 1) return { measure: 'rows', used: [place] };
  return undefined;
}

/** A comparison of two columns: "where delivered is later than due" is one of numbers only. */
export function readColumnComparisons(clause: Clause): Filter[] {
  return clause.places('operator').flatMap((at): Filter[] => {
    const [op, before, behind] = [
      clause.open(at, 'operator')?.op,
      measureBefore(clause, at),
      clause.open(at + 1, 'measure'),
    ];
    if (!op || !before || !behind) return [];
    clause.use(at, at + 1, ...before.used);
    const [left, right] = [before.measure, behind.measure].map(({ columns }) => columns.map(nameText).join(' * '));
    return [
      {
        column: before.measure.columns[0] ?? '',
        condition: `${left} ${op} ${right}`,
        values: [],
        isTime: false,
        isBase: false,
      },
    ];
  });
}
