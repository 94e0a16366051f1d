import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import { concepts } from '../lexicon/concepts.ts';
import { toLexicon } from '../lexicon/lexicon.ts';
import type { Lexicon, Meaning, Measure } from '../lexicon/sense.ts';
import { keyOf } from '../lexicon/units.ts';
import { type Kind, type SenseOf, scan, type Token } from './scan.ts';
import { settled } from './settled.ts';

export type { Kind } from './scan.ts';

/** Words that only hold others together: none of them has to be kept in a query. */
const harmless: ReadonlySet<Kind> = new Set<Kind>([
  'in',
  'of',
  'with',
  'is',
  'and',
  'from',
  'which',
  'how-much',
  'list',
  'there',
  'noise',
  'mark',
  'follow',
  'topic',
]);

/** A clause as tokens, each of which has to be used once before the clause counts as read. */
export class Clause {
  readonly lexicon: Lexicon;
  readonly table: TableDescription;
  readonly tokens: readonly Token[];
  readonly text: string;
  readonly #used = new Set<number>();

  /** The columns that narrowed the question before it. */
  readonly about: readonly string[];

  constructor(text: string, table: TableDescription, about: readonly string[] = []) {
    this.about = about;
    this.table = table;
    this.text = text;
    this.lexicon = toLexicon(table);
    this.tokens = settled(
      scan(text, table).filter(
        ({ meanings }) => meanings.length === 0 || meanings.some(({ kind }) => kind !== 'noise' && kind !== 'mark'),
      ),
    );
  }

  /** The meaning of this kind that a token can have, used or not. */
  sense<K extends Kind>(at: number, kind: K): SenseOf<K> | undefined {
    return this.tokens[at]?.meanings.find((meaning): meaning is SenseOf<K> => meaning.kind === kind);
  }

  /** The same, for a token that nothing has used yet and whose first meaning it is. */
  open<K extends Kind>(at: number, kind: K): SenseOf<K> | undefined {
    const [first] = this.tokens[at]?.meanings ?? [];
    return !this.#used.has(at) && first?.kind === kind ? this.sense(at, kind) : undefined;
  }

  isOpen(at: number): boolean {
    return at >= 0 && at < this.tokens.length && !this.#used.has(at);
  }

  use(...places: readonly number[]): void {
    for (const at of places) this.#used.add(at);
  }

  /** The places of open tokens whose first meaning is of a kind. */
  places(kind: Kind): number[] {
    return this.tokens.flatMap((_, at) => (this.open(at, kind as never) ? [at] : [])); // every kind fits here
  }

  has(kind: Kind): boolean {
    return this.tokens.some((_, at) => this.sense(at, kind as never) !== undefined); // every kind fits here
  }

  is(at: number, ...kinds: readonly Kind[]): boolean {
    return this.tokens[at]?.meanings.some(({ kind }) => kinds.includes(kind)) ?? false;
  }

  /** The place before or behind a token, words that hold together left out. */
  beside(at: number, step: 1 | -1, skipped: readonly Kind[]): number {
    let place = at + step;
    while (this.is(place, ...skipped) && !this.is(place, 'measure', 'column', 'value')) place += step;
    return place;
  }

  column(name: string): ColumnDescription | undefined {
    return this.table.columns.find((column) => column.name === name);
  }

  /** The number column of an idea, if the table has one. */
  measureOf(concept: string): Measure | undefined {
    for (const name of (concepts[concept]?.names ?? '').split(' | ')) {
      const found = this.lexicon.phrases
        .get(keyOf(name))
        ?.find((meaning): meaning is Meaning & { kind: 'measure' } => meaning.kind === 'measure');
      if (found && isOfConcept(found.measure, concept)) return found.measure;
    }
    return undefined;
  }

  columnOf(concept: string): string | undefined {
    for (const name of (concepts[concept]?.names ?? '').split(' | ')) {
      const found = this.lexicon.phrases
        .get(keyOf(name))
        ?.find((meaning): meaning is Meaning & { kind: 'column' } => meaning.kind === 'column');
      if (found) return found.column;
    }
    return undefined;
  }

  /** The words that nothing has used and that say something. */
  leftOver(): string[] {
    return this.tokens.flatMap(({ meanings, text }, at) => {
      // "by revenue": what stands behind is kept.
      const isOf = this.is(at + 1, 'measure', 'count', 'aggregate', 'value', 'rows', 'extreme', 'rank');
      if (this.is(at, 'by') && this.#used.has(at + 1) && isOf) return [];
      if (this.#used.has(at) || (meanings.length > 0 && meanings.some(({ kind }) => harmless.has(kind)))) return [];
      return [text === 'whereknown' ? 'known' : text];
    });
  }
}

const isOfConcept = ({ columns }: Measure, concept: string) => columns.length > 0 && concept !== '';
