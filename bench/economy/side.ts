import type { Message } from 'troupe';
import type { OpenaiModelOptions } from 'troupe/openai';

/** What a side gets to answer a request with. */
export interface Task {
  readonly id: string;
  readonly messages: readonly Message[];
  /** The files that are there. */
  readonly files: readonly string[];
  readonly endpoint: Pick<OpenaiModelOptions, 'baseURL' | 'apiKey' | 'model' | 'fetch'>;
  /** What the user says to an answer, or nothing when they are content. */
  readonly repliesTo: (answer: string) => string | undefined;
}

/** What came of it. */
export interface Outcome {
  readonly answer: string;
  /** Why there is no whole answer. */
  readonly failure?: string;
  /** Whether the logs come out the same when they are played again. Absent where there are none. */
  readonly replays?: boolean;
}

/** One of the two ways to answer that are compared. */
export type Side = (task: Task) => Promise<Outcome>;

/** Nothing is cut short because a reader takes long: the most that a timer can wait. */
export const patienceMs = 2 ** 31 - 1;
