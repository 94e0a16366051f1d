import type { TableDescription } from '../../tools/tables/describe-columns.ts';
import type { TableQueryInput } from '../../tools/tables/table-query.ts';
import { toLexicon } from '../lexicon/lexicon.ts';
import type { Measure } from '../lexicon/sense.ts';
import { type Figure, goneOn, namesFigure, type Parts } from './ask.ts';
import { Clause } from './clause.ts';
import { readParts } from './parts/read-parts.ts';
import { isProblem, type Problem } from './problem.ts';
import { type Slip, slipOf } from './slips.ts';
import { toQueries } from './to-queries.ts';

/** A clause as queries to one table. */
export interface Question {
  readonly file: string;
  readonly queries: readonly TableQueryInput[];
  /** What the clause comes to, with what it took from the one before. */
  readonly parts: Parts;
  /** The measure that nothing names. */
  readonly assumed?: Measure;
  /** Words that were taken for others that they are near to. */
  readonly slips?: readonly Slip[];
  /** It takes something from the question before it. */
  readonly continues: boolean;
  /** The clause that it goes on with. */
  readonly after?: string;
  /** It speaks of what the question before it finds: "its", "their". */
  readonly isOfResult: boolean;
  /** It says itself neither which rows are meant nor how they are grouped. */
  readonly isBare: boolean;
}

/** What a clause may take something from. */
export interface Context {
  /** The question before it. */
  readonly before?: Parts;
  /** The same, where both are in one sentence: what narrows the one narrows the other. */
  readonly beside?: Parts;
}

/** Reads a clause as a question to one table. A slip of the hand is mended, and said. */
export function readQuestion(text: string, table: TableDescription, context: Context = {}): Question | Problem {
  const read = readAsWritten(text, table, context);
  if (!isProblem(read) || read.problem !== 'unknown' || read.words.length > 3) return read;
  const slips = read.words.flatMap((word) => slipOf(word, table) ?? []);
  if (slips.length === 0 || slips.length < read.words.length) return read;
  const mended = slips.reduce((said, { written, meant }) => said.replace(written, meant), text);
  const again = readAsWritten(mended, table, context);
  return isProblem(again) ? read : { ...again, slips };
}

function readAsWritten(text: string, table: TableDescription, { before, beside }: Context): Question | Problem {
  const own = readParts(text, table, before);
  if (isProblem(own)) return own;
  const isBare = own.filters.length === 0 && own.groups.length === 0 && !whole.test(text);
  // Nobody asks for the same twice: how many there are in all is meant.
  const isSame = JSON.stringify(own.figures) === JSON.stringify(beside?.figures);
  const said = isBare && beside && !isSame ? { ...own, filters: beside.filters } : own;
  const isOfResult = said.isOfResult && before !== undefined && hasWinner(before);
  const lost = lostWithout(before, said, isOfResult);
  if (lost)
    return lost === 'its'
      ? { problem: 'no-antecedent', words: wordsOf(text, table, 'its', 'of-those') }
      : { problem: lost, words: [] };
  const linked = linkedTo(before, said, isOfResult);
  const asked = said.asksHowMuch ? { ...linked, asksHowMuch: true } : linked;
  const full = completed(asked, text, table);
  if (isProblem(full)) return full;
  const parts = withoutOwnPeriod(full.parts, text);
  if (isOtherPeriod(parts, text)) return { problem: 'cannot', words: [text] };
  const queries = toQueries(parts, table);
  if (isProblem(queries)) return queries.words.length > 0 ? queries : { ...queries, words: [text] };
  if (queries.length === 0) return { problem: 'nothing-asked', words: [] };
  const continues = (linked !== said || said !== own) && !isOfResult && full.assumed === undefined;
  return {
    file: table.name,
    queries,
    parts,
    isOfResult,
    isBare,
    continues,
    ...(full.assumed ? { assumed: full.assumed } : {}),
  };
}

/** What goes on with a question that is not there. */
function lostWithout(before: Parts | undefined, said: Parts, isOfResult: boolean): 'its' | 'nothing-asked' | undefined {
  const isLost = before === undefined || (!isOfResult && before.groups.length > 0);
  if (said.isOfResult && isLost) return 'its';
  if (said.isOfThose && before === undefined) return 'its';
  return said.follows && before === undefined && !isWhole(said) ? 'nothing-asked' : undefined;
}

