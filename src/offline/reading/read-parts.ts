import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import { nameText } from '../lexicon/query-text.ts';
import type { Measure } from '../lexicon/sense.ts';
import type { Figure, Filter, Group, Parts } from './ask.ts';
import { Clause } from './clause.ts';
import { isProblem, type Problem } from './problem.ts';
import { type Comparison, readColumnComparisons, readComparisons, readTime } from './read-conditions.ts';
import { readFigures } from './read-figures.ts';
import { readGroups } from './read-groups.ts';
import { readRanks } from './read-ranks.ts';
import { readValues } from './read-values.ts';

/**
 * Reads a clause as a question to one table. Each rule takes the words that it understands and keeps what they mean; a word that no rule has taken
 * makes the clause unread, so that nothing the user said gets lost.
 */
export function readParts(text: string, table: TableDescription): Parts | Problem {
  const clause = new Clause(text, table);
  const early = refused(clause);
  if (early) return early;
  const time = timeColumn(clause);
  const ranks = readRanks(clause);
  const comparisons = readComparisons(clause);
  const columns = readColumnComparisons(clause);
  const periods = time ? readTime(clause, time) : { filters: [], compared: [] };
  const values = readValues(clause);
  if ('problem' in values) return values;
  const figures = readFigures(clause, ranks, comparisons.length > 0);
  if (isProblem(figures)) return figures;
  const groups = readGroups(clause, { time, ranks, figures, compared: periods.compared });
  if (isProblem(groups)) return groups;
  const conditions = toConditions(clause, comparisons, {
    figures: figures.figures,
    groups: groups.groups,
    isAveraged: figures.aggregates.includes('avg'),
    isRanked: ranks.orders.length > 0,
  });
  if (isProblem(conditions)) return conditions;
  const left = clause.leftOver();
  if (left.length > 0) return leftOver(clause, left, time);
  return {
    figures: conditions.figure ? [conditions.figure] : figures.figures,
    aggregates: groups.isEachRow ? ['avg'] : figures.aggregates,
    groups: conditions.groups,
    filters: [...columns, ...conditions.filters, ...periods.filters, ...values.filters],
    having: conditions.having,
    orders: ranks.orders,
    ...(ranks.limit === undefined ? {} : { limit: ranks.limit }),
    ...(ranks.end ? { end: ranks.end } : {}),
    ...(figures.change ? { change: figures.change } : {}),
    ...(groups.along ? { along: groups.along } : {}),
    ...(time ? { time: time.name } : {}),
    isOverTime: figures.isOverTime,
    isShare: figures.isShare,
    isCompared: groups.isCompared,
    isCount: figures.isCount,
    asksWhen: groups.asksWhen,
    ...(groups.shows ? { shows: groups.shows } : {}),
    isOfRows: groups.isOfRows,
    isMeanOfGroups: groups.isMeanOfGroups,
    isOfResult: figures.isOfResult,
    follows: figures.follows,
    isWhich: groups.isWhich,
    asksHowMany: clause.tokens.some(({ text }) => /多少|how many/i.test(text)),
    ...(ranks.needing === undefined ? {} : { needing: ranks.needing }),
  };
}

/** What is refused whatever stands beside it. */
function refused(clause: Clause): Problem | undefined {
  const words = (fits: (at: number) => boolean) => clause.tokens.flatMap(({ text }, at) => (fits(at) ? [text] : []));
  const unknown = words((at) => clause.tokens[at]?.meanings.length === 0);
  if (unknown.length > 0) return { problem: 'unknown', words: inRow(unknown, clause) };
  const relative = words((at) => clause.tokens[at]?.meanings[0]?.kind === 'relative');
  if (relative.length > 0) return { problem: 'relative', words: relative };
  const cannot = words((at) => clause.tokens[at]?.meanings[0]?.kind === 'cannot');
  if (cannot.length > 0) return { problem: 'cannot', words: cannot };
  const at = clause.tokens.findIndex(({ meanings }) => meanings[0]?.kind === 'ambiguous');
  const first = clause.tokens[at]?.meanings[0];
  return first?.kind === 'ambiguous'
    ? { problem: 'ambiguous', words: [clause.tokens[at]?.text ?? ''], columns: first.columns }
    : undefined;
}

