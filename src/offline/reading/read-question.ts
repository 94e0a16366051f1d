import type { TableDescription } from '../../tools/tables/describe-columns.ts';
import type { TableQueryInput } from '../../tools/tables/table-query.ts';
import { type Measure, type Of, scan, type Token, toLexicon } from './scan.ts';
import { type Filter, readPeriods, toQueries } from './to-queries.ts';

/** Why a clause is no question to a table. */
export type Problem =
  | { readonly problem: 'unknown'; readonly words: readonly string[] }
  | { readonly problem: 'relative'; readonly words: readonly string[] }
  | { readonly problem: 'no-date' | 'no-measure' | 'filter-on-result' | 'too-many-groups' | 'nothing-asked' };

/** A clause as queries to one table. */
export interface Question {
  readonly file: string;
  readonly queries: readonly TableQueryInput[];
  /** The measure that the clause does not name itself. */
  readonly assumed?: Measure;
  readonly measures: readonly Measure[];
}

/** Reads a clause as a question to one table. Every word has to mean something there, or it is not read at all. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one check after the other, each with the problem that it finds
export function readQuestion(
  clause: string,
  table: TableDescription,
  carried: Measure | undefined,
): Question | Problem {
  const tokens = scan(clause, table);
  const all = <K extends Token['kind']>(kind: K) => tokens.filter((token): token is Of<K> => token.kind === kind);
  const unknown = all('unknown');
  if (unknown.length > 0) return { problem: 'unknown', words: unknown.map((token) => token.text) };
  const relative = all('relative');
  if (relative.length > 0) return { problem: 'relative', words: relative.map((token) => token.text) };
  const conditions = readConditions(tokens);
  if ('problem' in conditions) return conditions;
  const counted = findCounted(tokens);
  const measures = readMeasures(tokens, conditions.used, table);
  const asksForSomething = tokens.some((token) => asking.has(token.kind));
  if (measures.length === 0 && !asksForSomething) return { problem: 'nothing-asked' };
  // "how many products" beside a measure would be two questions in one; neither may get lost.
  if (counted && measures.length > 0) return { problem: 'unknown', words: [`${counted.by} ${counted.column.text}`] };
  const isCount = all('count').length > 0 || all('rows').length > 0;
  const countsRowsToo = measures.length > 0 && all('count').length > 0 && all('rows').length > 0;
  const assumed = measures.length > 0 || isCount ? undefined : (carried ?? defaultMeasure(table));
  if (measures.length === 0 && !isCount && !assumed) return { problem: 'no-measure' };
  const date = table.columns.find((column) => column.type === 'date')?.name;
  const needsDate = all('period').length > 0 || all('change').length > 0;
  if (needsDate && date === undefined) return { problem: 'no-date' };
  const named = countsRowsToo ? [...measures, undefined] : measures;
  const effective = named.length > 0 ? named : assumed ? [assumed] : [undefined];
  const periods = readPeriods(tokens);
  if (!periods) return { problem: 'unknown', words: all('range').map((token) => token.text) };
  const on = { file: table.name, date: date ?? '', filters: conditions.filters, ...periods };
  const queries = effective.flatMap((measure) => toQueries(tokens, measure, on));
  const groupings = ({ group_by = [], change }: TableQueryInput) => group_by.length - (change ? 1 : 0);
  if (queries.some((query) => groupings(query) > 2)) return { problem: 'too-many-groups' };
  return {
    file: table.name,
    queries,
    measures: effective.filter((measure) => measure !== undefined),
    ...(assumed ? { assumed } : {}),
  };
}

const asking: ReadonlySet<Token['kind']> = new Set([
  'column',
  'period',
  'rank',
  'limit',
  'change',
  'aggregate',
  'count',
  'rows',
  'compare',
  'share',
  'which',
  'sold',
]);

/** The column that "how many" stands before. */
function findCounted(tokens: readonly Token[]): { by: string; column: Of<'column'> } | undefined {
  const meaningful = tokens.filter((token) => token.kind !== 'filler');
  const at = meaningful.findIndex((token) => token.kind === 'count');
  const next = meaningful[at + 1];
  return at >= 0 && next?.kind === 'column' ? { by: meaningful[at]?.text ?? '', column: next } : undefined;
}

