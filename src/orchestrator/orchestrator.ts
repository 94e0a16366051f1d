import { type ActorOptions, createActor } from 'xstate';
import { findEffects } from '../actors/bound-effects.ts';
import { systemClock } from '../actors/clock.ts';
import { journal } from '../actors/journal.ts';
import { type LeaseKeeper, leaseKeeper } from '../actors/lease-keeper.ts';
import { LiveStage } from '../actors/live-stage.ts';
import { cardsOf } from '../actors/performers/call-model.ts';
import { hostPack } from '../actors/performers/host-pack.ts';
import { paceByModel } from '../actors/performers/pace.ts';
import type { Cast } from '../actors/performers/performer.ts';
import { promptOf } from '../actors/performers/prompt-of.ts';
import type { Watch } from '../actors/watcher.ts';
import { withDeadline } from '../actors/with-deadline.ts';
import { createConversationAnalyst } from '../conversation/conversation-analyst.ts';
import type { Message } from '../domain/message.ts';
import type { RunOptions, RunSettings } from '../domain/options.ts';
import { ownValue } from '../domain/own-value.ts';
import { withValue } from '../domain/with-value.ts';
import { messageOf, TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { effectsAfter, forkEntries } from '../log/fork-entries.ts';
import { RunLog } from '../log/run-log.ts';
import type { RunResult } from '../log/run-result.ts';
import { toRunResult } from '../log/to-run-result.ts';
import { editProblem } from '../machines/host/host-context.ts';
import type { HostInput } from '../machines/host/host-events.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import { estimateInputTokens } from '../models/estimate-input-tokens.ts';
import type { Prompts } from '../prompts/to-messages.ts';
import { asData } from '../run/as-data.ts';
import { type Callbacks, callbackCaller, parseCallbacks } from '../run/callbacks.ts';
import { createRun } from '../run/create-run.ts';
import { Recording } from '../run/recording.ts';
import type { Run, RunEvent } from '../run/run.ts';
import type { ObservedBy } from '../run/run-observer.ts';
import type { Store } from '../stores/store.ts';
import { composeHost } from './compose-host.ts';
import { modelsByPurpose, type OrchestratorConfig, parseConfig } from './orchestrator-config.ts';
import { type Quote, quoteOf, reserves } from './quote.ts';
import { replay } from './replay.ts';

export interface CallOptions {
  /** Cancels the run when it aborts. */
  signal?: AbortSignal;
  /** @default a new id */
  runId?: string;
  /** Hear of the milestones of this run, after the orchestrator's own. */
  callbacks?: Callbacks | readonly Callbacks[] | undefined;
  /** What is known that helps with the request. It is told to everyone as data, never as a rule. @default nothing */
  knowledge?: readonly string[];
}

/** What is said of a run that goes on. */
export type GoOnOptions = Pick<CallOptions, 'signal' | 'callbacks'>;

export interface ForkOptions extends GoOnOptions {
  /** The last entry that both runs share, with all that its fact caused. */
  at: number;
  /** Changes of the host's context before the fork goes on: a path such as `options.limits.rounds` and its new value. */
  edits?: readonly { path: string; value: unknown }[];
  /** @default a new id */
  newRunId?: string;
}

/** How an orchestrator is. */
export interface Health {
  readonly isHealthy: boolean;
  /** Runs that are open in this process: under way, paused or waiting for a person. */
  readonly openRuns: number;
  readonly store: { readonly isReachable: boolean; readonly problem?: string } | undefined;
}

/** Messages in, a message out. */
export interface Orchestrator {
  /** Works on the last user message and resolves when the run has ended or waits for a person. */
  invoke(messages: readonly Message[], options?: CallOptions): Promise<RunResult>;
  /** The same, as it happens. Leaving the loop early cancels the run. */
  stream(messages: readonly Message[], options?: CallOptions): AsyncGenerator<RunEvent, RunResult>;
  /** Starts a run and hands it over. */
  start(messages: readonly Message[], options?: CallOptions): Run;
  /** Goes on with a run from its `snapshot()`, in this process or another: only what was unfinished is done again. */
  restore(snapshot: unknown, options?: GoOnOptions): Run;
  /**
   * Goes on with a stored run whose process died: completed effects are not repeated, what was under way is begun again with the same key.
   *
   * @throws TroupeError `lease` while another process drives it, `usage` when it has ended, `bad-log` when its log does not replay.
   */
  resume(runId: string, options?: GoOnOptions): Promise<Run>;
  /** A new run that shares the first entries of a stored one and goes on from there, with an edit if one is given. */
  fork(runId: string, options: ForkOptions): Promise<{ run: Run; again: readonly string[] }>;
  /** The worst case of a run, before its first call. */
  quote(messages: readonly Message[]): Quote;
  /** Whether it can work: the store answers, and how many runs are open here. Calls no model. */
  health(): Promise<Health>;
  /** What a model is asked by an effect of a run, computed again from its log up to there; nothing for an effect that asks none. */
  promptOf: ObservedBy['promptOf'];
  /** How a stored run came out. */
  read(runId: string): Promise<RunResult>;
  /** The plain XState machine: its input is `{ messages }`, its output says how the run ended. */
  readonly machine: typeof hostMachine;
}

/** What a run needs beside the machine when its journal opens. */
interface Opening {
  readonly watch: Watch;
  readonly recording?: Recording | undefined;
  readonly keeper?: LeaseKeeper | undefined;
}
type StartOptions = ActorOptions<typeof hostMachine> & { input: HostInput };
type SnapshotOfHost = { children?: { journal?: { snapshot?: { run?: unknown; entries?: unknown } } } };

/** Builds an orchestrator. A configuration that cannot work is an error here, not later. */
export function createOrchestrator(config: OrchestratorConfig): Orchestrator {
  const { callbacks, models, prompts, systemPrompt, planTemplate, inspect: watching, ...parts } = parseConfig(config);
  const { model, specialists, store: given, allow, clock = systemClock, prices, leaseMs, ...settings } = parts;
  const store = given && withDeadline(given, { leaseMs, clock });
  const byPurpose = modelsByPurpose(model, models);
  const options = { ...(settings as RunSettings), specialists: cardsOf(specialists) };
  const newRunId = () => crypto.randomUUID();
  // One for all runs: the next turn of a conversation is a run of its own.
  const analyst = createConversationAnalyst();
  // The same for all runs: an endpoint is busy for everybody.
  const paceOf = paceByModel(clock);
  // One machine for all runs: what one run needs beside it waits here until its journal opens.
  const openings = new Map<string, Opening>();
  const openRuns = new Set<string>();
  const heeding = new WeakMap<Run, () => void>();
  const keeperOf = (run: string, onLost: (error: unknown) => void) =>
    store && leaseKeeper({ store, run, owner: newRunId(), ttlMs: leaseMs, clock, onLost });
  const castOf = (runOptions: RunOptions): Cast => ({
    models: byPurpose,
    prompts: prompts as Partial<Prompts>, // checked to be functions
    instructions: systemPrompt,
    planTemplate,
    specialists,
    allow,
    clock,
    options: runOptions,
    prices,
    paceOf,
    analyst,
    ...reserves(runOptions, ownValue(prices, byPurpose.finalize.name)),
  });
  const machine = composeHost(
    journal({
      newRunId,
      open(log) {
        // A machine that somebody else started has no run beside it, but its callbacks.
        const {
          watch = (own: RunLog) => callbackWatcher(own, callbacks),
          recording,
          keeper,
        } = openings.get(log.run) ?? {};
        // A run keeps the options with which it began.
        const begun = log.latest('request.received')?.data.options;
        const runOptions = recording?.options ?? begun ?? options;
        const cast = castOf(runOptions);
        return {
          runOptions,
          forkedAt: recording?.forkedAt,
          stage(opened, effects, self) {
            const lose = (error: unknown) => effects().fail(error);
            const watcher = watch(opened, effects);
            const live = new LiveStage({
              log: opened,
              effects,
              journal: self,
              pack: hostPack(cast, opened, (delta) => watcher?.delta(delta)),
              clock,
              store,
              keeper: keeper ?? keeperOf(log.run, lose),
              watcher,
              onClosed: () => openRuns.delete(log.run),
            });
            openRuns.add(log.run);
            return recording ? recording.stage(live) : live;
          },
        };
      },
    }),
  );

  const begin = (
    runId: string,
    startOptions: StartOptions,
    { signal, callbacks: own }: GoOnOptions,
    opening: Partial<Opening> = {},
  ): Run => {
    let observed: ((run: Run) => void) | undefined;
    const run = createRun(runId, [...callbacks, ...parseCallbacks(own)], (watch, onError) => {
      openings.set(runId, { watch, ...opening });
      const actor = createActor(machine, { ...startOptions, ...watching.listening });
      actor.subscribe({ error: onError });
      observed = watching.observer?.attach(actor, observedBy(runId, !opening.recording && !startOptions.snapshot));
      actor.start();
      openings.delete(runId);
      return actor;
    });
    observed?.(run);
    heed(run, signal);
    return run;
  };
  /** What whoever watches a run may ask for. */
  const observedBy = (runId: string, isNew: boolean): ObservedBy => ({
    runId,
    isNew,
    fork: (at, edits) => fork(runId, { at, edits }),
    promptOf: promptAt,
  });
  const promptAt: ObservedBy['promptOf'] = (entries, effect) =>
    promptOf(castOf(optionsIn(entries) ?? options), entries, effect);
  /** Cancels a run when a signal aborts, until the run has ended or is let go. */
  const heed = (run: Run, signal: AbortSignal | undefined) => {
    if (!signal) return;
    const cancel = () => run.cancel('aborted by its signal');
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    heeding.set(run, () => signal.removeEventListener('abort', cancel));
    run.result.catch(() => {}).finally(() => unheed(run));
  };
  const unheed = (run: Run) => heeding.get(run)?.();
  const start: Orchestrator['start'] = (messages, { runId = newRunId(), knowledge = [], ...callOptions } = {}) =>
    begin(runId, { input: asData({ messages, knowledge, runId }, 'The request') }, callOptions);
  const storedEntries = async (runId: string) => {
    const entries = (await store?.read(runId)) ?? [];
    if (entries.length === 0) throw new TroupeError('store', `There is no run "${runId}" in the store.`);
    return entries;
  };
  /** Plays a stored log and goes on live from its end. */
  const goOn = (
    entries: readonly Entry[],
    { signal, callbacks: own, edits = [] }: GoOnOptions & Pick<ForkOptions, 'edits'>,
    keeper?: LeaseKeeper,
  ): Run => {
    const recording = new Recording(entries);
    const { run: runId, messages, knowledge } = recording;
    // The signal is heeded when the run is live.
    const run = begin(runId, { input: { messages, knowledge, runId } }, { callbacks: own }, { recording, keeper });
    const effects = findEffects(run.actor.system, runId);
    const report = effects && recording.play(effects);
    if (!effects || !report?.equal) {
      run.actor.stop();
      const where = report && !report.equal ? ` Entry ${report.seq} comes out differently.` : '';
      throw new TroupeError(
        'bad-log',
        `Run ${runId} cannot be gone on with: its log does not replay.${where} Look at it with replay().`,
      );
    }
    recording.goLive(effects, () => {
      for (const { path, value } of edits) run.edit(path, value);
      heed(run, signal);
    });
    return run;
  };

  const fork: Orchestrator['fork'] = async (runId, { at, newRunId: forkId = newRunId(), ...goOnOptions }) => {
    // Before anything is written.
    parseCallbacks(goOnOptions.callbacks);
    asData(goOnOptions.edits ?? [], 'An edit');
    const entries = await storedEntries(runId);
    const prefix = forkEntries(entries, at, forkId, clock.now());
    if (isOver(prefix)) {
      throw new TroupeError('usage', `Run ${runId} has ended at entry ${at}: fork it at an earlier one.`);
    }
    checkEdits(prefix, goOnOptions.edits ?? []);
    await store?.append(forkId, 0, prefix);
    return { run: goOn(prefix, goOnOptions), again: effectsAfter(entries, prefix.length) };
  };

  return {
    machine,
    start,
    restore(snapshot, goOnOptions = {}) {
      const state = snapshot as StartOptions['snapshot'] & SnapshotOfHost; // checked in the next line
      const { run: runId, entries } = state?.children?.journal?.snapshot ?? {};
      if (typeof runId !== 'string') {
        throw new TroupeError('bad-state', 'This is not the snapshot of a run: take one with run.snapshot().');
      }
      if (!isLogOf(runId, entries)) {
        throw new TroupeError(
          'bad-state',
          `This snapshot of run ${runId} does not hold its log from the request on: take one with run.snapshot().`,
        );
      }
      if (state.status !== 'active') {
        throw new TroupeError(
          'usage',
          `Run ${runId} had ended when this snapshot was taken: there is nothing to go on with.`,
        );
      }
      return begin(runId, { snapshot: structuredClone(state), input: { messages: [] } }, goOnOptions);
    },
    async invoke(messages, callOptions) {
      const run = start(messages, callOptions);
      const result = await run.settled();
      run.actor.stop();
      unheed(run);
      return result;
    },
    async *stream(messages, callOptions) {
      const run = start(messages, callOptions);
      const events: RunEvent[] = [];
      let wake = () => {};
      let settled: PromiseSettledResult<RunResult> | undefined;
      run.subscribe((event) => {
        events.push(event);
        wake();
      });
      Promise.allSettled([run.settled()]).then(([outcome]) => {
        settled = outcome;
        wake();
      });
      try {
        while (true) {
          const next = events.shift();
          if (next) yield next;
          else if (settled) break;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
        if (settled.status === 'rejected') throw settled.reason;
        return settled.value;
      } finally {
        if (settled) run.actor.stop();
        else run.cancel('nobody reads it any more'); // it ends by itself, when its log can take that
        unheed(run);
      }
    },
    quote: (messages) =>
      quoteOf(
        options,
        estimateInputTokens({ messages }) +
          (reserves(options, ownValue(prices, byPurpose.finalize.name)).maxOutputTokens ?? 0),
      ),
    async resume(runId, goOnOptions = {}) {
      let lose = (_error: unknown) => {};
      const keeper = keeperOf(runId, (error) => lose(error));
      await keeper?.hold();
      try {
        const entries = await storedEntries(runId);
        if (isOver(entries)) {
          const { status } = toRunResult(new RunLog(runId, entries));
          throw new TroupeError(
            'usage',
            `Run ${runId} has ended (${status}): there is nothing to go on with. Read it with read().`,
          );
        }
        const run = goOn(entries, goOnOptions, keeper);
        lose = (error) => findEffects(run.actor.system, runId)?.fail(error);
        return run;
      } catch (error) {
        keeper?.release();
        throw error;
      }
    },
    fork,
    async health() {
      const storeHealth = store && (await checkStore(store));
      return { isHealthy: storeHealth?.isReachable ?? true, openRuns: openRuns.size, store: storeHealth };
    },
    promptOf: promptAt,
    read: async (runId) => toRunResult(new RunLog(runId, await storedEntries(runId))),
  };
}

function callbackWatcher(log: RunLog, callbacks: readonly Callbacks[]): ReturnType<Watch> {
  return { entries: callbackCaller(log, callbacks), delta() {}, broke() {} };
}

/** Whether something is the log of a run, from its request on. */
function isLogOf(run: string, entries: unknown): boolean {
  if (!Array.isArray(entries) || entries[0]?.type !== 'request.received') return false;
  return entries.every((entry: Partial<Entry> | null, index) => entry?.run === run && entry.seq === index + 1);
}

/** @throws TroupeError `usage` for an edit of what is not there when the log has been played, and the edits before it were made. */
function checkEdits(entries: readonly Entry[], edits: NonNullable<ForkOptions['edits']>): void {
  if (edits.length === 0) return;
  let { context } = replay(entries, { until: entries.length }).snapshot;
  for (const { path, value } of edits) {
    const problem = editProblem(context, path);
    if (problem) throw new TroupeError('usage', problem);
    context = withValue(context, path, value);
  }
}

/** The options with which the run of a log began. */
function optionsIn([first]: readonly Entry[]): RunOptions | undefined {
  return first?.type === 'request.received' ? first.data.options : undefined;
}

/** Whether a log has come to the end of its run. */
function isOver(entries: readonly Entry[]): boolean {
  const status = entries.findLast((entry) => entry.type === 'status.changed')?.data.status;
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

async function checkStore(store: Store): Promise<NonNullable<Health['store']>> {
  try {
    await store.runs({ limit: 1 });
    return { isReachable: true };
  } catch (error) {
    return { isReachable: false, problem: messageOf(error) };
  }
}
