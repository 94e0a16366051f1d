import { askAgain } from '../actors/performers/calls/ask-again.ts';
import type { Prompt } from '../actors/performers/prompt-of.ts';
import type { Agent } from '../agents/agent.ts';
import type { Message } from '../domain/message.ts';
import type { RequestContext } from '../domain/options.ts';
import type { OutputOf, StandardSchema } from '../domain/schemas/standard-schema.ts';
import { TroupeError } from '../errors.ts';
import { asData } from '../log/as-data.ts';
import type { Entry } from '../log/entry.ts';
import { RunLog } from '../log/run-log.ts';
import type { RunResult } from '../log/run-result.ts';
import { toRunResult } from '../log/to-run-result.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import type { AskAgainOptions, AskedAgain } from '../models/asked-again.ts';
import { estimateInputTokens } from '../models/estimate-input-tokens.ts';
import { OpenRuns } from '../run/open-runs.ts';
import { type AsAgentOptions, orchestratorAgent } from './as-agent.ts';
import {
  type AnyCallOptions,
  type AnySchema,
  type CallOptions,
  type ContinueOptions,
  checkForkOptions,
  checkNames,
  type ForkOptions,
} from './call-options.ts';
import { forkRun, resumeRun } from './continue-run.ts';
import { followSignal } from './follow-signal.ts';
import { type Health, healthOf } from './health.ts';
import { castIn, type Ground, hostChart, promptReader } from './host-chart.ts';
import { type HostParts, hostParts } from './host-parts.ts';
import { bareJournal } from './live-journal.ts';
import type { OrchestratorConfig } from './orchestrator-config.ts';
import { outputShape } from './output-shape.ts';
import { type Quote, quoteOf } from './quote.ts';
import { restoreSnapshot } from './restore-snapshot.ts';
import type { Run, RunEvent } from './run/run.ts';
import { sharedHost } from './shared-host.ts';
import { streamRun } from './stream-run.ts';

/** Messages in, a message out. `Context` is what its code gets of a request's context, `Given` what callers give. */
export interface Orchestrator<Context = RequestContext, Given = Context> {
  /** Works on the last user message and resolves when the run has ended or waits for a person. */
  invoke<Output extends StandardSchema = AnySchema>(
    messages: readonly Message[],
    options?: CallOptions<Context, Given, Output>,
  ): Promise<RunResult<OutputOf<Output>>>;
  /** The same, as it happens. Leaving the loop early cancels the run. */
  stream<Output extends StandardSchema = AnySchema>(
    messages: readonly Message[],
    options?: CallOptions<Context, Given, Output>,
  ): AsyncGenerator<RunEvent, RunResult<OutputOf<Output>>>;
  /** Starts a run and hands it over. */
  start(messages: readonly Message[], options?: CallOptions<Context, Given, StandardSchema>): Run;
  /** Continues a run from its `snapshot()`, in this process or another: only what was unfinished is done again. */
  restore(snapshot: unknown, options?: ContinueOptions<Context, Given>): Run;
  /**
   * Continues a stored run whose process died: completed effects are not repeated, what was under way begins again with the same key.
   *
   * @throws TroupeError `lease` while another process drives it, `usage` when it has ended, `bad-log` when its log does not replay.
   */
  resume(runId: string, options?: ContinueOptions<Context, Given>): Promise<Run>;
  /** A new run that shares the first entries of a stored one and continues from there, with an edit if one is given. */
  fork(runId: string, options: ForkOptions<Context, Given>): Promise<{ run: Run; again: readonly string[] }>;
  /** The worst case of a run, before its first call, also with limits and models of its own, and with its answer in a shape. */
  quote(messages: readonly Message[], options?: Pick<AnyCallOptions, 'limits' | 'models' | 'outputSchema'>): Quote;
  /** Whether it can work: the store answers, and how many runs are open here. Calls no model. */
  health(): Promise<Health>;
  /**
   * What a model is asked by an effect of a run, computed again from its log up to there; nothing for an effect that asks none. Prompts of your own see
   * of the request's context what the log has, unless it is given again.
   */
  promptOf(
    entries: readonly Entry[],
    effect: { kind: string; input: unknown },
    given?: Pick<ContinueOptions<Context, Given>, 'context' | 'models'>,
  ): Promise<Prompt | undefined>;
  /**
   * Makes the call of an effect of a run once more, with another model or other messages if they are given, and writes nothing: the run does not know of it.
   *
   * @throws TroupeError `usage` for an effect that asks no model.
   */
  askAgain(
    entries: readonly Entry[],
    effect: { kind: string; input: unknown },
    options: AskAgainOptions,
  ): Promise<AskedAgain>;
  /** How a stored run came out. */
  read(runId: string): Promise<RunResult>;
  /** The orchestrator as an agent of `troupe/agents`: each time it is asked is a run of its own, under the key of the outer run's effect. */
  asAgent(options: AsAgentOptions): Agent;
  /** The plain XState machine: its input is `{ messages }`, its output says how the run ended. */
  readonly machine: typeof hostMachine;
}

