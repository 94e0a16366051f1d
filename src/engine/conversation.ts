import { type Actor, createActor, initialTransition, type SnapshotFrom, transition } from 'xstate';
import type { RunResult } from '../log/run-result.ts';
import { conversationAt, type conversationMachine } from '../machines/conversation-machine.ts';
import { atRest, type ConversationMachineEvent, type EngineContext } from '../machines/conversation-setup.ts';
import { type EngineEvent, type EngineState, engineStates } from '../machines/engine-event.ts';
import type { Run } from '../orchestrator/run/run.ts';
import { ConversationRun } from './conversation-run.ts';
import { isRestless, type Rest } from './conversation-snapshot.ts';
import { type EngineOptions, type EngineParts, engineActors } from './engine-actors.ts';
import { PhaseError } from './phase-error.ts';

type Chart = typeof conversationMachine;

/** One conversation of an engine, from its input to its result: the chart, the run that it follows, and the events that wait for their reader. */
export class Conversation {
  readonly #run: ConversationRun | undefined;
  readonly #chart: Chart;
  /** Where it stands before it is begun. */
  #standing: SnapshotFrom<Chart>;
  #actor: Actor<Chart> | undefined;
  readonly #events: EngineEvent[] = [];
  #news = Promise.withResolvers<void>();
  #unfollow = () => {};
  /** Set last: the reader is done when it has read every event and this is there. */
  #result: RunResult | undefined;

  constructor(rest?: Rest, state: EngineState = 'idle', context: EngineContext = atRest) {
    this.#run = rest && new ConversationRun(rest);
    this.#chart = conversationAt(state, context);
    this.#standing = initialTransition(this.#chart)[0];
  }

  get #snapshot(): SnapshotFrom<Chart> {
    return this.#actor?.getSnapshot() ?? this.#standing;
  }

  get state(): EngineState {
    const { tags } = this.#snapshot;
    return engineStates.find((state) => tags.has(state)) ?? 'idle';
  }

  get context(): EngineContext {
    return this.#snapshot.context;
  }

  /** What is needed to continue it in another engine; nothing when nothing is under way. */
  get rest(): Rest | undefined {
    return isRestless(this.state) ? this.#run?.restAt(this.context.seen) : undefined;
  }

  /** True when somebody reads it and its end has not come yet. */
  get isUnderWay(): boolean {
    return this.#actor !== undefined && isRestless(this.state);
  }

  /** Lets something happen to it; false when its state refuses that. Before it is begun, only its place changes. */
  move(event: ConversationMachineEvent): boolean {
    const snapshot = this.#snapshot;
    if (!snapshot.can(event)) return false;
    if (this.#actor) {
      this.#actor.send(event);
      return true;
    }
    [this.#standing] = transition(this.#chart, snapshot, event);
    return true;
  }

  /** Begins to work, or continues what was restored, with what an engine has for that. */
  begin(parts: EngineParts | undefined, options: EngineOptions): void {
    if (!this.#run) return;
    const { signal } = options;
    const chart = conversationAt(this.state, this.context);
    this.#actor = createActor(chart.provide({ actors: engineActors(this.#run, parts, options) }));
    this.#actor.on('*', (event) => this.#publish(event));
    this.#actor.start();
    for (const type of ['input.received', 'engine.resumed', 'engine.continued'] as const) this.move({ type });
    const abort = () => this.stop('The run was aborted by its signal.');
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    this.#unfollow = () => signal?.removeEventListener('abort', abort);
  }

  /** Ends it, wherever it is: everything under way is aborted, and its reader is told why. */
  stop(why: string): void {
    this.move({ type: 'engine.stopped', error: new PhaseError('cancelled', why) });
  }

  /** Gives the answer of a person to the run. */
  reply(give: (run: Run) => Promise<boolean>): Promise<boolean> {
    return this.#run ? this.#run.reply(give) : Promise.resolve(false);
  }

  /** The events in their order, each when it is there, and the result. */
  async *read(): AsyncGenerator<EngineEvent, RunResult, void> {
    while (true) {
      const event = this.#events.shift();
      if (event) yield event;
      else if (this.#result) return this.#result;
      else await this.#news.promise;
    }
  }

  #publish(event: EngineEvent): void {
    this.#events.push(event);
    if (event.type === 'engine_completed' || event.type === 'engine_error') void this.#settle();
    this.#wake();
  }

  async #settle(): Promise<void> {
    this.#unfollow();
    this.#result = await this.#run?.resultAfter(this.context.failure);
    this.#wake();
  }

  #wake(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
