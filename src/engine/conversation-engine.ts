import { systemClock } from '../actors/clock.ts';
import type { JsonValue } from '../domain/json.ts';
import type { Message } from '../domain/message.ts';
import { TroupeError } from '../errors.ts';
import type { RunResult, WaitingFor } from '../log/run-result.ts';
import { atRest } from '../machines/conversation-setup.ts';
import {
  completedCount,
  type EngineEvent,
  type EngineState,
  type EngineTask,
  progressOf,
} from '../machines/engine-event.ts';
import { createOrchestrator } from '../orchestrator/orchestrator.ts';
import type { OrchestratorConfig } from '../orchestrator/orchestrator-config.ts';
import type { Approval, Run, Said } from '../orchestrator/run/run.ts';
import { Conversation } from './conversation.ts';
import { type EngineSnapshot, parseEngineSnapshot, type Rest } from './conversation-snapshot.ts';
import type { Coordinator } from './coordinator.ts';
import { configured, type EngineOptions, type EngineParts } from './engine-actors.ts';

/** An orchestrator's configuration and a coordinator. Tasks are done in the order in which they are scheduled, by priority. */
export interface ConversationEngineConfig extends Omit<OrchestratorConfig, 'stepOrder'> {
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
  /** What a person has to answer before it goes on; nothing when it does not wait for one. */
  readonly waitingFor: WaitingFor | undefined;
  /**
   * Works on an input and yields every event in its order; what it returns is the result of the run. It begins with the first `next()`
   * and never waits for its reader: what is not read yet is kept, a few events for each task. Leaving the loop early cancels the
   * run and makes the engine idle, as `reset()` does.
   *
   * Without an input it continues from `restoreFromSnapshot`, and resumes what was paused.
   *
   * A run that has to ask a person waits, after `engine_waiting`, until `answer`, `approve` or `revise` is called, or the deadline of the question has
   * passed.
   *
   * @throws TroupeError `usage` when a run is under way, when the engine is not idle, or when there is nothing to continue; `bad-config` when the
   * engine was created without a configuration and needs one.
   */
  run(input?: string | readonly Message[], options?: EngineOptions): AsyncGenerator<EngineEvent, RunResult, void>;
  /**
   * Answers the question that the engine waits with. This and the next two throw `usage` when it does not wait for that, and resolve with whether it was
   * taken. On an engine that was restored they take effect when `run()` continues it.
   */
  answer(text: string): Promise<boolean>;
  /** Answers what somebody at work asks, by its id. */
  answer(id: string, answer: JsonValue, said?: Said): Promise<boolean>;
  /** Lets the plan under review run, or what is asked under the id. */
  approve(id?: string, approval?: Approval): Promise<boolean>;
  /** Refuses what is asked under the id. */
  refuse(id: string, reason?: string, said?: Said): Promise<boolean>;
  /** Sends the plan under review back with a remark. */
  revise(remark: string): Promise<boolean>;
  /** From now on nothing new begins; what is under way finishes. True when it did: only when scheduling or executing. */
  pause(): boolean;
  /** Continues where it was paused. True when it did: only when paused. */
  resume(): boolean;
  /** Everything that another engine needs to continue, as JSON: a copy, which nothing changes afterwards. */
  createSnapshot(): EngineSnapshot;
  /**
   * Takes over from another engine, in this process or another; false when this one is not idle. From then on it works with `config`, if that is
   * given.
   *
   * @throws TroupeError `bad-state` when the snapshot is damaged, `bad-config` when the configuration cannot work; the engine stays as it was.
   */
  restoreFromSnapshot(snapshot: unknown, config?: ConversationEngineConfig): boolean;
  /** Makes the engine idle, from wherever it is: a run under way is cancelled first. */
  reset(): void;
}

/**
 * Builds a conversation engine. A configuration that cannot work is an error here, not later. Without one the engine can restore a snapshot, show it and
 * tell what has ended; to work on anything it needs one, which may come with the snapshot.
 */
