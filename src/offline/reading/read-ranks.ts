import type { Clause } from './clause.ts';
import type { Measure } from './lexicon.ts';
import type { Direction } from './words.ts';

/** What a clause wants the most or the least of, and how many. */
export interface Ranks {
  readonly orders: readonly Direction[];
  readonly limit?: number;
  /** "first", "latest": by the date. */
  readonly end?: Direction;
  /** What "hottest" and "cheapest" speak of. */
  readonly measures: readonly Measure[];
}

/** "top 3", "the 5 best paid", "highest", "first", 销量前3名, 最贵的三个. */
export function readRanks(clause: Clause): Ranks {
  const orders = new Set<Direction>();
  const measures: Measure[] = [];
  let limit: number | undefined;
  let end: Direction | undefined;
  const take = (at: number) => {
    const value = clause.isOpen(at) && !clause.is(at, 'span') ? clause.sense(at, 'number')?.value : undefined;
    if (value === undefined || !Number.isInteger(value) || value < 1 || value > 200) return;
    limit = value;
    clause.use(at, ...(clause.is(at + 1, 'unit') && !clause.is(at + 1, 'measure', 'column', 'rows') ? [at + 1] : []));
  };
  for (const at of clause.tokens.keys()) {
    const top = clause.open(at, 'top') ?? (clause.open(at, 'rank') && clause.is(at + 1, 'number') && !clause.is(at + 1, 'span') ? clause.open(at, 'rank') : undefined);
    if (top) {
      orders.add(top.direction);
      clause.use(at);
      take(clause.is(at + 1, 'of') ? at + 2 : at + 1);
      continue;
    }
    const rank = clause.open(at, 'rank');
    if (rank) {
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
      clause.use(at);
      take(at + 1);
    }
  }
  readDegrees(clause, orders);
  return { orders: [...orders], ...(limit === undefined ? {} : { limit }), ...(end ? { end } : {}), measures };
}

/** 哪个高, "which is higher": an adjective ranks where something is chosen. */
function readDegrees(clause: Clause, orders: Set<Direction>): void {
  const chooses = clause.tokens.some((_, at) => clause.is(at, 'which', 'one', 'who', 'where', 'compare'));
  if (!chooses) return;
  for (const at of clause.places('degree')) {
    const degree = clause.open(at, 'degree');
    if (!degree || clause.is(at + 1, 'than')) continue;
    orders.add(degree.direction);
    clause.use(at);
  }
}
