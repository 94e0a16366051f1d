/** Why a clause is no question to a table; `words` are the user's own. */
export type Problem = { readonly words: readonly string[] } & (
  | {
      readonly problem:
        | 'unknown'
        | 'cannot'
        | 'no-time'
        | 'no-measure'
        | 'nothing-asked'
        | 'too-many-groups'
        | 'no-antecedent'
        | 'share-of';
    }
  | { readonly problem: 'ambiguous' | 'which-column'; readonly columns: readonly string[] }
  | { readonly problem: 'relative' }
  | { readonly problem: 'outside'; readonly column: string }
  | { readonly problem: 'too-fine'; readonly column: string; readonly grain: string }
);

export const isProblem = (value: object): value is Problem => 'problem' in value;
