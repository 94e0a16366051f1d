import type { DatePart } from '../../tools/formulas/period.ts';
import type { Comparator, Direction } from '../lexicon/cue.ts';
import type { Measure } from '../lexicon/sense.ts';

/** What is computed. */
export type Figure =
  | { readonly kind: 'measure'; readonly measure: Measure }
  | { readonly kind: 'rows'; readonly noun?: string }
  /** Different values: of a column, or of a part of a date. */
  | { readonly kind: 'distinct'; readonly of: string; readonly name: string };

/** What the rows are grouped by. */
export interface Group {
  /** As a query has it: a column, or a part of a date. */
  readonly formula: string;
  readonly column: string;
  readonly part?: DatePart;
}

/** A condition on the rows. */
export interface Filter {
  readonly column: string;
  /** As a query has it. */
  readonly condition: string;
  /** The values that a text column has to have; empty for another condition. */
  readonly values: readonly string[];
  readonly isTime: boolean;
  /** Of a share: whether it is what the part is taken of ("in Berlin"), not the part itself. */
  readonly isBase: boolean;
}

/** What a clause says; what it does not say may come from what was asked before. */
export interface Parts {
  readonly figures: readonly Figure[];
  readonly aggregates: readonly ('sum' | 'avg')[];
  readonly groups: readonly Group[];
  readonly filters: readonly Filter[];
  /** Conditions on the figure of each group. */
  readonly having: readonly { readonly op: Comparator; readonly value: number }[];
  readonly orders: readonly Direction[];
  readonly limit?: number;
  /** "first", "latest": by the date. */
  readonly end?: Direction;
  readonly change?: Direction | 'any';
  /** The part of a date along which time goes. */
  readonly along?: DatePart;
  readonly isOverTime: boolean;
  readonly isShare: boolean;
  readonly isCompared: boolean;
  readonly isCount: boolean;
  readonly asksWhen: boolean;
  /** Rows, or some columns of them, are to be shown; or the values of a column. */
  readonly shows?: { readonly columns: readonly string[]; readonly isRows: boolean };
  /** The rows themselves are meant: "the largest order". */
  readonly isOfRows: boolean;
  /** "average revenue per customer": the mean over groups. */
  readonly isMeanOfGroups: boolean;
  /** "per month", "over the months". */
  readonly time?: string;
  /** "its", "their": of what a step before has found. */
  readonly isOfResult: boolean;
  /** 其中, "of those": of what was meant before. */
  readonly isOfThose: boolean;
  /** It says itself that it goes on with what was asked: "and by product?", "which one". */
  readonly follows: boolean;
  readonly isWhich: boolean;
  /** "show", "list". */
  readonly lists?: true;
  /** 多少: how many rows, where nothing else is named. */
  readonly asksHowMany: boolean;
  /** 一次: one row by itself. */
  readonly isOfOneRow?: boolean;
  /** "how much is …", with nothing said of what. */
  readonly asksHowMuch?: boolean;
  /** "best", "worst": whether that is the most, the measure says. */
  readonly judging?: string;
  /** "the highest fine": of one row, or of all rows of a group. */
  readonly isOfOne?: boolean;
  /** "bugs", "classics": values that stand for the rows that have them. */
  readonly namesValues?: boolean;
  /** A word that says of what kind the measure is ("longest"), and none of that kind is named. */
  readonly needing?: string;
}

export const nothing: Parts = {
  figures: [],
  aggregates: [],
  groups: [],
  filters: [],
  having: [],
  orders: [],
  isOverTime: false,
  isShare: false,
  isCompared: false,
  isCount: false,
  asksWhen: false,
  isOfRows: false,
  isMeanOfGroups: false,
  isOfResult: false,
  isOfThose: false,
  follows: false,
  isWhich: false,
  asksHowMany: false,
};

/** Whether a clause names what is to be computed or shown. */
export function namesFigure(parts: Parts): boolean {
  return parts.figures.length > 0 || parts.shows !== undefined || parts.isOfRows || parts.end !== undefined;
}

/** What was asked before, changed by what is said now. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
export function goneOn(before: Parts, now: Parts): Parts {
  // "and how many books did I sell that day?": another figure than the money of before.
  const counts = now.isCount || now.asksHowMany;
  const isCounted = counts && now.figures.length === 0 && !before.isCount && !before.asksHowMany;
  const figures: readonly Figure[] = isCounted ? [{ kind: 'rows' }] : now.figures;
  const isOther = figures.length > 0;
  // "just the ones in Berlin" narrows what was asked, and asks for no rows.
  const isNarrowed = now.follows && !now.lists && now.shows?.columns.length === 0;
  const own = isNarrowed ? undefined : now.shows;
  const groups = now.groups.length > 0 ? now.groups : before.groups;
  const grouped = new Set(now.groups.map(({ column }) => column));
  const changed = new Set(now.filters.map(({ column, isTime }) => (isTime ? '' : column)));
  const kept = before.filters.filter(
    ({ column, isTime, values }) => !changed.has(isTime ? '' : column) && !(grouped.has(column) && values.length > 0),
  );
  // "revenue of Berlin and Munich", then "and Hamburg?": one by one.
  const limit = now.limit ?? (now.orders.length > 0 ? undefined : before.limit);
  const { shows, end, change, along, time } = before;
  const { limit: _, asksHowMuch: __, ...others } = before;
  return {
    ...others,
    figures: isOther ? figures : before.figures,
    aggregates: now.aggregates.length > 0 || isCounted ? now.aggregates : before.aggregates,
    groups,
    filters: [...kept, ...now.filters],
    having: now.having.length > 0 ? now.having : isOther ? [] : before.having,
    orders: now.orders.length > 0 ? now.orders : before.orders,
    ...(limit === undefined ? {} : { limit }),
    ...defined({
      shows: own ?? (isOther || now.groups.length > 0 ? undefined : shows),
      end: now.end ?? end,
      change: now.change ?? (isOther ? undefined : change),
      along: now.along ?? along,
      time: now.time ?? time,
    }),
    isOverTime: now.isOverTime || before.isOverTime,
    isShare: now.isShare || (before.isShare && !isOther),
    isCount: now.isCount || (before.isCount && !isOther),
    isCompared: now.isCompared || (before.isCompared && now.filters.length === 0),
    asksWhen: now.asksWhen || (before.asksWhen && now.groups.length === 0),
    isOfRows: (now.isOfRows && !isNarrowed) || (before.isOfRows && !isOther && now.groups.length === 0),
    isMeanOfGroups: now.isMeanOfGroups || (before.isMeanOfGroups && now.groups.length === 0),
    isOfResult: now.isOfResult,
    isOfThose: now.isOfThose,
    isWhich: now.isWhich || before.isWhich,
    asksHowMany: now.asksHowMany,
    follows: false,
  };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };
const defined = <T extends object>(fields: T): Partial<Defined<T>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>; // what is left is defined
