/** What others may know of a specialist. */
export interface SpecialistCard {
  readonly name: string;
  readonly description: string;
  readonly capabilities: readonly string[];
  /** Whether it is known to change nothing in the world: only then may it start before a plan is accepted. */
  readonly readsOnly?: boolean;
  /** What its tools do, in one sentence each; only for the planner. */
  readonly toolbox?: readonly string[];
}

/** Something a specialist can work on: a file, a table, an index. */
export interface Resource {
  readonly name: string;
  readonly kind: string;
  /** What is in it, in one line: its columns, its titles. */
  readonly summary: string;
}
