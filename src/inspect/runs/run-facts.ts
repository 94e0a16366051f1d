import { isRecord } from '../../domain/is-record.ts';
import { cutValue, fullLimits } from '../cut-value.ts';
import { doneSoFar, nothingYet } from './done-so-far.ts';
import { hasWords, snippetOf, textsIn } from './search-text.ts';

/** What the list needs of an entry; stored ones and those that a page is sent have it. */
export interface ReadEntry {
  readonly at: string;
  readonly type: string;
  readonly data: unknown;
}

/** Characters of a run that are kept to be searched. */
const mostText = 20_000;
const mostAnswer = 300;

/** What the list of runs says of one, read from its entries as they come; secrets are in none of it. */
export class RunFacts {
  rounds = 0;
  /** Whether a model was called. */
  hasCalls = false;
  tokens = 0;
  readonly models = new Set<string>();
  answer: string | undefined;
  session: string | undefined;
  metadata: Readonly<Record<string, unknown>> | undefined;
  isPaused = false;
  done = nothingYet;
  /** The run that it is a fork of. */
  forkOf: string | undefined;
  firstAt = '';
  lastAt = '';
  #costUsd = 0;
  #isPriced = true;
  readonly #texts: string[] = [];
  #room = mostText;

  /** Nothing where the price of a call is not known. */
  get costUsd(): number | undefined {
    return this.#isPriced ? this.#costUsd : undefined;
  }

  add({ at, type, data }: ReadEntry): void {
    if (this.firstAt === '') this.firstAt = at;
    this.lastAt = at;
    if (!isRecord(data)) return;
    this.#spend(data.usage ?? (isRecord(data.output) ? data.output.usage : undefined));
    if (isRecord(data.output) && typeof data.output.model === 'string') this.models.add(data.output.model);
    if (isRecord(data.forkedFrom) && typeof data.forkedFrom.run === 'string') this.forkOf = data.forkedFrom.run;
    this.done = doneSoFar(this.done, type, data);
    switch (type) {
      case 'request.received':
        this.#begin(data, data.session);
        return;
      case 'chart.started':
        if (isRecord(data.input)) this.#begin(data.input, data.input.sessionId);
        return;
      case 'status.changed':
        if (typeof data.rounds === 'number') this.rounds = data.rounds;
        return;
      case 'results.collected':
        this.rounds++;
        return;
      case 'run.paused':
      case 'run.resumed':
        this.isPaused = type === 'run.paused';
        return;
      case 'answer.given':
        this.#answer(data.content);
        return;
      case 'run.failed':
        this.#answer(data.message);
        return;
      case 'entry.recorded':
        if (data.name === 'metadata.set') this.#label(data.value);
        return;
      case 'effect.completed':
        this.#keep(data.output);
        return;
      case 'event.emitted':
        this.#hear(data.event);
    }
  }

  /** Whether all words are in it; `title` is how the run is called. */
  has(words: readonly string[], title: string): boolean {
    return hasWords(`${title}\n${this.#texts.join('\n')}`.toLowerCase(), words);
  }

  /** A piece of it around words: of the answer, if they are in it; nothing where the title has them all. */
  snippet(words: readonly string[], title: string): string | undefined {
    const all = [...(this.answer === undefined ? [] : [this.answer]), ...this.#texts.filter((text) => text !== title)];
    const best = all.find((text) => hasWords(text.toLowerCase(), words));
    if (best !== undefined) return snippetOf(best, words);
    return hasWords(title.toLowerCase(), words) ? undefined : snippetOf(this.#texts.join('\n'), words);
  }

  #begin({ messages, metadata }: Readonly<Record<string, unknown>>, session: unknown): void {
    if (typeof session === 'string') this.session = session;
    this.#label(metadata);
    const said = (Array.isArray(messages) ? messages : []).filter((each) => isRecord(each) && each.role !== 'system');
    this.#keep(said.map(({ content }) => content));
  }

  #label(metadata: unknown): void {
    if (isRecord(metadata)) this.metadata = cutValue(metadata) as Record<string, unknown>; // a record stays one
  }

  #spend(usage: unknown): void {
    if (!isRecord(usage)) return;
    const number = (name: string) => (typeof usage[name] === 'number' ? usage[name] : 0);
    this.tokens += number('inputTokens') + number('outputTokens');
    this.#costUsd += number('costUsd');
    if (typeof usage.model === 'string') this.models.add(usage.model);
    if (number('modelCalls') === 0) return;
    this.hasCalls = true;
    if (typeof usage.costUsd !== 'number') this.#isPriced = false;
  }

  /** The last words of an agent are its answer. */
  #hear(event: unknown): void {
    if (!isRecord(event) || event.type !== 'agent.said' || !isRecord(event.message)) return;
    if (typeof event.message.content === 'string' && event.message.content !== '') this.#answer(event.message.content);
  }

  #answer(text: unknown): void {
    if (typeof text !== 'string') return;
    const begun = cutValue(text, { ...fullLimits, text: mostAnswer });
    this.answer = isRecord(begun) ? `${begun.head}…` : String(begun);
    this.#keep(text);
  }

  #keep(value: unknown): void {
    if (this.#room <= 0) return;
    for (const text of textsIn(cutValue(value, fullLimits))) {
      if (this.#room <= 0) return;
      this.#texts.push(text.slice(0, this.#room));
      this.#room -= text.length;
    }
  }
}
