import type { Aggregate } from '../../tools/formulas/formula.ts';
import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import type { TableQueryInput } from '../../tools/tables/table-query.ts';
import type { Direction } from '../lexicon/cue.ts';
import { toLexicon } from '../lexicon/lexicon.ts';
import { nameText } from '../lexicon/query-text.ts';
import type { Measure } from '../lexicon/sense.ts';
import type { Figure, Filter, Parts } from './ask.ts';
import type { Problem } from './problem.ts';
import { grainOf } from './time.ts';

/** What the figure of a share is called: who presents it gives it a percent sign. */
export const shareName = 'share';
/** What counts the rows of each value, where the values are what is asked for. */
export const valuesName = 'rows each';

/** A clause with the table and the dates that it is about. */
export interface Asked {
  readonly parts: Parts;
  readonly table: TableDescription;
  readonly time: ColumnDescription | undefined;
}

export const conditions = (filters: readonly Filter[]) => filters.map(({ condition }) => condition);

export function measureText(measure: Measure | undefined, aggregate: Aggregate): string {
  if (!measure) return 'count(*) as rows';
  return `${aggregate}(${measure.columns.map(nameText).join(' * ')}) as ${nameText(measure.name)}`;
}

/** The columns that say which row it is: those that differ in each, else those of text. */
export function identity({ table, time }: Asked): string[] {
  const roles = toLexicon(table).roles;
  const labels = table.columns.filter(({ name, type }) => roles.get(name) === 'label' && type !== 'date');
  const own = labels.filter(({ distinct }) => distinct === table.rowCount);
  const [first] = own;
  // A number says little where each row has a name, too.
  const called = first?.type === 'number' ? own.find(({ type }) => type === 'text') : undefined;
  const named = first ? [first.name, ...(called ? [called.name] : [])] : labels.slice(0, 2).map(({ name }) => name);
  return [...(time && !first ? [time.name] : []), ...named];
}

function shownColumns(asked: Asked, wanted: readonly string[]): string[] {
  const { table, parts } = asked;
  if (wanted.length > 0) return [...new Set(wanted)];
  if (table.columns.length <= 8) return table.columns.map(({ name }) => name);
  return [
    ...new Set([
      ...identity(asked),
      ...parts.filters.map(({ column }) => column),
      ...table.columns.map(({ name }) => name),
    ]),
  ].slice(0, 8);
}

/** How a column is shown of a row: a quarter is not its first month. */
function shownAs({ table }: Asked, name: string): string {
  const column = table.columns.find((each) => each.name === name);
  const isQuarter = column?.type === 'date' && grainOf(column) === 'quarter';
  return isQuarter ? `quarter(${nameText(name)}) as ${nameText(name)}` : nameText(name);
}

export function listQuery(asked: Asked, { columns, isRows }: NonNullable<Parts['shows']>): TableQueryInput {
  const { parts, table, time } = asked;
  const where = conditions(parts.filters);
  const limit = parts.limit ?? 200;
  if (
    !isRows &&
    columns.length > 0 &&
    columns.every((name) => (table.columns.find((column) => column.name === name)?.distinct ?? 0) < table.rowCount)
  ) {
    return {
      file: table.name,
      select: [`count(*) as ${nameText(valuesName)}`],
      group_by: columns.map(nameText),
      where,
      limit,
    };
  }
  const order = time ? [nameText(time.name)] : [];
  const select = shownColumns(asked, isRows && columns.length === 0 ? [] : columns).map((name) => shownAs(asked, name));
  return { file: table.name, select, where, order_by: order, limit };
}

/** The rows with the most or the least of something. */
export function rowQuery(asked: Asked, direction: Direction): TableQueryInput {
  const { parts, table } = asked;
  const figure = parts.figures.find((each): each is Figure & { kind: 'measure' } => each.kind === 'measure');
  const keys = [...new Set([...parts.groups.map(({ column }) => column), ...identity(asked)])].slice(0, 3);
  return {
    file: table.name,
    select: [measureText(figure?.measure, direction === 'desc' ? 'max' : 'min')],
    group_by: keys.map(nameText),
    where: conditions(parts.filters),
    order_by: [`1 ${direction}`],
    ...(parts.limit ? { limit: parts.limit } : {}),
  };
}

/** "the first order", "who was hired last": by the date. */
export function endQuery(asked: Asked, end: Direction): TableQueryInput[] | Problem {
  const { parts, table, time } = asked;
  if (!time) return { problem: 'no-time', words: [] };
  const where = conditions(parts.filters);
  const own = nameText(time.name);
  if (parts.asksWhen && parts.limit === undefined) {
    const label = nameText(`${end === 'asc' ? 'first' : 'last'} ${time.name}`);
    return [
      {
        file: table.name,
        select: [`${end === 'asc' ? 'min' : 'max'}(${own}) as ${label}`],
        where,
        group_by: parts.groups.map(({ formula }) => formula),
      },
    ];
  }
  const measures = parts.figures.flatMap((figure) => (figure.kind === 'measure' ? figure.measure.columns : []));
  const columns = [
    ...parts.groups.map(({ column }) => column),
    time.name,
    ...(parts.groups.length === 0 ? identity(asked) : []),
    ...(parts.groups.length === 0 && measures.length === 0 && !parts.asksWhen && table.columns.length <= 8
      ? table.columns.map(({ name }) => name)
      : []),
    ...measures,
  ];
  const select = [...new Set(columns)].map((name) => shownAs(asked, name));
  return [{ file: table.name, select, where, order_by: [`${own} ${end}`], limit: parts.limit ?? 1 }];
}