/** Unknown words that stand side by side are one: "sales rep". */
function inRow(words: readonly string[], { tokens }: Clause): string[] {
  const result: string[] = [];
  let isOpen = false;
  for (const { text, meanings, isBehindMark } of tokens) {
    const isUnknown = meanings.length === 0 && words.includes(text);
    if (isUnknown && isOpen && !isBehindMark && !/\p{Script=Han}/u.test(text))
      result[result.length - 1] = `${result.at(-1)} ${text}`;
    else if (isUnknown) result.push(text);
    isOpen = isUnknown;
  }
  return result;
}

/** The dates that a clause speaks of: those it names, else the first ones of the table. */
function timeColumn(clause: Clause): ColumnDescription | undefined {
  const times = clause.table.columns.filter(({ name }) => clause.lexicon.roles.get(name) === 'time');
  const named = clause.tokens.flatMap((_, at) => clause.sense(at, 'column')?.column ?? []);
  return times.find(({ name }) => named.includes(name)) ?? times.find(({ type }) => type === 'date') ?? times[0];
}

interface Context {
  readonly figures: readonly Figure[];
  readonly groups: readonly Group[];
  readonly isAveraged: boolean;
  readonly isRanked: boolean;
}

/** Comparisons of a row's numbers, or of the figure of each group. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
function toConditions(clause: Clause, comparisons: readonly Comparison[], { figures, groups, isAveraged }: Context) {
  const filters: Filter[] = [];
  const having: { op: Comparison['op']; value: number }[] = [];
  let [figure, wanted]: [Figure | undefined, readonly Group[]] = [undefined, groups];
  for (const { measure, op, value, at, text, needsMeasure } of comparisons) {
    const [only] = figures;
    const named = figures.length === 1 && only?.kind === 'measure' ? only.measure : undefined;
    const meant = measure ?? named ?? (needsMeasure ? undefined : clause.measureOf('revenue'));
    if (!meant && needsMeasure) return { problem: 'unknown', words: [needsMeasure] } as const;
    if (!meant) return { problem: 'no-measure', words: [text || String(at)] } as const;
    // "how many regions have revenue over 1000" looks at each region.
    const counted =
      only?.kind === 'distinct' && figures.length === 1 && clause.column(unquoted(only.of))
        ? unquoted(only.of)
        : undefined;
    if (counted !== undefined && groups.length === 0 && meant !== 'rows' && !meant.isRate) {
      wanted = [{ formula: nameText(counted), column: counted }];
      figure = { kind: 'measure', measure: meant };
      having.push({ op, value });
      continue;
    }
    const isMany = groups.some(
      ({ column, part }) => part !== undefined || (clause.column(column)?.distinct ?? 0) < clause.table.rowCount,
    );
    const isOther = figures.some(
      (each) => each.kind !== 'measure' || (meant !== 'rows' && !isSameMeasure(each.measure, meant)),
    );
    const isOfGroups = isMany && !isOther && (meant === 'rows' || !meant.isRate || isAveraged);
    if (meant === 'rows' && !isOfGroups) return { problem: 'unknown', words: [text] } as const;
    if (isOfGroups) {
      figure = meant === 'rows' ? { kind: 'rows' } : { kind: 'measure', measure: meant };
      having.push({ op, value });
    } else if (meant !== 'rows') {
      filters.push(numberFilter(clause, meant, op, value));
    }
  }
  // What is only compared with a number is not asked for by that.
  return { filters, having, figure, groups: wanted };
}

const unquoted = (formula: string) => formula.replace(/^`|`$/g, '').replaceAll('``', '`');

function numberFilter(clause: Clause, { columns }: Measure, op: Comparison['op'], value: number): Filter {
  const [column = ''] = columns;
  // 5% is kept as 0.05.
  const shown = clause.column(column)?.isPercent && value > 1 ? value / 100 : value;
  return {
    column,
    condition: `${columns.map(nameText).join(' * ')} ${op} ${shown}`,
    values: [],
    isTime: false,
    isBase: false,
  };
}

export const isSameMeasure = (one: Measure, other: Measure): boolean =>
  one.columns.join('\n') === other.columns.join('\n');

function leftOver(clause: Clause, words: readonly string[], time: ColumnDescription | undefined): Problem {
  const isTimely = clause.tokens.some(
    ({ text, meanings }) => words.includes(text) && meanings.some(({ kind }) => timely.has(kind)),
  );
  if (isTimely && !time) return { problem: 'no-time', words };
  return { problem: 'unknown', words };
}

const timely: ReadonlySet<string> = new Set([
  'span',
  'part',
  'since',
  'since-behind',
  'when',
  'over-time',
  'change',
  'weekend',
  'weekday-name',
]);
