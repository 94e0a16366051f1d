import type { Actor } from 'xstate';
import type { Delta } from '../../actors/watcher.ts';
import type { JsonValue } from '../../domain/json.ts';
import type { RunMetadata } from '../../log/entries/request-labels.ts';
import type { Entry } from '../../log/entry.ts';
import type { Milestone } from '../../log/milestone.ts';
import type { OwnEntry } from '../../log/own/define-entry.ts';
import type { RunResult, WaitingFor } from '../../log/run-result.ts';
import type { Checkpoint } from '../../log/state/to-checkpoint.ts';
import type { hostMachine } from '../../machines/host/host-machine.ts';

/** What a listener sees: entries of the log as they become durable, and pieces of text as they arrive. */
export type RunEvent = Entry | Delta;

/** Who answers, for the log. */
export interface Said {
  by?: string;
}
/** How a call is approved: as it is, or with other arguments. */
export interface Approval extends Said {
  arguments?: JsonValue;
}

/** One request's life: a handle on its actor, its log and its result. */
export interface Run {
  readonly id: string;
  readonly actor: Actor<typeof hostMachine>;
  /** The entries of the log so far. */
  readonly log: readonly Entry[];
  /** Resolves when the run has ended. Rejects when its log can no longer be written, or when its actor was stopped and the run is not driven here any more. */
  readonly result: Promise<RunResult>;
  /** Resolves when the run has ended, or when nothing in it goes on before a person says something. */
  settled(): Promise<RunResult>;
  /** Calls `listener` for everything from now on; the returned function ends that. */
  subscribe(listener: (event: RunEvent) => void): () => void;
  /** What callbacks are called with, from the run's first milestone until it has ended. Leaving the loop leaves the run alone. */
  milestones(): AsyncIterableIterator<Milestone>;
  /** The run as it stands now, when all of that is durable: `troupe.fork(runId, { at: seq })` continues from there. */
  checkpoint(): Promise<Checkpoint>;
  /** Whether it is paused: `resume()` continues it. A run that was paused when its process died is paused when it is taken over. */
  readonly isPaused: boolean;
  /** From now on no new effect begins; what is under way finishes and is kept. */
  pause(): void;
  resume(): void;
  /** Ends the run now; everything under way is aborted. */
  cancel(reason?: string): void;
  /**
   * Everything that people are asked: by the host, which then waits, and by those at work, while others may go on. A run is at rest when nothing but
   * people is waited for.
   */
  readonly waiting: readonly WaitingFor[];
  /**
   * Answers the question that the run waits with: the host's own, or the only one that is open. This and what follows throw when the run does not
   * wait for it, and resolve with whether it was taken: something that was submitted before may have changed what the run waits for.
   */
  answer(text: string): Promise<boolean>;
  /** Answers the question with this id: a text, one of its options, or a form, which is checked. */
  answer(id: string, answer: JsonValue, said?: Said): Promise<boolean>;
  /**
   * Sends a message while the run works. What becomes of it depends on where the run is: `steeringTable` lists it for every state. Resolves
   * with true when the run has taken the message, and with false when it had ended before: then it is the next message of the conversation.
   */
  steer(text: string): Promise<boolean>;
  /** Lets the plan under review run, or what is asked under the id: without one, the only approval that is open. The arguments of a call may be edited. */
  approve(id?: string, approval?: Approval): Promise<boolean>;
  /** Refuses what is asked under the id. Whoever asked goes on and reads the reason; a plan is sent back with it. */
  refuse(id: string, reason?: string, said?: Said): Promise<boolean>;
  /** Sends the plan under review back with a remark. */
  revise(remark: string): Promise<boolean>;
  /** Writes an entry of one's own, made with `defineEntry`; resolves with true when it is stored, with false when the run had ended before. */
  record(entry: OwnEntry): Promise<boolean>;
  /** What is written on the run: what it was started with, and what `setMetadata` has changed. */
  readonly metadata: RunMetadata;
  /** Writes more on the run, beside what is there, or in its place under the same names; resolves as `record` does. Lists of runs show it. */
  setMetadata(metadata: RunMetadata): Promise<boolean>;
  /** Puts an edited plan in force: a step whose work and inputs did not change keeps its result, one that did is done (again). */
  editPlan(markdown: string): Promise<boolean>;
  /** The plan as Markdown: as it stands, or a version as it was written; nothing when there is none. */
  planMarkdown(version?: number): string | undefined;
  /**
   * Changes the host's context, as a fact of the log. For experiments: a fork with another limit, say.
   *
   * @throws TroupeError `usage` for a path that is not there.
   */
  edit(path: string, value: unknown): void;
  /** Goes back to an earlier version of the plan, as a new version. */
  restorePlan(version: number): Promise<boolean>;
  /** The actor's state as JSON, log included: `createActor(troupe.machine, { snapshot })` continues from it. */
  snapshot(): unknown;
}