/** Builds an orchestrator. A configuration that cannot work is an error here, not later. */
export function createOrchestrator<
  Context extends RequestContext = RequestContext,
  Given extends RequestContext = Context,
>(config: OrchestratorConfig<Context, Given>): Orchestrator<Context, Given> {
  // What callers give is looked at when they call: inside, a context is any object.
  return orchestratorOf(hostParts(config)) as unknown as Orchestrator<Context, Given>;
}

function orchestratorOf(parts: HostParts): Orchestrator {
  const { store } = parts;
  const open = new OpenRuns({ ...parts, noStore, noRun, afterEnd: ' Read it with read().' });
  const host = sharedHost(parts.newRunId, bareJournal(parts, { stage: (...about) => open.stage(...about) }));
  const ground: Ground = {
    parts,
    host,
    open,
    fork: async (runId, forkOptions) => forkRun(ground, runId, checkForkOptions(forkOptions)),
  };
  const start = (messages: readonly Message[], callOptions: AnyCallOptions = {}) => {
    checkNames(callOptions, 'a run that begins');
    const { runId = parts.newRunId(), knowledge = [], signal } = callOptions;
    const input = asData({ messages, knowledge, runId, ...outputShape(callOptions) }, 'The request');
    const readCall = () => ({ ...callOptions, ...parts.calls.begin(callOptions) });
    const run = open.begin(runId, hostChart(ground, runId, { input }, readCall));
    return { run, unfollow: followSignal(run, signal) };
  };
  const read = async (runId: string) => toRunResult(new RunLog(runId, await open.read(runId)));
  const resume = async (runId: string, continueOptions: ContinueOptions = {}) => {
    checkNames(continueOptions, 'a run that continues');
    return resumeRun(ground, runId, continueOptions);
  };
  return {
    machine: host.machine,
    start: (messages, callOptions) => start(messages, callOptions).run,
    async invoke<Output extends StandardSchema>(
      messages: readonly Message[],
      callOptions?: CallOptions<RequestContext, RequestContext, Output>,
    ) {
      const { run, unfollow } = start(messages, callOptions);
      const result = await run.settled();
      run.actor.stop();
      unfollow();
      return result as RunResult<OutputOf<Output>>; // the schema made it
    },
    stream: <Output extends StandardSchema>(
      messages: readonly Message[],
      callOptions?: CallOptions<RequestContext, RequestContext, Output>,
    ) => streamRun(() => start(messages, callOptions)) as AsyncGenerator<RunEvent, RunResult<OutputOf<Output>>>, // the schema made it
    restore(snapshot, continueOptions = {}) {
      checkNames(continueOptions, 'a run that continues');
      return restoreSnapshot(ground, snapshot, continueOptions);
    },
    resume,
    fork: ground.fork,
    quote(messages, { limits, models, outputSchema } = {}) {
      const { options, ...call } = parts.calls.options({ limits, models });
      const cast = parts.castOf(options, call);
      const tokens = estimateInputTokens({ messages }) + (cast.maxOutputTokens ?? 0);
      const hasShape = outputShape({ outputSchema }).output !== undefined;
      return quoteOf(options, tokens, { hasShape, toLearn: cast.memory?.modelCalls ?? 0 });
    },
    health: () => healthOf(store, open.size),
    promptOf: promptReader(parts),
    askAgain: async (entries, effect, about) => askAgain(castIn(parts, entries), entries, effect, about),
    read,
    asAgent: (agentOptions) =>
      orchestratorAgent(
        { store, clock: parts.clock, resume, read, start: (messages, about) => start(messages, about).run },
        agentOptions,
      ),
  };
}

const noStore = (runId: string) =>
  new TroupeError(
    'store',
    `Run "${runId}" cannot be read: no store is configured. Give one: createOrchestrator({ store: sqliteStore('runs.db') }).`,
  );
const noRun = (runId: string) => new TroupeError('store', `There is no run "${runId}" in the store.`);
