import { TroupeError } from '../../errors.ts';
import { findName } from '../find-name.ts';
import { checkFormula, type Scope } from '../formulas/check-formula.ts';
import { type Formula, isAggregated, isSame, partsOf } from '../formulas/formula.ts';
import { asCondition } from '../formulas/formula-functions.ts';
import { formulaText } from '../formulas/formula-text.ts';
import { columnNames } from '../formulas/formula-tokens.ts';
import { parseFormula } from '../formulas/parse-formula.ts';
import { type Item, parseItems } from '../formulas/parse-items.ts';
import { isPeriod } from '../formulas/period.ts';
import type { Table } from './parse-table.ts';
import type { TableQuery } from './table-query.ts';

/** A formula with the name of its column in the result. */
export interface NamedFormula {
  readonly name: string;
  readonly formula: Formula;
}

/** What the rows of a result are sorted by; with `change`, how a figure changed. */
export interface Order {
  readonly by: Formula | 'change' | 'percent';
  readonly isDescending: boolean;
}

/** A query whose every name is a column's and every formula fits its place. */
export interface CheckedQuery {
  /** What the groups are made by; with `change` the last one is the part of a date it goes along. */
  readonly keys: readonly NamedFormula[];
  /** The figures of a group, or what a listing shows of each row. */
  readonly values: readonly NamedFormula[];
  readonly isListing: boolean;
  /** Conditions on rows, and on groups. */
  readonly where: readonly Formula[];
  readonly having: readonly Formula[];
  readonly order: readonly Order[];
  readonly change?: 'previous' | 'first_to_last';
}

const rowCount: Formula = { type: 'number', kind: 'aggregate', aggregate: 'count' };

/** Finds out what a query means for a table; throws with what is possible where it means nothing. */
export function checkQuery(query: TableQuery, table: Table): CheckedQuery {
  const reader = queryReader(table);
  const selected = query.select.flatMap((text) => reader.select(text));
  const grouped = query.group_by.flatMap((text) => reader.groups(text));
  const conditions = query.where.flatMap((text) => reader.conditions(text));
  const order = query.order_by.flatMap((text) => reader.order(text, selected));
  const figures = selected.filter(({ formula }) => isAggregated(formula));
  const isListing =
    grouped.length + figures.length === 0 &&
    !query.change &&
    !selected.some(({ isDistinct }) => isDistinct) &&
    !conditions.some(isAggregated);
  const plain = selected.filter(({ formula }) => !isAggregated(formula));
  const keys = isListing ? [] : uniqueNames(withoutTwins([...grouped.map((key) => nameOf(key, plain)), ...plain]));
  const values = isListing
    ? listed(plain, table)
    : figures.length > 0
      ? figures
      : [{ name: 'count', formula: rowCount }];
  const unordered = {
    keys: query.change ? alongDate(keys, query.change) : keys,
    values: uniqueNames(values),
    isListing,
    where: conditions.filter((condition) => !isAggregated(condition)),
    having: conditions.filter(isAggregated),
    ...(query.change ? { change: query.change } : {}),
  };
  const checked = { ...unordered, order: order.length > 0 ? order : usualOrder(unordered) };
  if (!isListing) refuseLooseColumns(checked);
  return checked;
}

type Selected = NamedFormula & { readonly isDistinct: boolean };

function queryReader(table: Table) {
  const names = table.columns.map((column) => column.name);
  const columnAt = columnNames(names);
  const named = new Map<string, Formula>();
  const scope: Scope = {
    file: table.name,
    columns: table.columns,
    spellings: spellingsOf(table),
    named,
    prefersNamed: false,
  };
  const first: Scope = { ...scope, prefersNamed: true };
  const readItem = (item: Item): Selected[] => {
    if (item.syntax.kind === 'star')
      return table.columns.map(({ name, type }) => ({
        name,
        formula: { type, kind: 'column', name },
        isDistinct: false,
      }));
    const { syntax } = item;
    // revenue = sum(units) gives a name, too.
    const isNaming =
      syntax.kind === 'binary' &&
      syntax.op === '=' &&
      syntax.left.kind === 'name' &&
      !findName(syntax.left.text, names);
    const formula = checkFormula(isNaming ? syntax.right : syntax, scope);
    const given = item.name ?? (isNaming && syntax.left.kind === 'name' ? syntax.left.text : undefined);
    if (given) named.set(given.toLowerCase(), formula);
    return [{ name: given ?? formulaText(formula), formula, isDistinct: item.isDistinct }];
  };
  return {
    select: (text: string) => parseItems(text, columnAt).flatMap(readItem),
    groups: (text: string): NamedFormula[] =>
      parseItems(text, columnAt).map((item) => {
        const keys = new Map([...named].filter(([, formula]) => !isAggregated(formula)));
        const formula = checkFormula(item.syntax, { ...first, named: keys });
        if (isAggregated(formula))
          throw new TroupeError('tool', `"${item.text}" is a figure: it belongs in select, not group_by.`);
        return { name: item.name ?? formulaText(formula), formula };
      }),
    conditions: (text: string) => conjuncts(asCondition(checkFormula(parseFormula(text, columnAt), scope))),
    order: (text: string, selected: readonly NamedFormula[]): Order[] =>
      parseItems(text, columnAt).map(({ syntax, direction }) => {
        const isDescending = direction === 'desc';
        const word = syntax.kind === 'name' && !named.has(syntax.text.toLowerCase()) ? syntax.text.toLowerCase() : '';
        if (word === 'change') return { by: 'change', isDescending };
        if (/^(?:change[ _](?:percent|pct)|percent[ _]change)$/.test(word)) return { by: 'percent', isDescending };
        const place = syntax.kind === 'number' ? selected[syntax.value - 1] : undefined;
        return { by: place?.formula ?? checkFormula(syntax, first), isDescending };
      }),
  };
}

