import type { Aggregate } from '../../tools/formulas/formula.ts';
import type { DatePart } from '../../tools/formulas/period.ts';
import type { TableDescription } from '../../tools/tables/describe-columns.ts';
import type { TableQueryInput } from '../../tools/tables/table-query.ts';
import type { Direction } from '../lexicon/cue.ts';
import { nameText } from '../lexicon/query-text.ts';
import type { Measure } from '../lexicon/sense.ts';
import type { Figure, Group, Parts } from './ask.ts';
import { isProblem, type Problem } from './problem.ts';
import {
  type Asked,
  conditions,
  endQuery,
  identity,
  listQuery,
  measureText,
  rowQuery,
  shareName,
} from './row-queries.ts';
import { groupBy, usualPart } from './time.ts';

/** What a clause asks of a table, with nothing left open, as queries: one for each figure. */
export function toQueries(parts: Parts, table: TableDescription): TableQueryInput[] | Problem {
  const queries = queriesOf(parts, table);
  const { limit } = parts;
  // So many were asked for: nothing else is shown in their place.
  const isLost =
    limit !== undefined && limit > 1 && !isProblem(queries) && !queries.some((query) => query.limit === limit);
  return isLost ? { problem: 'unknown', words: [String(limit)] } : queries;
}

function queriesOf(parts: Parts, table: TableDescription): TableQueryInput[] | Problem {
  const asked = { parts, table, time: table.columns.find(({ name }) => name === parts.time) };
  if (parts.groups.length > 2) return { problem: 'too-many-groups', words: parts.groups.map(({ formula }) => formula) };
  if (parts.end) return endQuery(asked, parts.end);
  if (parts.isShare) {
    const share = shareQuery(asked);
    if (share) return isProblem(share) ? share : [share];
  }
  if (parts.shows) return [listQuery(asked, parts.shows)];
  if (parts.asksWhen) return whenQueries(asked);
  if (parts.isOfRows && parts.orders.length > 0 && (parts.groups.length === 0 || parts.isOfOneRow))
    return [rowQuery(asked, parts.orders[0] ?? 'desc')];
  // "the fastest 3", 最贵的三单: as many rows.
  const [order, ...more] = parts.orders;
  const isOfRows = parts.limit !== undefined && parts.limit > 1 && order !== undefined && more.length === 0;
  if (
    isOfRows &&
    parts.groups.length === 0 &&
    parts.figures.some(({ kind }) => kind === 'measure') &&
    parts.aggregates.length === 0
  )
    return [rowQuery(asked, order)];
  return parts.figures.flatMap((figure) => figureQueries(asked, figure));
}

/** "when was it hottest", "when did we sell most", "when was order 7 placed". */
function whenQueries(asked: Asked): TableQueryInput[] | Problem {
  const { parts, time } = asked;
  if (!time) return { problem: 'no-time', words: [] };
  const [order] = parts.orders;
  const figure = parts.figures.find((each): each is Figure & { kind: 'measure' } => each.kind === 'measure');
  if (order === undefined) return [listQuery(asked, { columns: [time.name, ...identity(asked)], isRows: true })];
  if (figure?.measure.isRate) {
    return [
      {
        ...rowQuery(asked, order),
        group_by: [
          ...new Set([
            nameText(time.name),
            ...parts.groups.map(({ formula }) => formula),
            ...identity(asked).map(nameText),
          ]),
        ].slice(0, 3),
      },
    ];
  }
  const group = groupBy(time, usualPart(time));
  return figureQueries(
    { ...asked, parts: { ...parts, groups: [group], asksWhen: false } },
    parts.figures[0] ?? { kind: 'rows' },
  );
}

