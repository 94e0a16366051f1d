import { TroupeError } from '../../errors.ts';
import { toPlainLine } from '../plain-text.ts';
import { type Aggregate, aggregates, type Comparison, type Formula, findAll, isAggregated } from './formula.ts';
import type { Syntax } from './formula-syntax.ts';
import { formulaText } from './formula-text.ts';
import { type DatePart, dateParts } from './period.ts';

/** How the parts of a call are read. */
export interface Reading {
  read(syntax: Syntax): Formula;
  /** The formula as numbers or as dates; throws when it is none. */
  numbers(formula: Formula): Formula;
  dates(formula: Formula): Formula;
  compare(op: Comparison, left: Formula, right: Formula): Formula;
}

type Call = Syntax & { readonly kind: 'call' };

const aggregateNames: ReadonlyMap<string, Aggregate> = new Map([
  ...aggregates.map((name) => [name, name] as const),
  ['mean', 'avg'],
  ['average', 'avg'],
  ['total', 'sum'],
  ['minimum', 'min'],
  ['maximum', 'max'],
  ['count_distinct', 'distinct'],
  ['countdistinct', 'distinct'],
  ['nunique', 'distinct'],
  ['unique', 'distinct'],
]);
const shareNames: ReadonlySet<string> = new Set(['share', 'share_of_total', 'percent_of_total', 'pct_of_total']);
const partNames: ReadonlyMap<string, DatePart> = new Map([
  ...dateParts.map((name) => [name, name] as const),
  ['date', 'day'],
  ['iso_week', 'week'],
  ['isoweek', 'week'],
  ['day_of_week', 'weekday'],
  ['dayofweek', 'weekday'],
  ['dow', 'weekday'],
  ['dayofmonth', 'day_of_month'],
  ['monthofyear', 'month_of_year'],
  ['month_number', 'month_of_year'],
]);
/** As SQL extracts: the month of a date is 1 to 12 there. */
const extracted: ReadonlyMap<string, DatePart> = new Map([
  ['quarter', 'quarter_of_year'],
  ['month', 'month_of_year'],
  ['day', 'day_of_month'],
]);
const formats: ReadonlyMap<string, DatePart> = new Map([
  ['%Y', 'year'],
  ['%Y-%m', 'month'],
  ['%Y-%m-%d', 'day'],
  ['%m', 'month_of_year'],
  ['%d', 'day_of_month'],
  ['%w', 'weekday'],
  ['%u', 'weekday'],
  ['%A', 'weekday'],
  ['%Y-%W', 'week'],
  ['%G-W%V', 'week'],
]);

/** What a call of a function means. */
export function callFormula(call: Call, reading: Reading): Formula {
  const { name } = call;
  const aggregate = aggregateNames.get(name);
  if (aggregate) return readAggregate(aggregate, call, reading);
  if (shareNames.has(name)) return readShare(call, reading);
  const part = partNames.get(name);
  if (part) return toPart(part, argument(call, 0, reading), reading);
  const read = otherFunctions[name];
  if (read) return read(call, reading);
  throw new TroupeError('tool', `There is no function "${toPlainLine(name, 40)}". ${hints[name] ?? known}`);
}

/** A condition, or what is wrong with it as one. */
export function asCondition(formula: Formula): Formula {
  if (formula.type === 'condition') return formula;
  const example = "units > 5 or region = 'north'";
  throw new TroupeError('tool', `"${formulaText(formula)}" is not a condition: write one such as ${example}.`);
}

/** One value or another, by a condition. */
export function choice(when: Formula, then: Formula, otherwise?: Formula): Formula {
  const type = then.type === 'condition' ? 'number' : then.type;
  return { type, kind: 'choice', when, then, ...(otherwise ? { otherwise } : {}) };
}

/** What is written down twice where it is used once would double with every level. */
export function shallow(formula: Formula): Formula {
  if (findAll(formula, 'choice').length + findAll(formula, 'shift').length <= 4) return formula;
  throw new TroupeError('tool', 'A formula is nested too deeply: write it with fewer ifs and fewer moved dates.');
}

const known = `Use sum, avg, min, max, count, share, ${dateParts.join(', ')}, if, abs, round.`;
const dayHint = 'Write shipped - ordered for the days between two dates.';
const todayHint = "Write the date itself, such as '2024-03-01' - 14 days.";
const hints: Readonly<Record<string, string>> = {
  datediff: dayHint,
  date_diff: dayHint,
  days_between: dayHint,
  dateadd: "Write date + 14 days or '2024-03-01' - 1 month.",
  date_sub: "Write '2024-03-01' - 14 days.",
  date_add: "Write '2024-03-01' + 14 days.",
  now: todayHint,
  today: todayHint,
  current_date: todayHint,
  hour: 'Dates are read without their time.',
};

