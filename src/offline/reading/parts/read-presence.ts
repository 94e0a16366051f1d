import { nameText, textValue } from '../../lexicon/query-text.ts';
import { isLasting } from '../../lexicon/unit-names.ts';
import { wordsOf } from '../../lexicon/units.ts';
import type { Figure, Filter } from '../ask.ts';
import type { Clause } from '../clause.ts';

/** What a row has or has not: "not returned yet", "without an assignee", "late loans", 迟到次数. */
export function readPresence(clause: Clause): Filter[] {
  return [...clause.tokens.keys()].flatMap(
    (at) => missing(clause, at) ?? unmeasured(clause, at) ?? done(clause, at) ?? lasted(clause, at) ?? [],
  );
}

/** "where it is known": the rows that have the figure. */
export function readKnown(clause: Clause, figures: readonly Figure[]): Filter[] {
  const places = clause.places('known');
  if (places.length === 0) return [];
  const names = figures.flatMap((figure) => (figure.kind === 'measure' ? figure.measure.columns : []));
  if (names.length === 0) return [];
  clause.use(...places);
  return names
    .filter((name) => (clause.column(name)?.empty ?? 0) > 0)
    .map((name) => filter(name, `${nameText(name)} is not null`));
}

const filter = (column: string, condition: string): Filter => ({
  column,
  condition,
  values: [],
  isTime: false,
  isBase: false,
});

/** "no supplier", "not delivered", "with a phone number". */
function missing(clause: Clause, at: number): Filter | undefined {
  const isNot = clause.open(at, 'not') !== undefined || clause.open(at, 'missing') !== undefined;
  if (!isNot && !clause.open(at, 'with')) return undefined;
  const place = clause.beside(at, 1, ['is', 'with', 'in', 'of', 'from']);
  const found = clause.open(place, 'column');
  const column = found && clause.column(found.column);
  const isValue = clause.is(place + 1, 'value', 'operator', 'span', 'number') || clause.is(place, 'value');
  if (!column || found.role === 'flag' || isValue) return undefined;
  if (!isNot && (column.empty === 0 || found.role === 'time')) return undefined;
  clause.use(at, place);
  // "none" in a cell says the same as an empty one.
  const none = column.values.filter((value) => /^(?:none|null|n\/?a|nil|-+|无|没有)$/i.test(value)).map(textValue);
  const own = nameText(column.name);
  if (none.length > 0 && isNot) return filter(column.name, `(${own} is null or ${own} in (${none.join(', ')}))`);
  return filter(column.name, `${own} is ${isNot ? '' : 'not '}null`);
}

/** "without a rating", 没有评分, 有评分的: a number that some rows do not have. */
function unmeasured(clause: Clause, at: number): Filter | undefined {
  const isNot = clause.open(at, 'not') !== undefined || clause.open(at, 'missing') !== undefined;
  if (!isNot && !clause.open(at, 'with')) return undefined;
  const place = clause.beside(at, 1, ['is', 'with', 'in', 'of', 'from']);
  const [name = '', ...more] = clause.open(place, 'measure')?.measure.columns ?? [];
  const column = clause.column(name);
  const isCompared = clause.is(place + 1, 'value', 'operator', 'number', 'than', 'after-number', 'degree');
  if (
    !column ||
    more.length > 0 ||
    (column.empty === 0 && (!isNot || column.min === 0 || !clause.is(place + 1, 'of'))) ||
    isCompared
  )
    return undefined;
  // Only where it stands for rows, and is not itself what is asked for.
  if (!isNot && !clause.is(place + 1, 'of', 'rows') && !clause.is(at - 1, 'rows')) return undefined;
  clause.use(at, place);
  const own = nameText(name);
  if (!isNot) return filter(name, `${own} is not null`);
  return filter(name, column.min === 0 ? `(${own} is null or ${own} = 0)` : `${own} is null`);
}

/** "returned", "closed": their date is there. */
function done(clause: Clause, at: number): Filter | undefined {
  const found = clause.open(at, 'column');
  const column = found && clause.column(found.column);
  if (!column || (found.role !== 'time' && found.role !== 'label') || column.empty === 0 || !isVerb(clause, at))
    return undefined;
  if (
    found.role === 'label' &&
    (!/(?:ed|als?)$/i.test(clause.tokens[at]?.text.replace(/s$/, '') ?? '') || clause.is(at - 1, 'list', 'measure'))
  )
    return undefined;
  if (clause.is(at - 1, 'by', 'per', 'each', 'which', 'list') || asksForTime(clause)) return undefined;
  clause.use(at);
  return filter(column.name, `${nameText(column.name)} is not null`);
}

const asksForTime = (clause: Clause) =>
  (['span', 'part', 'since', 'over-time', 'when', 'end', 'change', 'relative'] as const).some((kind) =>
    clause.has(kind),
  );

