/** How many of a sorted list come before or at a place. */
export function countUpTo<T>(list: readonly T[], place: number, placeOf: (item: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (placeOf(list[middle] as T) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
