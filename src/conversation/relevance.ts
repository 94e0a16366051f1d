import { termsOf } from '../text/terms-of.ts';
import type { HistoryIndex } from './history-index.ts';

/** A message with fewer rare words than this is measured as if it had so many, so that one word in common is not everything. */
const leastRareWords = 3;

/** A term that no message has but the question counts for this part: it distinguishes no message from another. */
const newTerm = 0.5;

/**
 * How much each message of a history has to do with a question, from 0 to 1.
 *
 * Each term weighs the more the fewer messages have it (the logarithm of their inverse share), so that words that everybody uses weigh next to
 * nothing. The relevance of a message is the larger of two shares: of the weight of the question, how much the message has; of the
 * weight of the message, how much the question asks for. 0 means no term in common, 1 that one of the two is contained in the other.
 */
export class Relevance {
  /** The terms of the question, the rarest first. */
  readonly terms: readonly string[];
  readonly #index: HistoryIndex;
  readonly #weights = new Map<string, number>();
  readonly #matched: Float64Array;
  readonly #total: number;

  constructor(index: HistoryIndex, question: string) {
    this.#index = index;
    this.#matched = new Float64Array(index.entries.length);
    const asked = index.entries[index.users.at(-1) ?? -1];
    const isAsked = asked?.content === question;
    const terms = isAsked ? asked.terms : termsOf(question);
    let total = 0;
    for (const term of terms) {
      const isNew = index.places(term).length === (isAsked ? 1 : 0);
      const weight = this.weight(term) * (isNew ? newTerm : 1);
      this.#weights.set(term, weight);
      total += weight;
      for (const place of index.places(term)) this.#matched[place] = (this.#matched[place] ?? 0) + weight;
    }
    this.#total = total;
    this.terms = terms.toSorted((one, other) => this.asked(other) - this.asked(one));
  }

  /** What a term weighs in this history, asked for or not. */
  weight(term: string): number {
    const having = Math.max(1, this.#index.places(term).length);
    return Math.log((this.#index.entries.length + 1) / (having + 0.5));
  }

  /** What a term weighs in the question: nothing when it is not in it. */
  asked(term: string): number {
    return this.#weights.get(term) ?? 0;
  }

  /** The weight of the terms that a message has in common with the question. */
  matched(place: number): number {
    return this.#matched[place] ?? 0;
  }

  /** The relevance of a message, from 0 to 1; what cannot reach `least` may come out lower than it is. */
  of(place: number, least = 0): number {
    const matched = this.matched(place);
    if (matched === 0) return 0;
    const share = Math.min(1, matched / this.#total);
    const floor = leastRareWords * Math.log(this.#index.entries.length + 1);
    if (matched / floor <= share || matched / floor < least) return share;
    const whole = this.#index.entries[place]?.terms.reduce((sum, term) => sum + this.weight(term), 0) ?? 0;
    return Math.max(share, Math.min(1, matched / Math.max(floor, whole)));
  }

  /** The relevance of a message together with the tool call or the results that belong to it. */
  ofUnit(place: number, least = 0): number {
    const entry = this.#index.entries[place];
    if (entry?.owner === place && !entry.toolCalls) return this.of(place, least);
    return this.#index.unit(place).reduce((most, member) => Math.max(most, this.of(member, least)), 0);
  }
}
