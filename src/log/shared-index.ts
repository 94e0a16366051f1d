/**
 * From ids to their places, in the order in which they came. It is extended by making another one, which shares the table: each sees only as much of
 * it as it has.
 */
export interface SharedIndex {
  readonly size: number;
  readonly table: Map<string, number>;
}

export const sharedIndex = (ids: readonly string[]): SharedIndex => ({
  size: ids.length,
  table: new Map(ids.map((id, place) => [id, place])),
});

/** The place of an id; nothing when the index does not have it. */
export function placeOf({ size, table }: SharedIndex, id: string): number | undefined {
  const place = table.get(id);
  return place !== undefined && place < size ? place : undefined;
}

/** The index with one more id, which it does not have yet. */
export function withId({ size, table }: SharedIndex, id: string): SharedIndex {
  // Where another one has extended the table already, this one goes its own way. The empty one is everybody's.
  const isFree = size > 0 && table.size === size;
  const own = isFree ? table : new Map([...table].filter(([, place]) => place < size));
  return { size: size + 1, table: own.set(id, size) };
}
