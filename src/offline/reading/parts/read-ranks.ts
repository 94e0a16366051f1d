import type { Direction } from '../../lexicon/cue.ts';
import type { Measure } from '../../lexicon/sense.ts';
import type { Clause } from '../clause.ts';

/** What a clause wants the most or the least of, and how many. */
export interface Ranks {
  readonly orders: readonly Direction[];
  readonly limit?: number;
  /** "first", "latest": by the date. */
  readonly end?: Direction;
  /** What "hottest" and "cheapest" speak of. */
  readonly measures: readonly Measure[];
  /** "most common": rows are counted. */
  readonly countsRows: boolean;
  /** A word that asks for a measure of its kind, such as "longest". */
  readonly needing?: string;
  /** "best", "worst": whether that is the most, the measure says. */
  readonly judging?: string;
  /** "oldest": of people it is their age. */
  readonly aging?: string;
}

/** "top 3", "the 5 best paid", "highest", "first", 销量前3名, 最贵的三个. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: each rule takes the words that it understands, one after the other
export function readRanks(clause: Clause): Ranks {
  const orders = new Set<Direction>();
  const measures: Measure[] = [];
  let limit: number | undefined;
  let end: Direction | undefined;
  let [countsRows, needing]: [boolean, string | undefined] = [false, undefined];
  let [judging, aging]: (string | undefined)[] = [];
  const take = (at: number) => {
    const value = clause.isOpen(at) && !clause.is(at, 'span') ? clause.sense(at, 'number')?.value : undefined;
    if (value === undefined || !Number.isInteger(value) || value < 1 || value > 200) return;
    limit = value;
    clause.use(at, ...(clause.is(at + 1, 'unit') && !clause.is(at + 1, 'measure', 'column', 'rows') ? [at + 1] : []));
  };
  // "highest first" sorts, and asks for no first row.
  for (const at of clause.tokens.keys())
    if (
      /^first$/i.test(clause.tokens[at]?.text ?? '') &&
      clause.is(at - 1, 'rank', 'extreme', 'common', 'end', 'degree')
    )
      clause.use(at);
  for (const at of clause.tokens.keys()) {
    const top =
      clause.open(at, 'top') ??
      (clause.open(at, 'rank') && clause.is(at + 1, 'number') && !clause.is(at + 1, 'span')
        ? clause.open(at, 'rank')
        : undefined);
    if (top) {
      orders.add(top.direction);
      clause.use(at);
      take(clause.is(at + 1, 'of') ? at + 2 : at + 1);
      continue;
    }
    const common = clause.open(at, 'common');
    // Nobody knows what makes a place busy where no row is something that happens.
    const isGuess = /busy|busiest|active/i.test(clause.tokens[at]?.text ?? '') && !hasEvents(clause);
    if (common && !isGuess) {
      orders.add(common.direction);
      countsRows = true;
      clause.use(at);
      take(at - 1);
      continue;
    }
    const rank = clause.open(at, 'rank');
    if (rank) {
      if (rank.needsMeasure) needing = clause.tokens[at]?.text;
      if (rank.judges) judging = clause.tokens[at]?.text;
      orders.add(rank.direction);
      clause.use(at);
      take(at - 1);
      if (limit === undefined && clause.is(at + 1, 'of')) take(at + 2);
      continue;
    }
    const extreme = clause.open(at, 'extreme');
    if (extreme) {
      orders.add(extreme.direction);
      measures.push(extreme.measure);
      clause.use(at);
      take(at - 1);
      take(clause.is(at + 1, 'of') ? at + 2 : at + 1);
      continue;
    }
    const last = clause.open(at, 'end');
    if (last) {
      end = last.direction;
      if (last.isAge) aging = clause.tokens[at]?.text;
      clause.use(at);
      take(at + 1);
      take(at - 1);
      continue;
    }
    if (clause.open(at, 'range')) {
      orders.add('asc').add('desc');
      clause.use(at);
    }
  }
  const degree = readDegrees(clause, orders);
  needing ??= degree;
  // "which 3 products sold best", "the two cities with the most orders"
  for (const at of clause.tokens.keys()) {
    const isCounted =
      clause.is(at, 'number') &&
      clause.is(clause.is(at + 1, 'unit') ? at + 2 : at + 1, 'column', 'rows', 'part') &&
      !clause.is(at, 'span');
    if (orders.size === 1 && limit === undefined && isCounted && !clause.is(at - 1, 'operator', 'between', 'than'))
      take(at);
  }
  return {
    orders: [...orders],
    ...(limit === undefined ? {} : { limit }),
    ...(end ? { end } : {}),
    measures,
    countsRows,
    ...(needing === undefined ? {} : { needing }),
    ...(judging === undefined ? {} : { judging }),
    ...(aging === undefined ? {} : { aging }),
  };
}

const events =
  /^(?:booking|reservation|order|purchase|ticket|trip|flight|visit|session|match|game|call|delivery|payment|transaction|sale|request|loan|rental|donation|repair|appointment|registration|event|review|issue|订单|工单|交易|预订|就诊|借阅|配送)$/;
const hasEvents = ({ lexicon }: Clause) =>
  [...lexicon.phrases].some(([phrase, all]) => events.test(phrase) && all.some(({ kind }) => kind === 'rows'));

/** 哪个高, "which is higher": an adjective ranks where something is chosen. */
function readDegrees(clause: Clause, orders: Set<Direction>): string | undefined {
  const chooses = clause.tokens.some((_, at) => clause.is(at, 'which', 'one', 'who', 'where', 'compare'));
  if (!chooses) return undefined;
  let needing: string | undefined;
  for (const at of clause.places('degree')) {
    const degree = clause.open(at, 'degree');
    if (!degree || clause.is(at + 1, 'than')) continue;
    orders.add(degree.direction);
    if (degree.needsMeasure) needing = clause.tokens[at]?.text;
    clause.use(at);
  }
  return needing;
}
