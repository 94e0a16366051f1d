import { nameText } from '../../lexicon/query-text.ts';
import { isFraction } from '../../lexicon/roles.ts';
import type { Measure } from '../../lexicon/sense.ts';
import { inScaleOf, inUnitOf, mayCount } from '../../lexicon/unit-names.ts';
import type { Figure, Filter, Group } from '../ask.ts';
import type { Clause } from '../clause.ts';
import type { Comparison } from './read-conditions.ts';

interface Context {
  readonly figures: readonly Figure[];
  readonly groups: readonly Group[];
  readonly isAveraged: boolean;
  readonly isCount: boolean;
  readonly isRanked: boolean;
}

/** Comparisons of a row's numbers, or of the figure of each group. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
export function toConditions(
  clause: Clause,
  comparisons: readonly Comparison[],
  { figures, groups, isAveraged, isCount }: Context,
) {
  const filters: Filter[] = [];
  const having: { op: Comparison['op']; value: number }[] = [];
  let [figure, wanted]: [Figure | undefined, readonly Group[]] = [undefined, groups];
  for (const { measure, op, value: said, at, text, needsMeasure, unit, others } of comparisons) {
    const [only] = figures;
    const named = figures.length === 1 && only?.kind === 'measure' ? only.measure : undefined;
    const meant =
      measure ??
      named ??
      (needsMeasure ? undefined : (ageOf(clause, said) ?? clause.measureOf('revenue') ?? measureHolding(clause, said)));
    // "how many pupils were under 12": nobody asks for as many as are fewer than that.
    const isOfItself =
      isCount && meant !== 'rows' && named !== undefined && meant !== undefined && isSameMeasure(named, meant);
    if (isOfItself || countsItself(clause, meant))
      return { problem: 'unknown', words: [text || String(said)] } as const;
    if (!meant && needsMeasure) return { problem: 'unknown', words: [needsMeasure] } as const;
    if (!meant) return { problem: 'no-measure', words: [text || String(at)] } as const;
    const own = meant === 'rows' ? '' : (meant.columns[0] ?? '');
    const scaled = inScaleOf(own, said, clause.tokens[at]?.text ?? '');
    const value = unit === undefined || meant === 'rows' ? scaled : inUnitOf(own, scaled, unit);
    // "over 3 years": a stretch of time, and no number of anything else.
    const stretch = unit === undefined && clause.is(at + 1, 'part') ? clause.tokens[at + 1]?.text : undefined;
    if (stretch !== undefined) return { problem: 'unknown', words: [stretch] } as const;
    const isOfNone = unit !== undefined && measure === undefined && !mayCount(own, unit);
    if (value === undefined || isOfNone) return { problem: 'unknown', words: [unit ?? text] } as const;
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
      filters.push(
        numberFilter(clause, meant, op, value, {
          ...(unit && percent.test(unit) ? { unit: '%' } : {}),
          ...(others ? { others } : {}),
        }),
      );
    }
  }
  // What is only compared with a number is not asked for by that.
  return { filters, having, figure, groups: wanted };
}

/** "how many passengers over 65": their age is meant, not how many there are. */
const countsItself = (clause: Clause, meant: Measure | 'rows' | undefined): boolean =>
  meant !== undefined &&
  meant !== 'rows' &&
  clause.tokens.some((_, at) => {
    const before = clause.is(at - 1, 'of') ? at - 2 : at - 1;
    const measure = clause.sense(at, 'measure')?.measure;
    return clause.is(before, 'count') && measure !== undefined && isSameMeasure(measure, meant);
  });

const unquoted = (formula: string) => formula.replace(/^`|`$/g, '').replaceAll('``', '`');

const percent = /^(?:%|percent|per cent)$/i;

/** "over 40", where the rows are people. */
function ageOf(clause: Clause, value: number): Measure | undefined {
  return value <= 120 && clause.tokens.some((_, at) => clause.is(at, 'rows')) ? clause.measureOf('age') : undefined;
}

/** The only measure that a number can be one of: no house has 300000 rooms. */
function measureHolding({ table, lexicon }: Clause, value: number): Measure | undefined {
  const holding = table.columns.filter(
    ({ name, min, max }) =>
      lexicon.roles.get(name) === 'measure' && Number(min) <= value && value <= Number(max) && min !== max,
  );
  const [only] = holding;
  return only && holding.length === 1 ? { columns: [only.name], name: only.name, isRate: false } : undefined;
}

function numberFilter(
  clause: Clause,
  { columns }: Measure,
  op: Comparison['op'],
  value: number,
  { unit, others = [] }: Pick<Comparison, 'unit' | 'others'>,
): Filter {
  const [column = ''] = columns;
  // 5% is kept as 0.05.
  const described = clause.column(column);
  const isHundredth = described?.isPercent || (unit === '%' && described !== undefined && isFraction(described));
  const toShown = (number: number) => (isHundredth && number > 1 ? number / 100 : number);
  const shown = toShown(value);
  return {
    column,
    condition:
      others.length > 0
        ? `${columns.map(nameText).join(' * ')} in (${[shown, ...others.map(toShown)].join(', ')})`
        : `${columns.map(nameText).join(' * ')} ${op} ${shown}`,
    values: [],
    isTime: false,
    isBase: false,
  };
}

export const isSameMeasure = (one: Measure, other: Measure): boolean =>
  one.columns.join('\n') === other.columns.join('\n');
