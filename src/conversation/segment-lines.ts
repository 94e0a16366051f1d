import { clip } from '../text/clip.ts';
import { HistoryIndex } from './history-index.ts';

const longest = 120;
/** How many segments are mentioned, the newest ones. */
const most = 12;

/**
 * One line for each full segment of a long history: where it is, and the user message that has most of what the segment is about.
 *
 * A full segment never changes while the messages in it are the same: its line is computed once.
 */
export function segmentLines(index: HistoryIndex): string[] {
  const full = Math.floor(index.entries.length / HistoryIndex.segment);
  // A history of one segment is described by its relevant messages.
  if (full < 2) return [];
  for (let number = index.segmentLines.length; number < full; number++) index.segmentLines.push(lineOf(index, number));
  return index.segmentLines.slice(-most);
}

function lineOf(index: HistoryIndex, number: number): string {
  const from = number * HistoryIndex.segment;
  const entries = index.entries.slice(from, from + HistoryIndex.segment);
  const counts = new Map<string, number>();
  for (const { terms } of entries) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  let best = { content: '', weight: -1 };
  for (const { role, terms, content } of entries) {
    if (role !== 'user') continue;
    // Terms that come only once are no theme; long messages must not win by length alone.
    const themes = terms.reduce((sum, term) => sum + Math.log(counts.get(term) ?? 1), 0);
    const weight = themes / Math.sqrt(terms.length + 1);
    if (weight > best.weight) best = { content, weight };
  }
  return `[${from + 1}–${from + entries.length}] ${clip(best.content.trim(), longest)}`;
}
