import type { AnyActorRef } from 'xstate';
import { systemClock } from '../../actors/clock.ts';
import type { Price } from '../../actors/performers/bill.ts';
import { memoryNode } from '../../actors/performers/conversation/memory-node.ts';
import { paceByModel } from '../../actors/performers/pace.ts';
import type { Message } from '../../domain/message.ts';
import { TroupeError } from '../../errors.ts';
import type { Comparison } from '../../log/compare-entries.ts';
import type { Entry } from '../../log/entry.ts';
import type { GivenOutcome } from '../../log/fork-entries.ts';
import type { Memory } from '../../memory/memory.ts';
import type { ChartRun } from '../../run/chart-run.ts';
import type { CheckReport } from '../../run/check-report.ts';
import { createRunner } from '../../run/create-runner.ts';
import type { ParkedRun } from '../../run/runner.ts';
import type { RunnerConfig } from '../../run/runner-config.ts';
import { type ContextReader, type ContextSchema, contextReader } from '../../tools/context-reader.ts';
import { checkPolicy, type Policy } from '../../tools/policy.ts';
import type { Agent } from '../agent.ts';
import { bindServices } from '../agent-services.ts';
import { requestOf, toAccount } from './agent-account.ts';
import { type AgentLimits, agentChart, checkLimits, recalledIn } from './agent-chart.ts';
import { AgentFeed } from './agent-feed.ts';
import { checkOptions, checkStoredOptions } from './agent-options.ts';
import type { AgentResult } from './agent-result.ts';
import { type AgentRun, toAgentRun } from './agent-run.ts';
import { type AgentCallOptions, type AgentRunOptions, checkNames, toRequest } from './run-options.ts';
import { servicesFor } from './run-services.ts';

/** What an agent runner is made of. */
export interface AgentRunnerConfig extends Omit<RunnerConfig, 'charts' | 'prepare'> {
  /** Every agent whose runs it starts or continues, each under its name; those in others need not be here. */
  readonly agents: readonly Agent[];
  /** What each run may use. @default 200 calls of models */
  readonly limits?: AgentLimits;
  /** What models cost, by their names. */
  readonly prices?: Readonly<Record<string, Price>>;
  /** What becomes of calls of tools. @default what reads runs, everything else is asked for */
  readonly policy?: Policy;
  /** The shape of the caller's context: an object schema of zod, or of another library with Standard Schema. @default any object */
  readonly context?: ContextSchema;
  /** The fields of the caller's context that are kept in the log. @default [] */
  readonly logged?: readonly string[];
  /** What is known longer than a run lasts: `createMemory` of `troupe/memory`. @default nothing is remembered */
  readonly memory?: Memory | undefined;
}

/** Runs agents: every run is durable, can be watched, stopped, replayed and continued. */
export interface AgentRunner {
  /** Starts a run: its events, and its result. */
  run<Output>(agent: Agent<Output>, input: string | readonly Message[], options?: AgentRunOptions): AgentRun<Output>;
  /** Starts a run and resolves when it has ended, or waits for a person. */
  invoke<Output>(
    agent: Agent<Output>,
    input: string | readonly Message[],
    options?: AgentRunOptions,
  ): Promise<AgentResult<Output>>;
  /** Continues a stored run: what has a result is not done again, and a question that was open still is. */
  resume(run: string, options?: AgentCallOptions): Promise<AgentRun>;
  /** Continues every stored run of these agents that has not ended and that nobody else drives. `optionsOf` says what each is continued with, as for `resume`; a run that cannot be is parked. */
  recover(
    optionsOf?: (run: string) => AgentCallOptions | Promise<AgentCallOptions>,
  ): Promise<{ readonly runs: readonly AgentRun[]; readonly parked: readonly ParkedRun[] }>;
  /** The log of a stored run; no entries for one that is not there. */
  entries(run: string): Promise<readonly Entry[]>;
  replay(run: string | readonly Entry[]): Promise<Comparison>;
  check(run: string | readonly Entry[]): Promise<CheckReport>;
  fork(
    run: string,
    options: { readonly at: number; readonly newRunId?: string; readonly outcome?: GivenOutcome } & AgentCallOptions,
  ): Promise<{ run: AgentRun; again: readonly string[] }>;
  /** The time by its clock. */
  now(): number;
  close(): Promise<void>;
}