/** Revenue where there is one, else the only number column that can be summed. */
export function defaultMeasure(table: TableDescription): Measure | undefined {
  const meanings = [...toLexicon(table).phrases].flatMap(([phrase, meaning]) =>
    meaning.kind === 'measure' ? [{ phrase, measure: meaning.measure }] : [],
  );
  const revenue = meanings.find(({ phrase }) => phrase === 'revenue')?.measure;
  const sums = new Map(
    meanings
      .filter(({ measure }) => !measure.isRate && measure.columns.length === 1)
      .map(({ measure }) => [measure.columns[0], measure]),
  );
  return revenue ?? (sums.size === 1 ? [...sums.values()][0] : undefined);
}

function readMeasures(tokens: readonly Token[], used: ReadonlySet<Token>, table: TableDescription): Measure[] {
  const named = tokens.filter((token): token is Of<'measure'> => token.kind === 'measure' && !used.has(token));
  const unique = new Map(named.map((token) => [token.measure.columns.join(), token.measure]));
  if (unique.size > 0 || !tokens.some((token) => token.kind === 'sold')) return [...unique.values()];
  const units = toLexicon(table).phrases.get('units');
  return units?.kind === 'measure' ? [units.measure] : [];
}

/** The filters of a clause and the tokens that they use up. */
function readConditions(tokens: readonly Token[]): { filters: Filter[]; used: Set<Token> } | Problem {
  const meaningful = tokens.filter((token) => token.kind !== 'filler');
  const comparisons = readComparisons(meaningful);
  if ('problem' in comparisons) return comparisons;
  const excepts = meaningful.filter(
    (token, index) => token.kind === 'except' && meaningful[index + 1]?.kind !== 'value',
  );
  if (excepts.length > 0) return { problem: 'unknown', words: excepts.map((token) => token.text) };
  return { filters: [...comparisons.filters, ...readValues(meaningful)], used: comparisons.used };
}

/** `units over 10`: a comparison of a column with a number, beside the measure that is asked for. */
function readComparisons(meaningful: readonly Token[]): { filters: Filter[]; used: Set<Token> } | Problem {
  const used = new Set<Token>();
  const filters: Filter[] = [];
  for (const [index, token] of meaningful.entries()) {
    const [before, after] = [meaningful[index - 1], meaningful[index + 1]];
    if (token.kind === 'number' && before?.kind !== 'operator') return { problem: 'unknown', words: [token.text] };
    if (token.kind !== 'operator') continue;
    if (after?.kind !== 'number') return { problem: 'unknown', words: [token.text] };
    const isOnRows = before?.kind === 'measure' && before.measure.columns.length === 1;
    const asksOther = meaningful.some(
      (other) => other !== before && (other.kind === 'measure' || other.kind === 'rows'),
    );
    if (!isOnRows || !asksOther) return { problem: 'filter-on-result' };
    filters.push({ column: before.measure.columns[0] ?? '', op: token.op, value: after.value });
    used.add(before);
  }
  return { filters, used };
}

/** The values that a clause names, and those it names after "except". */
function readValues(meaningful: readonly Token[]): Filter[] {
  const excluded = new Set(meaningful.filter((_, index) => meaningful[index - 1]?.kind === 'except'));
  const values = meaningful.filter((token): token is Of<'value'> => token.kind === 'value');
  return [...Map.groupBy(values, (token) => token.column)].flatMap(([column, group]): Filter[] => {
    const without = group.filter((token) => excluded.has(token));
    const wanted = [...new Set(group.filter((token) => !excluded.has(token)).map((token) => token.value))];
    const [only] = wanted;
    return [
      ...without.map(({ value }): Filter => ({ column, op: '!=', value })),
      ...(only !== undefined && wanted.length === 1 ? [{ column, op: '=', value: only } as const] : []),
      ...(wanted.length > 1 ? [{ column, op: 'in', value: wanted } as const] : []),
    ];
  });
}
