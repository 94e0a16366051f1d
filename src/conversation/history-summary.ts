import type { Message } from '../domain/message.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import type { HistoryIndex, IndexedSentence } from './history-index.ts';
import type { Relevance } from './relevance.ts';

const speakers = {
  en: { user: 'user: ', assistant: 'assistant: ', tool: 'tool: ', system: 'system: ' },
  zh: { user: '用户：', assistant: '助手：', tool: '工具：', system: '系统：' },
} as const;
const headings = {
  en: 'Summary of the earlier conversation, in the words of those who spoke:',
  zh: '此前对话的摘要，均为原话：',
} as const;

/** A sentence beside others that the question asks for gets this part of their weight, if it states a fact. */
const beside = 0.4;
/** So does the answer to a question that the question is about. */
const answering = 0.6;
/** What weighs less than this part of the weightiest sentence is not asked for. */
const leastPart = 0.1;
/** Who said it, in front of a line. */
const speakerTokens = 3;
/** Where fewer tokens are left, no sentence is looked for. */
const least = 8;
/** Messages that are looked through for facts nobody asked for. */
const lookedThrough = 2_000;

interface Piece {
  readonly place: number;
  readonly order: number;
  readonly score: number;
}

/**
 * A message that stands for those that are left out: their sentences, word for word, chosen by what a question asks for.
 *
 * It is from the user and not from the system: what people and tools said must not come back as the word of the system.
 */
export class HistorySummary {
  readonly #index: HistoryIndex;
  readonly #language: 'en' | 'zh';
  readonly #chosen = new Map<number, Set<number>>();
  readonly #texts = new Set<string>();
  #tokens: number;

  constructor(index: HistoryIndex, language: 'en' | 'zh') {
    this.#index = index;
    this.#language = language;
    this.#tokens = 4 + estimateTokens(`${headings[language]}\n`);
  }

  get tokens(): number {
    return this.#chosen.size === 0 ? 0 : this.#tokens;
  }