const otherFunctions: Readonly<Record<string, (call: Call, reading: Reading) => Formula>> = {
  // Values are compared whatever their case, so that these change nothing.
  lower: (call, reading) => argument(call, 0, reading),
  upper: (call, reading) => argument(call, 0, reading),
  trim: (call, reading) => argument(call, 0, reading),
  abs: (call, reading) => ({ type: 'number', kind: 'abs', of: reading.numbers(argument(call, 0, reading)) }),
  round: (call, reading) => {
    const digits = call.of[1]?.kind === 'number' ? call.of[1].value : 0;
    const of = reading.numbers(argument(call, 0, reading));
    return { type: 'number', kind: 'round', of, digits: Math.min(Math.max(Math.trunc(digits), 0), 10) };
  },
  if: readIf,
  iif: readIf,
  countif: readCountIf,
  count_if: readCountIf,
  coalesce: readDefault,
  ifnull: readDefault,
  nullif: (call, reading) => {
    const [of, other] = [shallow(argument(call, 0, reading)), argument(call, 1, reading)];
    return choice(reading.compare('!=', of, other), of);
  },
  contains: (call, reading) => readPlace('anywhere', call, reading),
  starts_with: (call, reading) => readPlace('start', call, reading),
  startswith: (call, reading) => readPlace('start', call, reading),
  ends_with: (call, reading) => readPlace('end', call, reading),
  endswith: (call, reading) => readPlace('end', call, reading),
  julianday: (call, reading) => {
    const from: Formula = { type: 'date', kind: 'value', value: '1970-01-01' };
    return { type: 'number', kind: 'days', from, to: reading.dates(argument(call, 0, reading)) };
  },
  date_trunc: (call, reading) => toPart(partOf(call, partNames), argument(call, 1, reading), reading),
  extract: readExtract,
  date_part: readExtract,
  strftime: (call, reading) => toPart(partOf(call, formats), argument(call, 1, reading), reading),
};

function argument(call: Call, at: number, reading: Reading): Formula {
  const syntax = call.of[at];
  if (syntax) return reading.read(syntax);
  throw new TroupeError('tool', `${call.name}() needs ${at === 0 ? 'something' : 'more'} between its parentheses.`);
}

function readAggregate(aggregate: Aggregate, call: Call, reading: Reading): Formula {
  const [first] = call.of;
  const isRows = first === undefined || first.kind === 'star';
  const only = call.only ? asCondition(reading.read(call.only)) : undefined;
  const one: Formula = { type: 'number', kind: 'value', value: 1 };
  if (isRows && aggregate !== 'count')
    throw new TroupeError('tool', `${aggregate}() needs a column: ${aggregate}(units).`);
  const inner = isRows ? undefined : reading.read(first);
  // The sum of a sum is that sum, not a figure of its own.
  if (inner?.kind === 'aggregate' && inner.aggregate === aggregate) return inner;
  if (inner && isAggregated(inner))
    throw new TroupeError('tool', `${call.name}(${formulaText(inner)}) would aggregate twice: aggregate a column.`);
  const name = aggregate === 'count' ? countName(call, inner) : aggregate;
  const of = only ? choice(only, inner ?? one) : inner;
  if (of === undefined) return { type: 'number', kind: 'aggregate', aggregate: name };
  const isNumeric = name === 'sum' || name === 'avg';
  const type = (name === 'min' || name === 'max') && of.type !== 'condition' ? of.type : 'number';
  return { type, kind: 'aggregate', aggregate: name, of: isNumeric ? reading.numbers(of) : of };
}

/** Rows that fit a condition are counted by adding up ones. */
function countName(call: Call, of: Formula | undefined): Aggregate {
  if (call.isDistinct) return 'distinct';
  return of?.type === 'condition' ? 'sum' : 'count';
}

function readShare(call: Call, reading: Reading): Formula {
  const isRows = call.of.length === 0 || call.of[0]?.kind === 'star';
  const inner: Formula = isRows
    ? { type: 'number', kind: 'aggregate', aggregate: 'count' }
    : reading.numbers(argument(call, 0, reading));
  const of: Formula = isAggregated(inner) ? inner : { type: 'number', kind: 'aggregate', aggregate: 'sum', of: inner };
  return { type: 'number', kind: 'share', of };
}

function toPart(part: DatePart, of: Formula, reading: Reading): Formula {
  const type = part.includes('_') ? 'number' : part === 'day' ? 'date' : 'text';
  return { type, kind: 'part', part, of: reading.dates(of) };
}

function readExtract(call: Call, reading: Reading): Formula {
  const part = partOf(call, partNames);
  return toPart(extracted.get(part) ?? part, argument(call, 1, reading), reading);
}

function partOf(call: Call, parts: ReadonlyMap<string, DatePart>): DatePart {
  const [first] = call.of;
  const written = first?.kind === 'name' || first?.kind === 'text' ? first.text : '';
  const part = parts.get(written) ?? parts.get(written.toLowerCase());
  if (part) return part;
  throw new TroupeError('tool', `${call.name}() takes ${[...parts.keys()].slice(0, 9).join(', ')} first.`);
}

function readIf(call: Call, reading: Reading): Formula {
  const otherwise = call.of[2] ? argument(call, 2, reading) : undefined;
  return choice(asCondition(argument(call, 0, reading)), argument(call, 1, reading), otherwise);
}

function readCountIf(call: Call, reading: Reading): Formula {
  return { type: 'number', kind: 'aggregate', aggregate: 'sum', of: asCondition(argument(call, 0, reading)) };
}

function readDefault(call: Call, reading: Reading): Formula {
  const of = shallow(argument(call, 0, reading));
  return choice({ type: 'condition', kind: 'empty', of }, argument(call, 1, reading), of);
}

function readPlace(place: 'start' | 'end' | 'anywhere', call: Call, reading: Reading): Formula {
  const [of, text] = [argument(call, 0, reading), argument(call, 1, reading)];
  if (of.type !== 'text' || text.kind !== 'value')
    throw new TroupeError('tool', `${call.name}() takes a column of text and a text.`);
  return { type: 'condition', kind: 'match', of, place, text: String(text.value) };
}
