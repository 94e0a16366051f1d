import { isRecord } from '../../domain/is-record.ts';

/** The names under which a part of a query is known elsewhere, without their decoration. */
const parts: Readonly<Record<string, readonly string[]>> = {
  file: ['file', 'table', 'filename', 'tablename', 'dataset', 'path'],
  select: [
    'select',
    'columns',
    'column',
    'fields',
    'measures',
    'measure',
    'metrics',
    'metric',
    'aggregates',
    'aggregations',
    'figures',
    'values',
  ],
  where: ['where', 'filters', 'filter', 'conditions', 'having'],
  group_by: ['groupby', 'group', 'groups', 'by', 'dimensions'],
  order_by: ['orderby', 'order', 'sort', 'sortby'],
  limit: ['limit', 'top', 'pagesize', 'maxrows'],
  offset: ['offset', 'skip'],
  change: ['change', 'compare'],
  mean_of_groups: ['meanofgroups'],
};
const partByName = new Map(
  Object.entries(parts).flatMap(([part, names]) => names.map((name) => [name, part] as const)),
);
const lists: ReadonlySet<string> = new Set(['select', 'where', 'group_by', 'order_by']);
const mostRows = 200;

type Fields = Readonly<Record<string, unknown>>;

const isNothing = (value: unknown) => value === null || value === undefined || value === '';
const bare = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** A query in one of the usual ways to write it, as the one way that is read: every list a list of texts. What it does not know stays. */
export function toPlainQuery(written: unknown): unknown {
  if (!isRecord(written)) return written;
  const plain: Record<string, unknown> = {};
  const { aggregate } = written;
  for (const [key, value] of Object.entries(written)) {
    if (isNothing(value) || (key === 'aggregate' && typeof aggregate === 'string')) continue;
    const part = partByName.get(bare(key)) ?? key;
    if (lists.has(part))
      plain[part] = [...((plain[part] as string[] | undefined) ?? []), ...toTexts(part, value)]; // only lists of texts are put there
    else plain[part] = value;
  }
  if (typeof aggregate === 'string') plain.select = wrapped(aggregate, plain.select);
  if (plain.limit !== undefined) plain.limit = bounded(plain.limit, 1, mostRows);
  if (plain.offset !== undefined) plain.offset = bounded(plain.offset, 0, Number.MAX_SAFE_INTEGER);
  return plain;
}

const wrapped = (aggregate: string, select: unknown) =>
  Array.isArray(select) && select.length > 0 ? select.map((each) => `${aggregate}(${each})`) : [`${aggregate}(*)`];

function bounded(value: unknown, least: number, most: number): unknown {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number)
    ? Math.min(Math.max(Math.trunc(number), least), most)
    : value;
}

function toTexts(part: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => toTexts(part, item));
  if (typeof value === 'string') {
    const text = value.replace(/^\s*(?:select|where|having|group\s+by|order\s+by)\s/i, '').trim();
    return text === '' ? [] : [text];
  }
  if (!isRecord(value)) return isNothing(value) ? [] : [value];
  if (part === 'select') return figureTexts(value);
  if (part === 'where') return conditionTexts(value);
  if (part === 'group_by') return [groupText(value)];
  return orderTexts(value);
}

/** The first of the fields that is there. */
function pick(fields: Fields, ...names: readonly string[]): unknown {
  const name = names.find((each) => !isNothing(fields[each]));
  return name === undefined ? undefined : fields[name];
}

const columnFields = ['column', 'field', 'expression', 'expr', 'formula', 'measure', 'columns', 'of'];
const toText = (value: unknown): string => (Array.isArray(value) ? value.join(' * ') : String(value));