/** Makes a runner of agents. @throws TroupeError `bad-config` for a configuration that cannot work. */
export function createAgentRunner(config: AgentRunnerConfig): AgentRunner {
  const { agents, limits, prices = {}, policy = {}, logged = [], context: schema, memory, ...rest } = config ?? {};
  checkConfig(config ?? {});
  const reader = contextReader(schema, logged);
  const clock = rest.clock ?? systemClock;
  const paceOf = paceByModel(clock);
  const charts = new Map(agents.map((agent) => [agent, agentChart(agent)]));
  const starting = new Map<string, AgentCallOptions>();
  const feeds = new WeakMap<AnyActorRef, AgentFeed>();
  const prepare: RunnerConfig['prepare'] = (root, run) => {
    const feed = new AgentFeed(run.id);
    const { context, agents: options = {} } = starting.get(run.id) ?? {};
    feeds.set(root, feed);
    for (const entry of run.recorded) feed.add(entry);
    run.follow((entry) => feed.add(entry));
    const shared = { clock, prices, paceOf, policy, limits, memory };
    bindServices(
      root.system,
      servicesFor(run, { ...shared, context, options, feed, recalled: () => recalledIn(root) }),
    );
    return { ...toAccount(feed.fold, run.log), repliesTo: (chart) => toAgentRun(chart, feed) };
  };
  const nodes = [...(memory ? [memoryNode] : []), ...(rest.nodes ?? [])];
  const runner = createRunner({ ...rest, charts: [...charts.values()], nodes, prepare });
  const opened = <Output>(chart: ChartRun, signal?: AbortSignal): AgentRun<Output> => {
    const feed = feeds.get(chart.actor) ?? new AgentFeed(chart.id);
    return follow<Output>(chart, feed, signal);
  };
  const begin = <Output>(agent: Agent<Output>, input: string | readonly Message[], options: AgentRunOptions = {}) => {
    const chart = charts.get(agent);
    if (!chart) {
      throw new TroupeError(
        'usage',
        `This runner does not have the agent "${agent?.name}". Give it to createAgentRunner({ agents }).`,
      );
    }
    const { id = crypto.randomUUID(), signal } = options;
    checkNames(options, 'a run that begins');
    checkOptions(agent, options.agents ?? {});
    const known = reader.read(options.context);
    const request = toRequest(input, options, { limits, memory, kept: known.logged });
    const start = () => runner.start(chart, { id, input: request } as never); // the chart of an agent takes a request
    return opened<Output>(opening(starting, id, { ...options, context: known.context }, start), signal);
  };
  const resume = async (id: string, options: AgentCallOptions = {}) => {
    const given = await checkedAgain(id, options, config, reader);
    return opened(await opening(starting, id, given, () => runner.resume(id)), options.signal);
  };
  return {
    run: begin,
    async invoke(agent, input, options) {
      const run = begin(agent, input, options);
      const result = await run.settled();
      if (result.status === 'waiting') await run.leave();
      return result;
    },
    resume,
    recover: (optionsOf = () => ({})) => runner.recover(async (id) => resume(id, await optionsOf(id))),
    entries: async (id) => (await rest.store?.read(id)) ?? [],
    replay: (run) => runner.replay(run),
    check: (run) => runner.check(run),
    async fork(id, { at, newRunId = crypto.randomUUID(), outcome, ...options }) {
      const given = await checkedAgain(id, options, config, reader);
      const forked = await opening(starting, newRunId, given, () => runner.fork(id, { at, newRunId, outcome }));
      return { run: opened(forked.run, options.signal), again: forked.again };
    },
    now: () => clock.now(),
    close: () => runner.close(),
  };
}

function checkConfig({ agents, memory, limits, policy = {} }: AgentRunnerConfig): void {
  if (!Array.isArray(agents) || !agents.every((each) => typeof each?.machine === 'object')) {
    throw new TroupeError(
      'bad-config',
      'createAgentRunner: agents has to be a list of what agent() and others return.',
    );
  }
  // Any value may be asked for a key.
  if (memory !== undefined && typeof (memory as Partial<Memory> | null)?.recall !== 'function') {
    throw new TroupeError(
      'bad-config',
      'createAgentRunner: a memory has a recall function: use createMemory() of troupe/memory.',
    );
  }
  checkLimits(limits, 'bad-config');
  checkPolicy(policy, 'createAgentRunner');
}

/** What a run is continued with, once it was looked at with what its log has. */
async function checkedAgain(
  run: string,
  options: AgentCallOptions,
  { store, agents }: AgentRunnerConfig,
  reader: ContextReader,
): Promise<AgentCallOptions> {
  checkNames(options, 'a run that continues');
  const [first] = (await store?.read(run, 0, 1)) ?? [];
  if (!first) return options;
  checkStoredOptions(first, options.agents, agents);
  return { ...options, context: reader.readAgain(options.context, run, requestOf([first])?.context) };
}

/** What a call brings along is for the run that it opens, and for no other. */
function opening<Result>(
  starting: Map<string, AgentCallOptions>,
  id: string,
  options: AgentCallOptions,
  open: () => Result,
): Result {
  if (starting.has(id)) throw new TroupeError('usage', `Run ${id} is being opened in this runner already.`);
  starting.set(id, options);
  const done = () => void starting.delete(id);
  try {
    const result = open();
    if (result instanceof Promise) result.then(done, done);
    else done();
    return result;
  } catch (error) {
    done();
    throw error;
  }
}

/** The handle of a run, which its signal cancels. */
function follow<Output>(chart: ChartRun, feed: AgentFeed, signal: AbortSignal | undefined): AgentRun<Output> {
  // What goes wrong with the run is in its result.
  const cancel = () => void chart.cancel(String(signal?.reason ?? '')).catch(() => {});
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  const over = () => {
    signal?.removeEventListener('abort', cancel);
    feed.close();
  };
  chart.result.then(over, over);
  return toAgentRun<Output>(chart, feed);
}
