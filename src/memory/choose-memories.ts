import { HistoryIndex } from '../conversation/history-index.ts';
import { Relevance } from '../conversation/relevance.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { likeness } from './likeness.ts';
import type { MemoryItem } from './memory-item.ts';

/** What memories are chosen by. */
export interface Choice {
  readonly question: string;
  /** The vector of the question, and those of memories by their ids. */
  readonly vectors?: { readonly asked: readonly number[]; readonly of: ReadonlyMap<string, readonly number[]> };
  readonly pinnedTokens: number;
  readonly relevantTokens: number;
  readonly relevanceThreshold: number;
  readonly likenessThreshold: number;
}

/** Of memories, the newest last, those that a prompt shows: what the user prefers, what is pinned, what is relevant. */
export function chooseMemories(items: readonly MemoryItem[], choice: Choice): MemoryItem[] {
  const newest = items.toReversed();
  const pinned = newest.filter(({ isPinned }) => isPinned);
  const first = [...pinned.filter(({ kind }) => kind !== 'fact'), ...pinned.filter(({ kind }) => kind === 'fact')];
  const always = within(first, choice.pinnedTokens);
  const chosen = new Set(always.map(({ id }) => id));
  const others = newest.filter(({ id }) => !chosen.has(id));
  return [...always, ...within(byRelevance(others, choice), choice.relevantTokens)];
}

/** Tokens of what is shown to whoever finds memories: of the newest, and of what shares words with what was said. */
const roomBeside = 500;

/** Of memories, the newest last, those that something just said may correct. A correction seldom has the words of what it corrects, so the newest come first. */
export function memoriesBeside(items: readonly MemoryItem[], said: string): MemoryItem[] {
  const newest = within(items.toReversed(), roomBeside);
  const others = items.filter((item) => !newest.includes(item));
  return [...newest, ...within(byRelevance(others, { question: said, relevanceThreshold: 0.2 }), roomBeside)];
}

/** As many of them as there is room for; one that is too long does not keep out those after it. */
function within(items: readonly MemoryItem[], tokens: number): MemoryItem[] {
  let left = tokens;
  return items.filter(({ about = '', value }) => {
    const size = estimateTokens(`- ${about} ${value}\n`);
    if (size > left) return false;
    left -= size;
    return true;
  });
}

type Likeness = Pick<Choice, 'question' | 'relevanceThreshold' | 'vectors'> &
  Partial<Pick<Choice, 'likenessThreshold'>>;

function byRelevance(items: readonly MemoryItem[], choice: Likeness): MemoryItem[] {
  if (choice.question.trim() === '') return [];
  const index = HistoryIndex.of(items.map(({ key, value }) => ({ role: 'user', content: `${key} ${value}` })));
  const relevance = new Relevance(index, choice.question);
  const { vectors, likenessThreshold = 1 } = choice;
  const scored = items.flatMap((item, place) => {
    const byWords = relevance.of(place, choice.relevanceThreshold);
    const vector = vectors?.of.get(item.id);
    const byMeaning = vectors && vector ? likeness(vectors.asked, vector) : 0;
    const isRelevant = byWords >= choice.relevanceThreshold || (vector && byMeaning >= likenessThreshold);
    return isRelevant ? [{ item, score: Math.max(byWords, byMeaning) }] : [];
  });
  return scored.sort((one, other) => other.score - one.score).map(({ item }) => item);
}
