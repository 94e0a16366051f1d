import { systemClock } from '../actors/clock.ts';
import type { Message } from '../domain/message.ts';
import { TroupeError } from '../errors.ts';
import type { RunResult } from '../log/run-result.ts';
import type { EngineEvent, EngineState, EngineTask } from '../machines/conversation-machine.ts';
import { createOrchestrator } from '../orchestrator/orchestrator.ts';
import type { OrchestratorConfig } from '../orchestrator/orchestrator-config.ts';
import { ConversationDriver } from './conversation-driver.ts';
import { type EngineSnapshot, parseEngineSnapshot, type Rest } from './conversation-snapshot.ts';
import type { Coordinator } from './coordinator.ts';

/** An orchestrator's configuration and a coordinator. Every plan waits for the engine, which schedules its tasks. */
export interface ConversationEngineConfig extends Omit<OrchestratorConfig, 'reviewPlan'> {
  coordinator: Coordinator;
  /** How long the coordinator may take, in milliseconds. @default 30 seconds */
  contextMs?: number;
}

/** A request's way through its phases, as events. */
export interface ConversationEngine {
  readonly state: EngineState;
  /** Completed by all tasks. It stands still while the engine is paused: what ends meanwhile counts afterwards. */
  readonly currentProgress: number;
  readonly tasks: readonly EngineTask[];
  readonly completedTasks: number;
  readonly totalTasks: number;
  /**
   * Works on an input and yields every event in its order; what it returns is the result of the run. It begins with the first `next()`
   * and never waits for its reader: what is not read yet is kept, a few events for each task. Leaving the loop early cancels the
   * run and makes the engine idle, as `reset()` does.
   *
   * Without an input it continues from `restoreFromSnapshot`, and resumes what was paused.
   *
   * A run that has to ask a question ends with `engine_error`, whose error is the question, and a result that is `waiting`: reset the
   * engine and run it on the conversation with the answer.
   *
   * @throws TroupeError `usage` when a run is under way, when the engine is not idle, or when there is nothing to continue.
   */
  run(
    input?: string | readonly Message[],
    options?: { readonly signal?: AbortSignal },
  ): AsyncGenerator<EngineEvent, RunResult, void>;
  /** From now on nothing new begins; what is under way finishes. True when it did: only when scheduling or executing. */
  pause(): boolean;
  /** Continues where it was paused. True when it did: only when paused. */
  resume(): boolean;
  /** Everything that another engine needs to continue, as JSON: a copy, which nothing changes afterwards. */
  createSnapshot(): EngineSnapshot;
  /**
   * Takes over from another engine, in this process or another; false when this one is not idle.
   *
   * @throws TroupeError `bad-state` when the snapshot is damaged; the engine stays as it was.
   */
  restoreFromSnapshot(snapshot: unknown): boolean;
  /** Makes the engine idle, from wherever it is: a run under way is cancelled first. */
  reset(): void;
}

/** Builds a conversation engine. A configuration that cannot work is an error here, not later. */
export function createConversationEngine(config: ConversationEngineConfig): ConversationEngine {
  const { coordinator, contextMs = 30_000, ...rest } = config;
  const { clock = systemClock } = config;
  if (typeof coordinator?.getContext !== 'function' || !(contextMs > 0 && contextMs < 2 ** 31)) {
    const what = 'coordinator has to have a getContext function, and contextMs to be a positive number';
    throw new TroupeError('bad-config', `createConversationEngine: ${what}.`);
  }
  const orchestrator = createOrchestrator({ ...rest, reviewPlan: 'first' });
  const driver = new ConversationDriver({ orchestrator, coordinator, clock, contextMs });
  const { chart } = driver;
  return {
    get state() {
      return chart.state;
    },
    get currentProgress() {
      return chart.counts.progress;
    },
    get tasks() {
      return chart.context.tasks;
    },
    get completedTasks() {
      return chart.counts.completedTasks;
    },
    get totalTasks() {
      return chart.counts.totalTasks;
    },
    async *run(input, { signal } = {}) {
      const session = driver.begin(restOf(driver, input), signal);
      try {
        return yield* session.read();
      } finally {
        if (!session.isOver) driver.reset();
      }
    },
    pause: () => driver.pause(),
    resume: () => driver.resume(),
    createSnapshot() {
      const { tasks, resumesIn } = chart.context;
      const snapshot = { version: 1, state: chart.state, tasks, ...chart.counts, resumesIn, rest: driver.rest };
      return JSON.parse(JSON.stringify(snapshot)) as EngineSnapshot; // everything in it is JSON already
    },
    restoreFromSnapshot(snapshot) {
      const { state, tasks, resumesIn, rest } = parseEngineSnapshot(snapshot, orchestrator);
      if (chart.state !== 'idle') return false;
      chart.restore(state, { tasks, resumesIn });
      [driver.session, driver.restored] = [undefined, rest];
      return true;
    },
    reset: () => driver.reset(),
  };
}

/** What a run of the engine works on. @throws TroupeError `usage` when it cannot begin. */
function restOf(driver: ConversationDriver, input: string | readonly Message[] | undefined): Rest {
  const { session, restored, chart } = driver;
  const refuse = (why: string): never => {
    throw new TroupeError('usage', why);
  };
  if (session && !session.isOver) refuse('A run of this engine is under way: reset() ends it.');
  if (input === undefined && !restored) refuse('There is nothing to continue: pass an input or restore a snapshot.');
  if (input !== undefined && chart.state !== 'idle') {
    refuse(`The engine is ${chart.state}, not idle: reset() it before a new input.`);
  }
  const messages: readonly Message[] = typeof input === 'string' ? [{ role: 'user', content: input }] : (input ?? []);
  return restored ?? { kind: 'input', messages: [...messages] };
}