/** The part that some rows have in the whole. */
function shareQuery({ parts, table }: Asked): TableQueryInput | Problem | undefined {
  const { filters, figures, groups } = parts;
  const figure = figures[0] ?? { kind: 'rows' };
  const [first, second] = figures;
  if (first?.kind === 'measure' && second?.kind === 'measure' && !first.measure.isRate && !second.measure.isRate)
    return ratioQuery({ parts, table }, first.measure, second.measure);
  const candidates = filters.filter(({ isTime }) => !isTime);
  const own = candidates.filter(({ isBase }) => !isBase);
  const part = own.length > 0 ? own : candidates.length === 1 ? candidates : [];
  if (part.length === 0) return groups.length > 0 ? undefined : { problem: 'share-of', words: [] };
  if (figure.kind === 'measure' && figure.measure.isRate) return { problem: 'share-of', words: [] };
  const of = figure.kind === 'measure' ? figure.measure.columns.map(nameText).join(' * ') : '1';
  const test = part.map(({ condition }) => `(${condition})`).join(' and ');
  const name = figure.kind === 'measure' ? figure.measure.name : 'rows';
  return {
    file: table.name,
    select: [
      `100 * sum(if(${test}, ${of}, 0)) / sum(${of}) as ${nameText(shareName)}`,
      `sum(if(${test}, ${of}, 0)) as ${nameText(`${name} of the part`)}`,
      `sum(${of}) as ${nameText(`${name} in all`)}`,
    ],
    group_by: groups.map(({ formula }) => formula),
    where: conditions(filters.filter((filter) => !part.includes(filter))),
  };
}

/** "injuries as a percentage of pupils": one amount of another one. */
function ratioQuery({ parts, table }: Pick<Asked, 'parts' | 'table'>, part: Measure, all: Measure): TableQueryInput {
  const [of, whole] = [part, all].map(({ columns }) => `sum(${columns.map(nameText).join(' * ')})`);
  return {
    file: table.name,
    select: [
      `100 * ${of} / ${whole} as ${nameText(shareName)}`,
      `${of} as ${nameText(part.name)}`,
      `${whole} as ${nameText(all.name)}`,
    ],
    group_by: parts.groups.map(({ formula }) => formula),
    where: conditions(parts.filters),
  };
}

