import type { PlanStep } from '../../../src/plan/plan.ts';

type Node = Pick<PlanStep, 'id' | 'dependencies'>;

/** Where a card stands. */
export interface PlacedCard {
  readonly id: string;
  readonly column: number;
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

/** The way from a step to one that follows it. */
export interface CardLine {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly arrow: string;
  /** What it takes on the sheet, to draw only what is in view. */
  readonly box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
}

export interface CardSheet {
  readonly cards: readonly PlacedCard[];
  readonly lines: readonly CardLine[];
  readonly columns: number;
  readonly width: number;
  readonly height: number;
}

export const card = { width: 216, height: 118, gapX: 38, gapY: 24, left: 24, top: 48 } as const;

/** The cards of a plan: a column for all that can be done when the columns before it are done, and lines that go around the cards. */
export function cardSheet(steps: readonly Node[]): CardSheet {
  const columnOf = columnsOf(steps);
  const rows: number[] = [];
  const cards = steps.map(({ id }): PlacedCard => {
    const column = columnOf.get(id) ?? 0;
    const row = rows[column] ?? 0;
    rows[column] = row + 1;
    const x = card.left + column * (card.width + card.gapX);
    return { id, column, row, x, y: card.top + row * (card.height + card.gapY) };
  });
  const byId = new Map(cards.map((each) => [each.id, each]));
  const lines = steps.flatMap(({ id, dependencies }) =>
    dependencies.flatMap((need) => {
      const [from, to] = [byId.get(need), byId.get(id)];
      return from && to && from.column < to.column ? [lineOf(from, to, rows)] : [];
    }),
  );
  return {
    cards,
    lines,
    columns: rows.length,
    width: card.left * 2 + rows.length * (card.width + card.gapX) - card.gapX,
    height: card.top + Math.max(1, ...rows) * (card.height + card.gapY),
  };
}

/** The column of each step: one further than the last of what it needs. Steps in a circle stand in the first. */
function columnsOf(steps: readonly Node[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  const left = new Map(steps.map(({ id, dependencies }) => [id, new Set(dependencies)]));
  const followers = new Map<string, string[]>();
  for (const { id, dependencies } of steps)
    for (const need of dependencies) {
      if (left.has(need)) followers.set(need, [...(followers.get(need) ?? []), id]);
      else left.get(id)?.delete(need);
    }
  const ready = [...left].flatMap(([id, needs]) => (needs.size === 0 ? [id] : []));
  for (const id of ready) {
    const column = columns.get(id) ?? 0;
    columns.set(id, column);
    for (const next of followers.get(id) ?? []) {
      columns.set(next, Math.max(columns.get(next) ?? 0, column + 1));
      const needs = left.get(next);
      if (needs?.delete(id) && needs.size === 0) ready.push(next);
    }
  }
  return columns;
}

/** Straight where nothing is in the way, else through the gap between two rows. */
function lineOf(from: PlacedCard, to: PlacedCard, rows: readonly number[]): CardLine {
  const [startX, startY] = [from.x + card.width, from.y + card.height / 2];
  const [endX, endY] = [to.x, to.y + card.height / 2];
  const isFree = rows.slice(from.column + 1, to.column).every((count) => count <= from.row);
  const bend = endX - card.gapX / 2;
  const gapY = isFree ? startY : to.y >= from.y ? from.y + card.height + card.gapY / 2 : from.y - card.gapY / 2;
  const out = startX + card.gapX / 2;
  const path = isFree
    ? `M${startX} ${startY}H${bend}V${endY}H${endX - 6}`
    : `M${startX} ${startY}H${out}V${gapY}H${bend}V${endY}H${endX - 6}`;
  const ys = [startY, endY, gapY];
  return {
    from: from.id,
    to: to.id,
    path,
    arrow: `M${endX - 1} ${endY}l-8 -4v8z`,
    box: { left: startX, right: endX, top: Math.min(...ys), bottom: Math.max(...ys) },
  };
}
