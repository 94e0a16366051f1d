import type { DatePart } from '../../tools/formulas/period.ts';

export type Direction = 'asc' | 'desc';
export type Comparator = '=' | '!=' | '>' | '>=' | '<' | '<=';

/** What a word does in a question to a table. */
export type Cue =
  | { readonly kind: 'aggregate'; readonly aggregate: 'sum' | 'avg' }
  /** With `needsMeasure` it says of what kind the measure is: no other one is assumed. Whether the best is the highest (`judges`), the measure says. */
  | { readonly kind: 'rank'; readonly direction: Direction; readonly needsMeasure?: true; readonly judges?: true }
  /** "most common": of which there are most rows. */
  | { readonly kind: 'common'; readonly direction: Direction }
  /** An adjective that ranks only where a "which" asks: 哪个高. */
  | { readonly kind: 'degree'; readonly direction: Direction; readonly needsMeasure?: true }
  /** Of people it is their age (`isAge`). */
  | { readonly kind: 'end'; readonly direction: Direction; readonly isAge?: true }
  | { readonly kind: 'top'; readonly direction: Direction }
  | { readonly kind: 'change'; readonly direction: Direction | undefined }
  | { readonly kind: 'part'; readonly part: DatePart }
  | { readonly kind: 'operator'; readonly op: Comparator }
  /** Stands behind the number: "or more", 以上. */
  | { readonly kind: 'after-number'; readonly op: Comparator }
  | { readonly kind: 'since'; readonly op: Comparator }
  | { readonly kind: 'since-behind'; readonly op: Comparator }
  | { readonly kind: 'weekend' }
  | { readonly kind: 'workdays' }
  | { readonly kind: 'weekday-name'; readonly day: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'verb'; readonly concept: string }
  /** A word whose meaning has to be asked for in another way. */
  | { readonly kind: 'cannot' }
  | { readonly kind: CueKind };

type CueKind =
  | 'which'
  | 'by'
  | 'per'
  | 'each'
  | 'count'
  | 'rows'
  | 'compare'
  | 'share'
  | 'not'
  | 'over-time'
  | 'when'
  | 'where'
  | 'who'
  | 'list'
  | 'relative'
  | 'between'
  | 'and'
  | 'or'
  | 'from'
  | 'to'
  | 'in'
  | 'of'
  | 'with'
  | 'than'
  | 'range'
  | 'how-long'
  | 'origin'
  | 'target'
  | 'each-row'
  | 'is'
  | 'how-much'
  | 'distinct'
  | 'missing'
  | 'follow'
  | 'its'
  | 'of-those'
  | 'one'
  | 'there'
  | 'unit'
  | 'mean-over'
  | 'somebody'
  | 'known'
  | 'times'
  | 'amount-noun'
  | 'noise';
