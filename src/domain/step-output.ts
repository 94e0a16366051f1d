import type { JsonValue } from './json.ts';

/** What a finished step gave. */
export interface StepOutput {
  readonly stepId: string;
  readonly description: string;
  readonly specialist: string;
  readonly text: string;
  /** The results of the tools that were used on the way, as data. */
  readonly data: readonly JsonValue[];
}
