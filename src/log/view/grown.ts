import { placeOf, type SharedIndex, sharedIndex, withId } from '../shared-index.ts';
import { itemAt, itemsOf, type SharedList, sharedList, withItem, withLast } from '../shared-list.ts';

/** What a view keeps of many things, in the order in which they came: it grows by making another one, which costs the same however much is in it. */
export class Grown<Item> implements Iterable<Item> {
  readonly #list: SharedList<Item>;
  readonly #index: SharedIndex;
  #items: readonly Item[] | undefined;

  constructor(list: SharedList<Item> = sharedList([]), index: SharedIndex = sharedIndex([])) {
    this.#list = list;
    this.#index = index;
  }

  get length(): number {
    return this.#list.length;
  }

  /** All of them; laid out when somebody asks for it. */
  get items(): readonly Item[] {
    this.#items ??= Object.freeze(itemsOf(this.#list));
    return this.#items;
  }

  /** The one under a key. */
  get(key: string): Item | undefined {
    const place = placeOf(this.#index, key);
    return place === undefined ? undefined : itemAt(this.#list, place);
  }

  /** With one more, or with another one in the place of the one that has the key. */
  with(key: string, item: Item): Grown<Item> {
    const place = placeOf(this.#index, key);
    if (place !== undefined) return new Grown(withItem(this.#list, place, item), this.#index);
    return new Grown(withLast(this.#list, item), withId(this.#index, key));
  }

  /** As JSON it is a list. */
  toJSON(): readonly Item[] {
    return this.items;
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.items[Symbol.iterator]();
  }
}
