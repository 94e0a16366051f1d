import type { HistoryIndex } from './history-index.ts';
import type { Relevance } from './relevance.ts';

/** Where messages at or above a threshold are, the most relevant first, of equals the newest; units by their first message. */
export function relevantPlaces(
  index: HistoryIndex,
  relevance: Relevance,
  threshold: number,
  before = index.entries.length,
): number[] {
  const found: { place: number; relevance: number }[] = [];
  for (let place = before - 1; place >= 0; place--) {
    const entry = index.entries[place];
    if (entry?.owner !== place || entry.role === 'system') continue;
    const value = relevance.ofUnit(place, threshold);
    if (value >= threshold) found.push({ place, relevance: value });
  }
  return found.sort((one, other) => other.relevance - one.relevance).map(({ place }) => place);
}