/** `{ column: 'units', aggregate: 'sum', as: 'sold' }`, or names with formulas: `{ sold: 'sum(units)' }`, `{ units: 'sum' }`. */
function figureTexts(fields: Fields): string[] {
  const column = pick(fields, ...columnFields);
  const aggregate = pick(fields, 'aggregate', 'agg', 'aggregation', 'function', 'fn', 'func', 'op');
  if (column === undefined && aggregate === undefined) {
    return Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((formula) => {
        const isFunction = /^(?:sum|avg|mean|average|min|max|count|nunique|count_distinct|share)$/i.test(
          String(formula),
        );
        return isFunction ? `${formula}(${name})` : `${formula} as ${name}`;
      }),
    );
  }
  const name = pick(fields, 'as', 'name', 'alias', 'label');
  const formula =
    aggregate === undefined ? toText(column) : `${aggregate}(${column === undefined ? '*' : toText(column)})`;
  return [name === undefined ? formula : `${formula} as ${name}`];
}

const operators: Readonly<Record<string, string>> = {
  eq: '=',
  equals: '=',
  is: '=',
  ne: '!=',
  neq: '!=',
  gt: '>',
  gte: '>=',
  ge: '>=',
  lt: '<',
  lte: '<=',
  le: '<=',
  nin: 'not in',
};

/** `{ column: 'units', op: '>', value: 5 }`, or columns with values: `{ region: 'north', units: { gt: 5 } }`. */
function conditionTexts(fields: Fields): string[] {
  const column = pick(fields, 'column', 'field', 'left');
  const value = pick(fields, 'value', 'values', 'right');
  if (column !== undefined) return [conditionText(String(column), pick(fields, 'op', 'operator', 'comparison'), value)];
  return Object.entries(fields).flatMap(([name, wanted]) =>
    isRecord(wanted)
      ? Object.entries(wanted).map(([operator, bound]) => conditionText(name, operator, bound))
      : [conditionText(name, undefined, wanted)],
  );
}

function conditionText(column: string, written: unknown, value: unknown): string {
  const word = String(written ?? (Array.isArray(value) ? 'in' : '='))
    .toLowerCase()
    .replace(/^\$/, '')
    .replaceAll('_', ' ');
  const operator = operators[word] ?? word;
  if (/^is (?:not )?(?:null|empty)$/.test(operator) || (operator === 'not null' && isNothing(value)))
    return `${column} ${operator.startsWith('is') ? operator : 'is not null'}`;
  if (isNothing(value)) return `${column} is ${operator === '!=' ? 'not ' : ''}null`;
  const values = [value].flat();
  const [, place] = /^(starts|ends) ?with$/.exec(operator) ?? [];
  if (place) return `${place}_with(${column}, ${literal(value)})`;
  if (operator === 'between') return `${column} between ${literal(values[0])} and ${literal(values[1])}`;
  const isList = values.length > 1 || /^(?:(?:not )?in|during)$/.test(operator);
  if (isList) {
    const isNot = operator === '!=' || operator === 'not in';
    return `${column} ${isNot ? 'not in' : 'in'} (${values.map((each) => literal(each)).join(', ')})`;
  }
  // What is compared may be another column: delivered > due.
  return `${column} ${operator} ${literal(value, /^[<>]=?$/.test(operator) ? '"' : "'")}`;
}

function literal(value: unknown, quote = "'"): string {
  return typeof value === 'number'
    ? String(value)
    : `${quote}${String(value).replaceAll(quote, quote + quote)}${quote}`;
}

function groupText(fields: Fields): unknown {
  const column = pick(fields, ...columnFields, 'name');
  const period = pick(fields, 'period', 'part', 'by', 'unit', 'granularity', 'interval');
  if (column === undefined) return fields;
  return period === undefined ? toText(column) : `${period}(${toText(column)})`;
}

/** `{ column: 'revenue', direction: 'desc' }`, or `{ revenue: 'desc' }`. */
function orderTexts(fields: Fields): unknown[] {
  const column = pick(fields, ...columnFields, 'by', 'name');
  const isDescending = (value: unknown) => value === true || value === -1 || /^desc/i.test(String(value));
  if (column === undefined)
    return Object.entries(fields).map(([name, value]) => `${name} ${isDescending(value) ? 'desc' : 'asc'}`);
  const direction = pick(fields, 'direction', 'dir', 'order', 'desc', 'descending');
  return [`${toText(column)} ${isDescending(direction) ? 'desc' : 'asc'}`];
}
