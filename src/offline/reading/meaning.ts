import type { Inability } from './cannot.ts';
import type { Clause } from './clauses.ts';
import type { Problem } from './problem.ts';
import type { Question } from './read-question.ts';
import type { Talk } from './small-talk.ts';

/** Why a clause is refused. */
export type Refusal =
  | { readonly why: 'inability'; readonly inability: Inability }
  | { readonly why: 'unread'; readonly problem: Problem; readonly file: string; readonly clause: string }
  | { readonly why: 'no-such-file'; readonly file: string }
  | { readonly why: 'broken-file'; readonly file: string; readonly reason: string }
  | { readonly why: 'several-files'; readonly files: readonly string[] }
  | { readonly why: 'no-specialist'; readonly specialist: string }
  | {
      readonly why: 'not-in-documents';
      readonly words: readonly string[];
      /** The passage that has most of the question, with what it does not say. */
      readonly nearest?: { readonly file: string; readonly heading: string; readonly lacks: readonly string[] };
    }
  /** A question that needs the one before it, which was not answered or speaks of something else. */
  | { readonly why: 'goes-on'; readonly before: string; readonly isAnswered: boolean }
  | { readonly why: 'computation'; readonly reason: string }
  | { readonly why: 'too-long'; readonly max: number }
  | { readonly why: 'knowledge' }
  | { readonly why: 'nothing-to-report' };

/** What to search for in the documents, or in one of them. */
export interface Lookup {
  readonly query: string;
  readonly file?: string;
  readonly limit?: number;
}

/** What a clause comes to. */
export type Meaning =
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'columns' | 'summary'; readonly file: string }
  | { readonly kind: 'search'; readonly lookups: readonly Lookup[] }
  | { readonly kind: 'math'; readonly expression: string; readonly value: string }
  | { readonly kind: 'report'; readonly file?: string }
  | { readonly kind: 'given'; readonly specialist: string }
  | { readonly kind: 'talk'; readonly about: Talk }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unclear' };

/** A clause and what it comes to. */
export interface Reading {
  readonly clause: Clause;
  readonly meaning: Meaning;
}

/** A clause that is refused. */
export const refuse = (refusal: Refusal): Meaning => ({ kind: 'refused', refusal });

/** Who does a step of this kind. */
export function specialistFor(meaning: Meaning): string | undefined {
  switch (meaning.kind) {
    case 'question':
    case 'columns':
      return 'data';
    case 'search':
    case 'summary':
      return 'search';
    case 'math':
      return 'math';
    case 'report':
      return 'writer';
    case 'given':
      return meaning.specialist;
    default:
      return undefined;
  }
}
