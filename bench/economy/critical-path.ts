/** When a call was under way. */
export interface Span {
  readonly began: number;
  readonly ended: number;
}

/** How many calls had to wait for each other: the most that can be put in a row in which each begins after the one before has ended. */
export function criticalPathLength(spans: readonly Span[]): number {
  let [count, free] = [0, Number.NEGATIVE_INFINITY];
  for (const { began, ended } of spans.toSorted((a, b) => a.ended - b.ended)) {
    if (began < free) continue;
    count++;
    free = ended;
  }
  return count;
}