/** A column's own spellings of a value, whatever their case; each column is looked through once. */
function spellingsOf(table: Table): Scope['spellings'] {
  const seen = new Map<string, Map<string, Set<string>>>();
  return (column, value) => {
    const known = seen.get(column) ?? new Map<string, Set<string>>();
    if (!seen.has(column)) {
      const at = table.columns.findIndex((each) => each.name === column);
      for (const row of table.rows) {
        const cell = row[at];
        if (typeof cell !== 'string') continue;
        const spelled = known.get(cell.toLowerCase());
        if (spelled) spelled.add(cell);
        else known.set(cell.toLowerCase(), new Set([cell]));
      }
      seen.set(column, known);
    }
    const spelled = known.get(value.trim().toLowerCase());
    return spelled?.has(value) ? [value] : [...(spelled ?? [])];
  };
}

function conjuncts(condition: Formula): readonly Formula[] {
  return condition.kind === 'logic' && condition.op === 'and' ? condition.of.flatMap(conjuncts) : [condition];
}

const listed = (selected: readonly NamedFormula[], table: Table): readonly NamedFormula[] =>
  selected.length > 0
    ? selected
    : table.columns.map(({ name, type }) => ({ name, formula: { type, kind: 'column', name } }));

const nameOf = (key: NamedFormula, selected: readonly NamedFormula[]) =>
  selected.find(({ formula }) => isSame(formula, key.formula)) ?? key;

const withoutTwins = (all: readonly NamedFormula[]) =>
  all.filter((one, at) => all.findIndex((other) => isSame(one.formula, other.formula)) === at);

/** Two columns with the same name could not be distinguished. */
function uniqueNames(all: readonly NamedFormula[]): NamedFormula[] {
  const counts = new Map<string, number>();
  return all.map(({ name, formula }) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { name: count > 1 ? `${name} (${count})` : name, formula };
  });
}

function alongDate(keys: readonly NamedFormula[], change: string): readonly NamedFormula[] {
  const along =
    keys.findLast(({ formula }) => formula.kind === 'part' && isPeriod(formula.part)) ??
    // A column of years is as good.
    keys.findLast(({ formula }) => formula.kind === 'column' && formula.type === 'number');
  if (!along)
    throw new TroupeError('tool', `change "${change}" needs a part of a date in group_by, such as month(date).`);
  return [...keys.filter((key) => key !== along), along];
}

/** Rows come as they are in the file, and groups over time in its order; else the largest figure comes first. */
function usualOrder({ keys, values, isListing, change }: Omit<CheckedQuery, 'order'>): Order[] {
  const groups = change === 'first_to_last' ? keys.slice(0, -1) : keys;
  const isOverTime = groups.some(({ formula }) => formula.type === 'date' || formula.kind === 'part');
  const [figure] = values;
  if (isListing || isOverTime || !figure) return [];
  return [{ by: change ? 'change' : figure.formula, isDescending: true }];
}

function refuseLooseColumns({
  keys,
  values,
  having,
  order,
}: Pick<CheckedQuery, 'keys' | 'values' | 'having' | 'order'>): void {
  const loose = (formula: Formula): string[] => {
    if (formula.kind === 'aggregate' || keys.some((key) => isSame(key.formula, formula))) return [];
    return formula.kind === 'column' ? [formula.name] : partsOf(formula).flatMap(loose);
  };
  const orders = order.flatMap(({ by }) => (typeof by === 'string' ? [] : [by]));
  const [column] = [...values.map(({ formula }) => formula), ...having, ...orders].flatMap(loose);
  if (column === undefined) return;
  throw new TroupeError(
    'tool',
    `"${column}" has many values in a group: put it into group_by, or write sum(${column}), avg(${column}), min(${column}) or max(${column}).`,
  );
}