/** "borrowed" of borrowed_on, "hired": what was done, and no name of the column. */
export const isVerb = (clause: Clause, at: number): boolean =>
  isPart(clause, at, clause.sense(at, 'column')?.column ?? '') ||
  /(?:ed|born|sent|paid|built|sold|made)$/i.test(clause.tokens[at]?.text ?? '');

const isPart = (clause: Clause, at: number, name: string) =>
  wordsOf(clause.tokens[at]?.text ?? '').length < wordsOf(name).length;

/** "late loans", "how many were late", 没有迟到: of what lasts in minutes or days, more than none. */
function lasted(clause: Clause, at: number): Filter | undefined {
  const measure = clause.open(at, 'measure')?.measure;
  const [name = '', ...more] = measure?.columns ?? [];
  const column = clause.column(name);
  if (!measure || !column || more.length > 0 || column.min !== 0) return undefined;
  if (happens(clause, at)) {
    // Nobody without any is another thing than a row without one.
    const isOfMany = clause.tokens.some((_, other) => clause.sense(other, 'rows')?.distinct !== undefined);
    if (isOfMany && clause.has('not')) return undefined;
    const isNot = clause.open(at - 1, 'not') !== undefined;
    clause.use(at, ...(clause.is(at - 1, 'not', 'with') ? [at - 1] : []));
    return filter(name, `${nameText(name)} ${isNot ? '= 0' : '> 0'}`);
  }
  if (!isLasting(name) || !isPart(clause, at, name)) return undefined;
  const not = [at - 1, at - 2].find((place) => clause.open(place, 'not'));
  const before = not ?? at;
  if (!isPredicate(clause, at, before)) return undefined;
  // "who was never late" is about all rows of each.
  if (not !== undefined && clause.has('who')) return undefined;
  clause.use(at, ...(not === undefined ? [] : [not]));
  return filter(name, `${nameText(name)} ${not === undefined ? '> 0' : '= 0'}`);
}

/** "days with rain", "on how many days did it rain", "orders without discount": it was more than none, or none. */
function happens(clause: Clause, at: number): boolean {
  const isHow = clause.is(at + 1, 'operator', 'than', 'number', 'aggregate', 'rank', 'measure') || clause.has('who');
  const isWith = clause.is(at - 1, 'with', 'not') && (clause.has('rows') || clause.is(at + 2, 'count'));
  const isVerb = /\b(?:it rain|rained|it snow|snowed)|下雨|下雪/i.test(clause.tokens[at]?.text ?? '');
  const isOfDays =
    clause.tokens.some((_, place) => clause.is(place, 'count', 'which', 'when', 'share')) && clause.has('rows');
  // 破损的有几次: as often as there was any.
  const isOfTimes =
    isPart(clause, at, clause.sense(at, 'measure')?.measure.columns[0] ?? '') &&
    clause.is(at + 1, 'of') &&
    ((clause.is(at + 2, 'count') && /[次条单笔]$/.test(clause.tokens[at + 2]?.text ?? '')) ||
      (clause.is(at + 2, 'rows', 'count') && clause.is(at + 3, 'rows')));
  return !isHow && (isWith || isOfTimes || (isVerb && isOfDays));
}

function isPredicate(clause: Clause, at: number, before: number): boolean {
  const isCounted = ['count', 'rows', 'share', 'which', 'who'].some((kind) => clause.has(kind as 'count'));
  const goesOn = clause.is(
    at + 1,
    'operator',
    'than',
    'number',
    'unit',
    'aggregate',
    'rank',
    'degree',
    'is',
    'how-much',
  );
  const next = clause.is(at + 1, 'of') ? at + 2 : at + 1;
  if (/\p{Script=Han}/u.test(clause.tokens[at]?.text ?? ''))
    return (
      /^(?:次数|几次|多少次|的次数|有几次)$/.test(clause.tokens[at + 1]?.text ?? '') ||
      (clause.is(next, 'rows') && !clause.is(next, 'unit'))
    );
  // "which airline had the most delayed flights": how many they are.
  const isMany =
    /^(?:most|fewest)$/i.test(clause.tokens[before - 1]?.text ?? '') &&
    /[^s]s$/i.test(clause.tokens[at + 1]?.text ?? '') &&
    (clause.has('who') ||
      clause.tokens.some((_, place) => clause.is(place, 'which') && clause.is(place + 1, 'column')));
  if (isMany && clause.is(at + 1, 'rows')) return true;
  const isBefore =
    clause.is(at + 1, 'rows') && !clause.is(before - 1, 'aggregate', 'rank', 'by', 'per', 'number', 'operator');
  const isSaid = clause.is(before - 1, 'is') || before < at;
  return isBefore || (isCounted && isSaid && !goesOn);
}
