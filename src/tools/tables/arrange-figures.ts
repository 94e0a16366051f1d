import type { Cell } from '../cell.ts';
import { type Formula, isRatio, isSame } from '../formulas/formula.ts';
import { aggregateOf, type Evaluate, evaluator, orderOf } from '../formulas/formula-value.ts';
import { weekdays } from '../formulas/period.ts';
import type { CheckedQuery, NamedFormula } from './check-query.ts';
import type { Figures, Wanted } from './query-figures.ts';

/** The rows of a result, sorted, and what goes with them. */
export interface Arranged {
  readonly rows: readonly (readonly Cell[])[];
  /** Each figure over all rows that match. */
  readonly totals: readonly Cell[];
  /** The first and the last period, where change is shown. */
  readonly periods: readonly string[];
}

/** Makes the rows of a result of what was found: computes with figures, adds change, leaves groups out, sorts. */
export function arrangeFigures(query: CheckedQuery, wanted: Wanted, figures: Figures): Arranged {
  const compute = computing(wanted, figures.totals);
  const keep = query.having.map(compute);
  const lines = figures.lines.filter((line) => keep.every((holds) => holds(line) === 1));
  const values = query.values.map(({ formula }) => compute(formula));
  const along = wanted.keys.length - 1;
  const periods = query.change ? [...new Set(lines.map((line) => String(line[along])))].sort() : [];
  const made = query.change
    ? changes(query, { lines, values, periods: [periods[0], periods.at(-1)], empty: emptyLine(wanted), along })
    : lines.map(
        (line): Made => ({ line, row: [...line.slice(0, wanted.keys.length), ...values.map((value) => value(line))] }),
      );
  const rows = made.toSorted(byOrder(query, compute)).map(({ row }) => row);
  const totalLine = [...wanted.keys.map(() => null), ...figures.totals];
  return {
    rows,
    totals: query.isListing ? [] : values.map((value) => value(totalLine)),
    periods: periods.length > 1 ? [periods[0] ?? '', periods.at(-1) ?? ''] : periods,
  };
}

interface Made {
  /** What the row is made of, for sorting. */
  readonly line: readonly Cell[];
  readonly row: readonly Cell[];
  /** How the first figure changed, by itself and in percent. */
  readonly change?: readonly [Cell, Cell];
}

/** Reads formulas from lines: keys and aggregates are there, everything else is computed. */
function computing({ keys, aggregates, cells }: Wanted, totals: readonly Cell[]): (formula: Formula) => Evaluate {
  const there: readonly Formula[] = [...keys, ...aggregates, ...cells];
  const totalLine = [...keys.map(() => null), ...totals];
  const compute = (formula: Formula): Evaluate =>
    evaluator(formula, (part) => {
      const at = there.findIndex((known) => isSame(known, part));
      if (at >= 0) return (line) => line[at] ?? null;
      if (part.kind !== 'share') return undefined;
      const of = compute(part.of);
      const whole = of(totalLine);
      return (line) => (whole === null || whole === 0 ? null : ratio(of(line), Number(whole)));
    });
  return compute;
}

const ratio = (part: Cell, whole: number) => (part === null ? null : (100 * Number(part)) / whole);

/** The aggregates of no rows. */
const emptyLine = ({ keys, aggregates }: Wanted): Cell[] => [
  ...keys.map(() => null),
  ...aggregates.map(({ aggregate }) => aggregateOf(aggregate, [])),
];

interface Series {
  readonly lines: readonly (readonly Cell[])[];
  readonly values: readonly Evaluate[];
  /** The first and the last one. */
  readonly periods: readonly (string | undefined)[];
  readonly empty: readonly Cell[];
  /** Where a line has its period. */
  readonly along: number;
}

/** What is shown of one figure: what it is, and how it changed. */
interface ShownFigure {
  readonly shown: readonly Cell[];
  readonly change: readonly [Cell, Cell];
}

function changes(query: CheckedQuery, { lines, values, periods, empty, along }: Series): Made[] {
  const toMade = (line: readonly Cell[], keys: readonly Cell[], figures: readonly ShownFigure[]): Made => {
    const cells = figures.flatMap(({ shown, change }, index) => {
      const figure = query.values[index]?.formula;
      return [...shown, ...(figure && isRatio(figure) ? change.slice(0, 1) : change)];
    });
    return { line, row: [...keys, ...cells], ...(figures[0] ? { change: figures[0].change } : {}) };
  };
  const groups = [...Map.groupBy(lines, (line) => JSON.stringify(line.slice(0, along))).values()];
  if (query.change === 'first_to_last') {
    return groups.map((members) => {
      const ends = periods.map((period) => members.find((line) => String(line[along]) === period) ?? empty);
      const figures = values.map((value) => {
        const [before = null, after = null] = ends.map(value);
        return { shown: [before, after], change: difference(before, after) };
      });
      const keys = (members[0] ?? []).slice(0, along);
      return toMade([...keys, ...(ends[1] ?? empty).slice(along)], keys, figures);
    });
  }
  return groups.flatMap((members) => {
    const inOrder = members.toSorted((a, b) => orderOf(a[along] ?? null, b[along] ?? null));
    return inOrder.map((line, index) => {
      const before = inOrder[index - 1];
      const figures = values.map((value) => {
        const now = value(line);
        return { shown: [now], change: difference(before ? value(before) : null, now) };
      });
      return toMade(line, line.slice(0, along + 1), figures);
    });
  });
}

function difference(before: Cell, after: Cell): [Cell, Cell] {
  if (typeof before !== 'number' || typeof after !== 'number') return [null, null];
  return [after - before, before === 0 ? null : (100 * (after - before)) / before];
}

/** As is asked for, empty cells last, then by the keys. */
function byOrder(query: CheckedQuery, compute: (formula: Formula) => Evaluate): (a: Made, b: Made) => number {
  const asked = query.order.map(({ by, isDescending }) => {
    const rank = typeof by === 'string' ? byChange(by) : ranked(by, compute);
    return { rank, sign: isDescending ? -1 : 1 };
  });
  const keys = query.keys.map(({ formula }) => ranked(formula, compute));
  return (a, b) => {
    for (const { rank, sign } of asked) {
      const [x, y] = [rank(a), rank(b)];
      if (x !== y) return x === null ? 1 : y === null ? -1 : sign * orderOf(x, y);
    }
    for (const rank of keys) {
      const order = orderOf(rank(a), rank(b));
      if (order !== 0) return order;
    }
    return 0;
  };
}

const byChange = (by: 'change' | 'percent') => (made: Made) => made.change?.[by === 'change' ? 0 : 1] ?? null;

/** Days of the week come in their order, not by the alphabet. */
function ranked(formula: Formula, compute: (formula: Formula) => Evaluate): (made: Made) => Cell {
  const value = compute(formula);
  const isWeekday = formula.kind === 'part' && formula.part === 'weekday';
  const names: readonly string[] = weekdays;
  return ({ line }) => (isWeekday ? names.indexOf(String(value(line))) : value(line));
}

/** The mean of each figure over the groups; nothing for what is no number. */
export function meansOf(values: readonly NamedFormula[], rows: readonly (readonly Cell[])[], from: number): Cell[] {
  return values.map((_, index) =>
    aggregateOf(
      'avg',
      rows.map((row) => row[from + index] ?? null).filter((cell) => typeof cell === 'number'),
    ),
  );
}
