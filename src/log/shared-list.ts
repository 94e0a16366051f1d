/**
 * A list that is changed by making another one: all but the way to the changed place is shared with the list before. A change of one of ten thousand
 * items copies three short lists.
 */
export interface SharedList<Item> {
  readonly length: number;
  /** How many levels of branches there are above the leaves. */
  readonly depth: number;
  readonly root: Branch<Item>;
}

/** Branches above, items in the lowest. */
type Branch<Item> = readonly (Branch<Item> | Item)[];

const bits = 5;
const width = 2 ** bits;

export function sharedList<Item>(items: readonly Item[]): SharedList<Item> {
  let depth = 0;
  let level: Branch<Item> = items;
  while (level.length > width) {
    const branches: Branch<Item>[] = [];
    for (let place = 0; place < level.length; place += width) branches.push(level.slice(place, place + width));
    level = branches;
    depth++;
  }
  return { length: items.length, depth, root: level };
}

/** The item at a place; nothing beyond the end. */
export function itemAt<Item>({ root, depth, length }: SharedList<Item>, place: number): Item | undefined {
  if (place < 0 || place >= length) return undefined;
  let branch = root;
  for (let level = depth; level > 0; level--) branch = branch[slot(place, level)] as Branch<Item>; // above the leaves
  return branch[slot(place, 0)] as Item; // in a leaf
}

/** The list with another item at a place. */
export function withItem<Item>(list: SharedList<Item>, place: number, item: Item): SharedList<Item> {
  const replaced = (branch: Branch<Item>, level: number): Branch<Item> => {
    const copy = [...branch];
    const at = slot(place, level);
    copy[at] = level === 0 ? item : replaced((branch[at] ?? []) as Branch<Item>, level - 1); // above the leaves
    return copy;
  };
  return { ...list, root: replaced(list.root, list.depth) };
}

/** The list with one more item at its end. */
export function withLast<Item>({ length, depth, root }: SharedList<Item>, item: Item): SharedList<Item> {
  const isFull = length === width ** (depth + 1);
  const longer = isFull ? { depth: depth + 1, root: [root] } : { depth, root };
  return withItem({ length: length + 1, ...longer }, length, item);
}

/** All items in their order. */
export function itemsOf<Item>({ root, depth }: SharedList<Item>): Item[] {
  return root.flat(depth as 0) as Item[]; // as many levels as there are above the leaves
}

const slot = (place: number, level: number) => (place >> (bits * level)) & (width - 1);