/** Rows as they are called in the question: `orders`, `people`, 人数. */
function rowsName(noun: string | undefined): string {
  if (noun === undefined) return 'rows';
  const han = noun.replace(/^(?:多少|几)个?/, '');
  if (/\p{Script=Han}/u.test(han)) return /^[人天]$/.test(han) ? `${han}数` : han;
  if (/^(?:person|people)$/.test(noun)) return 'people';
  return /(?:staff|headcount|s)$/.test(noun) ? noun : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

function figureText(figure: Figure, aggregate: Aggregate): string {
  switch (figure.kind) {
    case 'rows':
      return `count(*) as ${nameText(rowsName(figure.noun))}`;
    case 'distinct':
      return `count(distinct ${figure.of}) as ${nameText(figure.name)}`;
    case 'measure':
      return measureText(figure.measure, aggregate);
  }
}

/** Which episode is asked: its title stands beside its number. */
function nameOfKey(asked: Asked): Group[] {
  const [only, ...more] = asked.parts.groups;
  const keys = identity(asked);
  const isKey = only !== undefined && more.length === 0 && only.part === undefined && keys[0] === only.column;
  const [, name] = keys;
  const column = asked.table.columns.find((each) => each.name === name);
  return isKey && name !== undefined && column?.distinct === asked.table.rowCount
    ? [{ formula: nameText(name), column: name }]
    : [];
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
function figureQueries(asked: Asked, figure: Figure): TableQueryInput[] {
  const { parts, table } = asked;
  const compared = parts.filters
    .filter(({ values }) => values.length > 1)
    .map(({ column }): Group => ({ formula: nameText(column), column }));
  const groups = [
    ...parts.groups,
    ...compared.filter(({ formula }) => !parts.groups.some((group) => group.formula === formula)),
    ...nameOfKey(asked),
  ].slice(0, 2);
  if (parts.change !== undefined && asked.time) return [changeQuery(asked, figure, groups)];
  const query = (aggregate: Aggregate, direction: Direction | undefined): TableQueryInput => {
    const text = figureText(figure, aggregate);
    const bare = text.replace(/ as `[^`]*(?:``[^`]*)*`$| as rows$/, '');
    const isLimited = parts.limit !== undefined && groups.length > 0;
    const isOrdered = groups.length > 0 && (direction !== undefined || isLimited);
    return {
      file: table.name,
      select: [text],
      group_by: groups.map(({ formula }) => formula),
      where: [...conditions(parts.filters), ...parts.having.map(({ op, value }) => `${bare} ${op} ${value}`)],
      ...(isOrdered ? { order_by: [`1 ${direction ?? 'desc'}`] } : {}),
      ...(isLimited ? { limit: parts.limit } : isLong(groups) ? { limit: 200 } : {}),
      ...(parts.isMeanOfGroups && aggregate !== 'avg' ? { mean_of_groups: true } : {}),
    };
  };
  const [direction] = parts.orders;
  if (figure.kind !== 'measure') return [query('count', direction)];
  const { isRate } = figure.measure;
  const isSum = parts.isMeanOfGroups && !isRate;
  if (isSum) return [query('sum', direction)];
  const ends = parts.orders.map((order): Aggregate => (order === 'desc' ? 'max' : 'min'));
  // "lowest, highest and average": each by itself, unless one of them only orders the others.
  if (parts.aggregates.length > 0 && ends.length > 0 && (groups.length === 0 || ends.length > 1))
    return [...ends, ...parts.aggregates].map((aggregate) => query(aggregate, undefined));
  if (parts.aggregates.length > 0) return parts.aggregates.map((aggregate) => query(aggregate, direction));
  if (ends.length > 1 && groups.length === 0 && parts.isCompared) {
    const of = figure.measure.columns.map(nameText).join(' * ');
    const difference = { ...query('max', undefined), select: [`max(${of}) - min(${of}) as difference`] };
    return [difference, ...ends.map((end) => query(end, undefined))];
  }
  if (isRate && groups.length > 0 && ends.length > 1 && !parts.isWhich) return ends.map((end) => query(end, undefined));
  if (groups.length === 0)
    return ends.length > 0 ? ends.map((end) => query(end, undefined)) : [query(isRate ? 'avg' : 'sum', undefined)];
  if (!isRate && direction !== undefined && parts.isOfOne)
    return [query(ends[0] ?? 'max', direction), query('sum', direction)];
  if (!isRate || direction === undefined) return [query(isRate ? 'avg' : 'sum', direction)];
  const isEach =
    groups.length === 1 &&
    table.columns.find(({ name }) => name === groups[0]?.formula.replaceAll('`', ''))?.distinct === table.rowCount;
  // "highest price" is a single price, and may mean the mean: where they differ both are said.
  return isEach ? [query(ends[0] ?? 'max', direction)] : [query(ends[0] ?? 'max', direction), query('avg', direction)];
}

const isLong = (groups: readonly Group[]) => groups.some(({ part }) => part !== undefined);

function changeQuery({ parts, table, time }: Asked, figure: Figure, groups: readonly Group[]): TableQueryInput {
  const direction = parts.change === 'any' ? undefined : parts.change;
  const isAsked = parts.groups.some(({ part }) => part !== undefined);
  // Growth of nothing in particular is shown period by period; a drop, or growth of something, from end to end.
  const isSeries =
    parts.along !== undefined &&
    !isCompared(parts) &&
    (parts.isOverTime || direction === undefined || isAsked) &&
    groups.length === 0;
  const along: DatePart = parts.along ?? 'month';
  const isRate = figure.kind === 'measure' && figure.measure.isRate;
  const aggregate: Aggregate = parts.aggregates[0] ?? (isRate ? 'avg' : 'sum');
  const wanted = parts.orders.includes('asc') && direction === undefined ? 'asc' : (direction ?? 'desc');
  return {
    file: table.name,
    select: [figureText(figure, aggregate)],
    group_by: [...groups.map(({ formula }) => formula), ...(time ? [groupBy(time, along).formula] : [])],
    where: conditions(parts.filters),
    change: isSeries ? 'previous' : 'first_to_last',
    ...(isSeries ? { limit: 200 } : { order_by: [`change ${wanted}`], ...(parts.limit ? { limit: parts.limit } : {}) }),
  };
}

/** "from January to March": from end to end. */
const isCompared = ({ filters }: Parts) =>
  filters.some(({ isTime, condition }) => isTime && /\bor\b|>=.* and .*<=/.test(condition));
