import { z } from 'zod';

const figuresSchema = z.strictObject({
  /** Steps that it has worked on. */
  steps: z.int().min(0),
  /** The share of them that succeeded, from 0 to 1. */
  success: z.number().min(0).max(1),
  /** How long a step that succeeded takes it, in the middle; absent when none did. */
  medianMs: z.number().min(0).exactOptional(),
});
/** How the steps of a specialist came out. */
export type Figures = Readonly<z.infer<typeof figuresSchema>>;

const kindSchema = figuresSchema.extend({
  /** How the last of such steps began, as a whole word. */
  word: z.string().exactOptional(),
});
/** How the steps of one kind came out. */
export type KindFigures = Readonly<z.infer<typeof kindSchema>>;

export const experienceSchema = figuresSchema.extend({
  specialist: z.string(),
  /** The same by kinds of steps, the most frequent ones. */
  kinds: z.record(z.string(), kindSchema).exactOptional(),
  /** How often its attempts failed, by the way in which they did. */
  failures: z.record(z.string(), z.number()).exactOptional(),
});
/** What earlier runs have shown of a specialist. */
export type Experience = Readonly<z.infer<typeof experienceSchema>>;

/** What others may know of a specialist. */
export interface SpecialistCard {
  readonly name: string;
  readonly description: string;
  readonly capabilities: readonly string[];
  /** Whether it is known to change nothing in the world: only then may it start before a plan is accepted. */
  readonly readsOnly?: boolean;
  /** What earlier runs have shown of it, when the run began. */
  readonly experience?: Pick<Experience, 'steps' | 'success' | 'medianMs' | 'kinds'>;
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
