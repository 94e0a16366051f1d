import type { TableDescription } from '../../tools/tables/describe-columns.ts';
import type { Comparator, Cue, Direction } from './cue.ts';
import type { Role } from './roles.ts';

/** What a question is about: one column, or several multiplied. */
export interface Measure {
  readonly columns: readonly string[];
  readonly name: string;
  /** True for prices and the like, of which a sum says nothing. */
  readonly isRate: boolean;
}

/** What a word can mean for one table. */
export type Meaning =
  | Cue
  | { readonly kind: 'measure'; readonly measure: Measure }
  | { readonly kind: 'column'; readonly column: string; readonly role: 'time' | 'flag' | 'label' }
  | { readonly kind: 'value'; readonly column: string; readonly values: readonly string[] }
  | { readonly kind: 'extreme'; readonly direction: Direction; readonly measure: Measure }
  | { readonly kind: 'comparative'; readonly op: Comparator; readonly measure: Measure }
  /** What a row is called here; where it has a column that is not one a row, its different values are counted. */
  | { readonly kind: 'rows'; readonly noun?: string; readonly distinct?: string }
  /** A word of the file's own name: what it says is so of every row. */
  | { readonly kind: 'topic'; readonly noun: string; readonly measure?: Measure }
  | { readonly kind: 'ambiguous'; readonly columns: readonly string[] };

/** What phrases mean for a table: the surest meaning first. */
export interface Lexicon {
  readonly table: TableDescription;
  readonly phrases: ReadonlyMap<string, readonly Meaning[]>;
  /** By the stems of their words: tried where a phrase itself means nothing. */
  readonly stems: ReadonlyMap<string, readonly Meaning[]>;
  /** The values that have a word. */
  readonly inValues: ReadonlyMap<
    string,
    readonly { readonly column: string; readonly value: string; readonly isLast: boolean }[]
  >;
  /** For the first word of phrases, of how many words the longest of them is. */
  readonly longest: ReadonlyMap<string, number>;
  readonly roles: ReadonlyMap<string, Role>;
}