export function createConversationEngine(config?: ConversationEngineConfig): ConversationEngine {
  let parts = config && engineParts(config);
  let conversation = new Conversation();
  const reset = () => {
    conversation.stop('The engine was reset.');
    conversation.move({ type: 'engine.reset' });
    conversation = new Conversation();
  };
  return {
    get state() {
      return conversation.state;
    },
    get currentProgress() {
      return progressOf(conversation.context.tasks);
    },
    get tasks() {
      return conversation.context.tasks;
    },
    get completedTasks() {
      return completedCount(conversation.context.tasks);
    },
    get totalTasks() {
      return conversation.context.tasks.length;
    },
    get waitingFor() {
      return conversation.context.waitingFor;
    },
    async *run(input, options = {}) {
      conversation = toBegin(conversation, input, parts);
      const begun = conversation;
      begun.begin(parts, options);
      try {
        return yield* begun.read();
      } finally {
        if (begun.isUnderWay) reset();
      }
    },
    answer: (first: string, ...rest: [answer?: JsonValue, said?: Said]) =>
      reply(conversation, ['clarification', 'question', 'choice', 'form'], (run) =>
        rest[0] === undefined ? run.answer(first) : run.answer(first, rest[0], rest[1]),
      ),
    approve: (id, approval) => reply(conversation, ['plan-review', 'approval'], (run) => run.approve(id, approval)),
    refuse: (id, reason, said) =>
      reply(conversation, ['approval', 'plan-review'], (run) => run.refuse(id, reason, said)),
    revise: (remark) => reply(conversation, ['plan-review'], (run) => run.revise(remark)),
    pause: () => conversation.move({ type: 'engine.paused' }),
    resume: () => conversation.move({ type: 'engine.resumed' }),
    createSnapshot: () => snapshotOf(conversation),
    restoreFromSnapshot(snapshot, given) {
      const { state, rest, tasks, resumesIn, waitingFor, isReviewed = false } = parseEngineSnapshot(snapshot);
      const newParts = given && engineParts(given);
      if (conversation.state !== 'idle') return false;
      const seen = rest && rest.kind !== 'input' ? rest.seen : 0;
      conversation = new Conversation(rest, state, { ...atRest, tasks, seen, resumesIn, waitingFor, isReviewed });
      parts = newParts ?? parts;
      return true;
    },
    reset,
  };
}

function engineParts(config: ConversationEngineConfig): EngineParts {
  const { coordinator, contextMs = 30_000, reviewPlan = false, ...rest } = config;
  if (typeof coordinator?.getContext !== 'function' || !(contextMs > 0 && contextMs < 2 ** 31)) {
    const what = 'coordinator has to have a getContext function, and contextMs to be a positive number';
    throw new TroupeError('bad-config', `createConversationEngine: ${what}.`);
  }
  // A plan that nobody looks at waits all the same: for the engine, which schedules its tasks.
  const orchestrator = createOrchestrator({ ...rest, stepOrder: 'priority', reviewPlan: reviewPlan || 'first' });
  const { clock = systemClock } = config;
  return { orchestrator, coordinator, clock, contextMs, isReviewed: reviewPlan !== false };
}

function snapshotOf({ state, context, rest }: Conversation): EngineSnapshot {
  const { tasks, resumesIn, waitingFor, isReviewed } = context;
  const counts = { progress: progressOf(tasks), completedTasks: completedCount(tasks), totalTasks: tasks.length };
  const snapshot = { version: 1, state, tasks, ...counts, resumesIn, waitingFor, isReviewed, rest };
  return JSON.parse(JSON.stringify(snapshot)) as EngineSnapshot; // everything in it is JSON already
}

/** @throws TroupeError `usage` when nobody waits for that. */
function reply(
  conversation: Conversation,
  kinds: readonly WaitingFor['kind'][],
  give: (run: Run) => Promise<boolean>,
): Promise<boolean> {
  const { waitingFor } = conversation.context;
  if (waitingFor && kinds.includes(waitingFor.kind)) return conversation.reply(give);
  throw new TroupeError('usage', `The engine does not wait for a ${kinds[0]}: look at waitingFor.`);
}

/** What a run of the engine works on. @throws TroupeError `usage` when it cannot begin, `bad-config` when it has nothing to work with. */
function toBegin(
  conversation: Conversation,
  input: string | readonly Message[] | undefined,
  parts: EngineParts | undefined,
): Conversation {
  const refuse = (why: string): never => {
    throw new TroupeError('usage', why);
  };
  const { isUnderWay, state, rest } = conversation;
  if (isUnderWay) refuse('A run of this engine is under way: reset() ends it.');
  if (input === undefined) {
    if (!rest) return refuse('There is nothing to continue: pass an input or restore a snapshot.');
    if (rest.kind !== 'log') configured(parts, rest);
    return conversation;
  }
  if (state !== 'idle') refuse(`The engine is ${state}, not idle: reset() it before a new input.`);
  const messages: readonly Message[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const fresh: Rest = { kind: 'input', messages: [...messages] };
  return new Conversation(fresh, 'idle', { ...atRest, isReviewed: configured(parts, fresh).isReviewed });
}
