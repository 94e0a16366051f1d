import type { MemoryKind } from './memory-item.ts';

/** What a statement has to begin with to be remembered, and as what. */
export interface MemoryRule {
  readonly kind: MemoryKind;
  readonly pattern: RegExp;
  /** It looks at a sentence as a whole, and not for where one begins. */
  readonly isWhole?: true;
  /** It says that it is meant for other days, too. */
  readonly isStanding?: true;
}