/** All rows are meant, whatever stands before it. */
const whole = /\b(?:overall|of all|in all|all (?:the )?\w+s)\b|全部|所有|整体|全体/i;

/** What a clause takes from the question before it. */
function linkedTo(before: Parts | undefined, said: Parts, isOfResult: boolean): Parts {
  if (!before) return said;
  if (isOfResult)
    return namesFigure(said) || said.isCount ? said : { ...said, figures: before.figures, aggregates: said.aggregates };
  if (said.follows || said.isOfResult) return goneOn(before, said);
  if (namesFigure(said) || said.isCount || said.isShare) return said;
  const isComplete = said.groups.length > 0 && (said.isWhich || said.orders.length > 0 || said.change !== undefined);
  return isComplete ? { ...said, figures: before.figures } : goneOn(before, said);
}

const isWhole = (parts: Parts) => namesFigure(parts) || parts.isCount || parts.groups.length > 0;

/** One thing is the highest or the lowest there, so that "its" says what is meant. */
export function hasWinner({ orders, groups, isOfRows, change }: Parts): boolean {
  const [group] = groups;
  return groups.length === 1 && group?.part === undefined && (orders.length === 1 || change !== undefined) && !isOfRows;
}

/** What is done with money as a whole, and not with a price. */
const takings =
  /\b(?:make|made|making|earn|earned|take|took|taken|bring|brought|raise|raised|collect|collected|get|got|receive|received|spend|spent|pay|paid|money)\b|赚|挣|收入|收了|收到|花了|付了|用掉/i;

/** A clause that names no figure has rows counted, or the only measure that can be meant. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
function completed(parts: Parts, text: string, table: TableDescription): { parts: Parts; assumed?: Measure } | Problem {
  const isOfRowsOnly = parts.figures.every(({ kind }) => kind === 'rows');
  if (parts.asksHowMuch && isOfRowsOnly && !parts.isShare && !parts.shows && parts.change === undefined) {
    const measure = moneyOf(table);
    if (!measure) return { problem: 'no-measure', words: [text] };
    // "how much does a member pay": one of them.
    const isOfOne = parts.aggregates.length === 0 && /\bhow much (?:does|did) (?:an?|one|each|every)\b/i.test(text);
    // "how much did I take in May": all of it, though a price by itself is averaged.
    const isTotal = parts.aggregates.length === 0 && measure.isRate && takings.test(text);
    const aggregates = isOfOne ? (['avg'] as const) : isTotal ? (['sum'] as const) : parts.aggregates;
    const figures: Figure[] = [{ kind: 'measure', measure }];
    return { parts: { ...parts, figures, aggregates, isCount: false }, assumed: measure };
  }
  if (parts.figures.length > 0 || parts.shows) return { parts };
  const rows: Figure = { kind: 'rows' };
  const { groups, orders, limit } = parts;
  if (parts.end || (parts.asksWhen && orders.length === 0)) return { parts };
  if (parts.isCount || parts.isShare) return { parts: { ...parts, figures: [rows] } };
  // "addresses of the houses in Oslo": each is a row's own.
  const [only] = groups;
  const isKey =
    only?.part === undefined && table.columns.find(({ name }) => name === only?.column)?.distinct === table.rowCount;
  if (parts.isOfRows && only && groups.length === 1 && isKey && orders.length === 0)
    return { parts: { ...parts, groups: [], isOfRows: false, shows: { columns: [only.column], isRows: true } } };
  if (
    parts.isOfRows &&
    (groups.length > 0 || orders.length === 0) &&
    !(parts.aggregates.includes('avg') && groups.length === 0)
  )
    return { parts: { ...parts, figures: [rows], isOfRows: false } };
  if (parts.asksHowMany && parts.filters.length > 0 && orders.length === 0)
    return { parts: { ...parts, figures: [rows] } };
  const wants =
    orders.length > 0 ||
    limit !== undefined ||
    parts.aggregates.length > 0 ||
    parts.change !== undefined ||
    parts.isOverTime ||
    parts.isOfRows;
  const isNamed =
    groups.some(({ part }) => part !== undefined) ||
    parts.isCompared ||
    parts.filters.some(({ values }) => values.length > 1);
  if (!wants && !isNamed && groups.length > 0) {
    const names = groups.map(({ column }) => column);
    // "which products are there": the values themselves.
    if (groups.length === 1) return { parts: { ...parts, groups: [], shows: { columns: names, isRows: false } } };
    return { parts: { ...parts, figures: [rows] } };
  }
  if (!wants && !isNamed) return { problem: 'nothing-asked', words: [] };
  if (parts.needing !== undefined) return { problem: 'unknown', words: [parts.needing] };
  const measure = defaultMeasure(table);
  // "bugs per month": the value names the rows.
  const isOfValues = parts.namesValues && parts.aggregates.length === 0 && (groups.length > 0 || orders.length === 0);
  if (isOfValues && !measure) return { parts: { ...parts, figures: [rows] } };
  if (!measure) return { problem: 'no-measure', words: [text] };
  // Of what nobody named nobody can say what is best.
  if (parts.judging !== undefined) return { problem: 'unknown', words: [parts.judging] };
  return { parts: { ...parts, figures: [{ kind: 'measure', measure }] }, assumed: measure };
}

/** The amount of money that a table holds: what is paid or earned, else the only column of money. */
function moneyOf(table: TableDescription): Measure | undefined {
  const clause = new Clause('', table);
  const known = ['revenue', 'amount', 'cost', 'salary', 'price'].flatMap((concept) => clause.measureOf(concept) ?? []);
  return known[0];
}

