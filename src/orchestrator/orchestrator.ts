import type { Watch } from '../actors/watcher.ts';
import type { Message } from '../domain/message.ts';
import type { OutputOf, StandardSchema } from '../domain/schemas/standard-schema.ts';
import { TroupeError } from '../errors.ts';
import { asData } from '../log/as-data.ts';
import { RunLog } from '../log/run-log.ts';
import type { RunResult } from '../log/run-result.ts';
import { toRunResult } from '../log/to-run-result.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import { estimateInputTokens } from '../models/estimate-input-tokens.ts';
import { OpenRuns } from '../run/open-runs.ts';
import {
  type AnySchema,
  type CallOptions,
  type ContinueOptions,
  checkForkOptions,
  type ForkOptions,
} from './call-options.ts';
import { forkRun, resumeRun } from './continue-run.ts';
import { followSignal } from './follow-signal.ts';
import { type Health, healthOf } from './health.ts';
import { type Ground, hostChart, promptReader } from './host-chart.ts';
import { hostParts } from './host-parts.ts';
import { liveJournal } from './live-journal.ts';
import type { OrchestratorConfig } from './orchestrator-config.ts';
import { outputShape } from './output-shape.ts';
import { type Quote, quoteOf } from './quote.ts';
import { restoreSnapshot } from './restore-snapshot.ts';
import { callbackCaller } from './run/callbacks.ts';
import type { Run, RunEvent } from './run/run.ts';
import type { ObservedBy } from './run/run-observer.ts';
import { sharedHost } from './shared-host.ts';
import { streamRun } from './stream-run.ts';

/** Messages in, a message out. */
export interface Orchestrator {
  /** Works on the last user message and resolves when the run has ended or waits for a person. */
  invoke<Output extends StandardSchema = AnySchema>(
    messages: readonly Message[],
    options?: CallOptions<Output>,
  ): Promise<RunResult<OutputOf<Output>>>;
  /** The same, as it happens. Leaving the loop early cancels the run. */
  stream<Output extends StandardSchema = AnySchema>(
    messages: readonly Message[],
    options?: CallOptions<Output>,
  ): AsyncGenerator<RunEvent, RunResult<OutputOf<Output>>>;
  /** Starts a run and hands it over. */
  start(messages: readonly Message[], options?: CallOptions<StandardSchema>): Run;
  /** Continues a run from its `snapshot()`, in this process or another: only what was unfinished is done again. */
  restore(snapshot: unknown, options?: ContinueOptions): Run;
  /**
   * Continues a stored run whose process died: completed effects are not repeated, what was under way begins again with the same key.
   *
   * @throws TroupeError `lease` while another process drives it, `usage` when it has ended, `bad-log` when its log does not replay.
   */
  resume(runId: string, options?: ContinueOptions): Promise<Run>;
  /** A new run that shares the first entries of a stored one and continues from there, with an edit if one is given. */
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

/** Builds an orchestrator. A configuration that cannot work is an error here, not later. */
export function createOrchestrator(config: OrchestratorConfig): Orchestrator {
  const parts = hostParts(config);
  const { options, store } = parts;
  const open = new OpenRuns({ ...parts, noStore, noRun, afterEnd: ' Read it with read().' });
  // A machine that somebody else started has no run beside it, but its callbacks.
  const bareWatch: Watch = (log) => ({ entries: callbackCaller(log, parts.callbacks), delta() {}, broke() {} });
  const host = sharedHost(parts.newRunId, liveJournal(parts, { stage: (...about) => open.stage(...about) }, bareWatch));
  const ground: Ground = {
    parts,
    host,
    open,
    fork: async (runId, forkOptions) => forkRun(ground, runId, checkForkOptions(forkOptions)),
  };
  const start = (messages: readonly Message[], callOptions: CallOptions<StandardSchema> = {}) => {
    const { runId = parts.newRunId(), knowledge = [], signal } = callOptions;
    const input = asData({ messages, knowledge, runId, ...outputShape(callOptions) }, 'The request');
    const run = open.begin(hostChart(ground, runId, { input }, callOptions));
    return { run, unfollow: followSignal(run, signal) };
  };
  return {
    machine: host.machine,
    start: (messages, callOptions) => start(messages, callOptions).run,
    async invoke<Output extends StandardSchema>(messages: readonly Message[], callOptions?: CallOptions<Output>) {
      const { run, unfollow } = start(messages, callOptions);
      const result = await run.settled();
      run.actor.stop();
      unfollow();
      return result as RunResult<OutputOf<Output>>; // the schema made it
    },
    stream: <Output extends StandardSchema>(messages: readonly Message[], callOptions?: CallOptions<Output>) =>
      streamRun(() => start(messages, callOptions)) as AsyncGenerator<RunEvent, RunResult<OutputOf<Output>>>, // the schema made it
    restore: (snapshot, continueOptions = {}) => restoreSnapshot(ground, snapshot, continueOptions),
    resume: (runId, continueOptions = {}) => resumeRun(ground, runId, continueOptions),
    fork: ground.fork,
    quote: (messages) =>
      quoteOf(options, estimateInputTokens({ messages }) + (parts.castOf(options).maxOutputTokens ?? 0)),
    health: () => healthOf(store, open.size),
    promptOf: promptReader(parts),
    read: async (runId) => toRunResult(new RunLog(runId, await open.read(runId))),
  };
}

const noStore = (runId: string) =>
  new TroupeError(
    'store',
    `Run "${runId}" cannot be read: no store is configured. Give one: createOrchestrator({ store: sqliteStore('runs.db') }).`,
  );
const noRun = (runId: string) => new TroupeError('store', `There is no run "${runId}" in the store.`);