  /** Adds what a question asks for: for each of its terms one sentence, the rarest term first; then the rest by weight. */
  addAsked(relevance: Relevance, isLeftOut: (place: number) => boolean, maxTokens: number): void {
    const best = this.#bestPlaces(relevance, isLeftOut);
    const ranked = this.#rankedPlaces(relevance, isLeftOut, Math.max(64, Math.ceil(maxTokens / least)));
    const carried = new Map([...best.values(), ...ranked].map((place) => [place, relevance.matched(place)]));
    for (const [place, weight] of [...carried]) {
      const next = place + 1;
      if (!isQuestion(this.#index.entries[place]?.content ?? '') || !isLeftOut(next)) continue;
      carried.set(next, Math.max(carried.get(next) ?? 0, weight * answering));
    }
    const pieces = [...carried].flatMap(([place, weight]) => this.#pieces(place, weight, relevance));
    const covered = new Set<string>();
    for (const [term, piece] of this.#firstPieces(pieces, best)) {
      if (this.#tokens + least > maxTokens) return;
      if (covered.has(term) || !this.#add(piece, maxTokens)) continue;
      for (const each of this.#sentence(piece)?.terms ?? []) covered.add(each);
    }
    const sorted = pieces.sort(byScore);
    const weightiest = sorted[0]?.score ?? 0;
    for (const piece of sorted) {
      if (piece.score < leastPart * weightiest || this.#tokens + least > maxTokens) break;
      this.#add(piece, maxTokens);
    }
  }

  /** Adds facts that nobody asked for, the newest first. */
  addOther(isLeftOut: (place: number) => boolean, before: number, maxTokens: number): void {
    const last = Math.max(0, before - lookedThrough);
    for (let place = before - 1; place >= last && this.#tokens + least <= maxTokens; place--) {
      if (!isLeftOut(place)) continue;
      this.#index.sentences(place).forEach(({ hasFact }, order) => {
        if (hasFact) this.#add({ place, order, score: 0 }, maxTokens);
      });
    }
  }

  /** The message, without what came from messages that are kept after all; nothing when nothing is left. */
  toMessage(isLeftOut: (place: number) => boolean): Message | undefined {
    const places = [...this.#chosen.keys()].filter(isLeftOut).sort((one, other) => one - other);
    if (places.length === 0) return undefined;
    return {
      role: 'user',
      content: [headings[this.#language], ...places.map((place) => this.#line(place))].join('\n'),
    };
  }

  #line(place: number): string {
    const orders = [...(this.#chosen.get(place) ?? [])].sort((one, other) => one - other);
    const sentences = orders.map((order, at) => {
      const isNext = at === 0 || orders[at - 1] === order - 1;
      return `${isNext ? '' : '… '}${this.#index.sentences(place)[order]?.text ?? ''}`;
    });
    return `${this.#speaker(place)}${sentences.join(' ')}`;
  }

  /** Nobody in particular for lines of an earlier summary: they name their speakers. */
  #speaker(place: number): string {
    const entry = this.#index.entries[place];
    if (!entry || Object.values(headings).some((heading) => entry.content.startsWith(heading))) return '';
    return speakers[this.#language][entry.role];
  }

  #sentence({ place, order }: Piece): IndexedSentence | undefined {
    return this.#index.sentences(place)[order];
  }

  #add(piece: Piece, maxTokens: number): boolean {
    const { text = '', tokens: own = 0 } = this.#sentence(piece) ?? {};
    const isKnown = this.#texts.has(text) || isHeading(text);
    if (isKnown) return this.#texts.has(text);
    // As if on a line of its own: sentences that share one take less.
    const tokens = own + speakerTokens;
    if (this.#tokens + tokens > maxTokens) return false;
    this.#tokens += tokens;
    this.#texts.add(text);
    const orders = this.#chosen.get(piece.place) ?? new Set();
    this.#chosen.set(piece.place, orders.add(piece.order));
    return true;
  }

  /** For each term of the question, the rarest first, the message that has it and most else of the question; of equals the newest. */
  #bestPlaces(relevance: Relevance, isLeftOut: (place: number) => boolean): Map<string, number> {
    const best = new Map<string, number>();
    for (const term of relevance.terms) {
      let most = -1;
      for (const place of this.#index.places(term)) {
        if (relevance.matched(place) < most || !isLeftOut(place)) continue;
        most = relevance.matched(place);
        best.set(term, place);
      }
    }
    return best;
  }

  /** For each term the sentence with most of the question, in the message that is best for it. */
  #firstPieces(pieces: readonly Piece[], best: ReadonlyMap<string, number>): (readonly [string, Piece])[] {
    const first = new Map<string, Piece>();
    for (const piece of pieces) {
      for (const term of this.#sentence(piece)?.terms ?? []) {
        const known = first.get(term);
        if (best.get(term) === piece.place && (!known || piece.score > known.score)) first.set(term, piece);
      }
    }
    return [...best.keys()].flatMap((term) => {
      const piece = first.get(term);
      return piece ? [[term, piece] as const] : [];
    });
  }

  #rankedPlaces(relevance: Relevance, isLeftOut: (place: number) => boolean, most: number): number[] {
    const places: number[] = [];
    for (let place = this.#index.entries.length - 1; place >= 0; place--) {
      if (relevance.matched(place) > 0 && isLeftOut(place)) places.push(place);
    }
    return places.sort((one, other) => relevance.matched(other) - relevance.matched(one)).slice(0, most);
  }

  #pieces(place: number, weight: number, relevance: Relevance): Piece[] {
    return this.#index.sentences(place).flatMap(({ hasFact, terms }, order) => {
      const own = terms.reduce((sum, term) => sum + relevance.asked(term), 0);
      const score = hasFact ? Math.max(own * 1.2, weight * beside) : own;
      return score > 0 ? [{ place, order, score }] : [];
    });
  }
}

const byScore = (one: Piece, other: Piece) => other.score - one.score || other.place - one.place;
const isQuestion = (text: string) => /[?？]\s{0,9}$/.test(text.slice(-10));
const isHeading = (text: string) => Object.values(headings).some((heading) => text === heading);