/** "the monthly fee per month": the name says it already. */
function withoutOwnPeriod(parts: Parts, text: string): Parts {
  const names = parts.figures.flatMap((figure) => (figure.kind === 'measure' ? figure.measure.columns : []));
  const own = [
    ['month', /\bmonthly\b|月/, /\b(?:per|a|each|every) month\b|每个?月/i],
    ['year', /\b(?:yearly|annual)\b|年/, /\b(?:per|a|each|every) year\b|每年/i],
    ['week', /\bweekly\b|周/, /\b(?:per|a|each|every) week\b|每周/i],
    ['day', /\bdaily\b|日/, /\b(?:per|a|each|every) day\b|每[天日]/i],
  ] as const;
  const said = own.filter(
    ([, name, words]) => words.test(text) && names.some((each) => name.test(each.replaceAll('_', ' '))),
  );
  const groups = parts.groups.filter(({ part }) => !said.some(([period]) => period === part));
  return groups.length === parts.groups.length ? parts : { ...parts, groups, isMeanOfGroups: false };
}

/** What is paid each month, asked for by the year: no column has it. */
function isOtherPeriod({ figures, groups }: Parts, text: string): boolean {
  const isPeriodic = figures.some(
    (figure) =>
      figure.kind === 'measure' &&
      figure.measure.columns.some((name) => /^(?:monthly|weekly|yearly|annual|daily)/i.test(name)),
  );
  return (
    isPeriodic &&
    /\bhow much\b.*\b(?:per|a|each|every) (?:day|week|month|quarter|year)\b/i.test(text) &&
    groups.some(({ part }) => part !== undefined)
  );
}

/** Revenue where there is one, else the only number column that can be summed, else the only one. */
export function defaultMeasure(table: TableDescription): Measure | undefined {
  const meanings = [...toLexicon(table).phrases].flatMap(([phrase, all]) =>
    all.flatMap((meaning) => (meaning.kind === 'measure' ? [{ phrase, measure: meaning.measure }] : [])),
  );
  const revenue = meanings.find(({ phrase }) => phrase === 'revenue')?.measure;
  if (revenue) return revenue;
  const single = new Map(
    meanings.filter(({ measure }) => measure.columns.length === 1).map(({ measure }) => [measure.columns[0], measure]),
  );
  const sums = [...single.values()].filter(({ isRate }) => !isRate);
  return sums.length === 1 ? sums[0] : single.size === 1 ? [...single.values()][0] : undefined;
}

function wordsOf(text: string, table: TableDescription, ...kinds: readonly ('its' | 'of-those')[]): string[] {
  const clause = new Clause(text, table);
  return clause.tokens.flatMap((token, at) => (clause.is(at, ...kinds) ? [token.text] : []));
}
