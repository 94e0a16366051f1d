/** A formula as it is written: what its names mean is not known yet. */
export type Syntax =
  | { readonly kind: 'name'; readonly text: string; readonly quoting: 'column' | 'either' | 'none' }
  | { readonly kind: 'text' | 'date'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'span'; readonly count: number; readonly unit: SpanUnit }
  | { readonly kind: 'star' }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly of: readonly Syntax[];
      readonly isDistinct: boolean;
      readonly only?: Syntax;
    }
  | { readonly kind: 'binary'; readonly op: string; readonly left: Syntax; readonly right: Syntax }
  | { readonly kind: 'not' | 'negative' | 'empty'; readonly of: Syntax }
  | { readonly kind: 'in'; readonly of: Syntax; readonly list: readonly Syntax[] }
  | { readonly kind: 'between'; readonly of: Syntax; readonly low: Syntax; readonly high: Syntax }
  | {
      readonly kind: 'around';
      readonly of: Syntax;
      readonly span: Syntax;
      readonly side: 'before' | 'after';
      readonly date: Syntax;
    }
  | { readonly kind: 'case'; readonly branches: readonly (readonly [Syntax, Syntax])[]; readonly otherwise?: Syntax };

/** A unit of time that can be added to a date. */
export type SpanUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';
