import type { AgentRunner } from '../../agents/running/agent-runner.ts';
import { TroupeError } from '../../errors.ts';
import type { LogObserved } from '../../inspect/sessions/played-session.ts';
import type { Entry } from '../../log/entry.ts';
import { isAgentLog } from '../../log/request-of.ts';
import { createOrchestrator, type Orchestrator } from '../../orchestrator/orchestrator.ts';
import { createRunner } from '../../run/create-runner.ts';
import type { Runner } from '../../run/runner.ts';
import { memoryStore } from '../../stores/memory-store.ts';
import type { Store } from '../../stores/store.ts';
import { openAgents } from '../agents/open-agents.ts';
import { isChartLog } from '../charts/chart-needed.ts';
import { chartsIn, loadExports } from '../charts/load-charts.ts';
import { chooseCast } from '../choose-cast.ts';
import type { Command } from '../command.ts';
import { readConfig } from '../config.ts';
import { allRuns } from '../find-run.ts';
import { openInspector, showPage, stay } from '../open-inspector.ts';
import { withStore } from '../open-store.ts';
import { type ChartsOption, chartsHelp, chartsOption, toCharts } from '../options/charts-option.ts';
import { parsePort } from '../options/option-values.ts';
import { parseOptions } from '../options/parse-options.ts';
import { storeOption } from '../options/stored-run.ts';
import { fileHelp } from '../options/work-options.ts';
import { present } from '../present.ts';
import { readLog } from '../read-log.ts';
import { checkFile } from '../read-question.ts';
import type { World } from '../world.ts';

/** Runs that are shown when none is named. */
const newest = 20;

interface StoredInspectOptions extends ChartsOption {
  /** A run of the store, or a file with a log; absent: the newest runs. */
  readonly run?: string;
  readonly files: readonly string[];
  readonly store?: string;
  readonly model?: string;
  readonly port?: number;
}

const options = {
  file: { type: 'string', multiple: true },
  model: { type: 'string' },
  port: { type: 'string' },
  ...storeOption,
  ...chartsOption,
} as const;

/** Shows stored runs in the inspector until the process is asked to stop. */
export const inspect: Command<StoredInspectOptions> = {
  name: 'inspect',
  summary: ['inspect [RUN]', 'open the inspector page on 127.0.0.1: look, step back and forth, fork'],
  help: `Usage: troupe inspect [RUN or file] [options]

Shows a stored run, or the log in a file, in the inspector: a page on 127.0.0.1 that needs no login and contacts no other
machine. Without a run it shows the newest runs of the store. Forks made on the page are kept in memory.
Of a run of a chart it shows the chart and its states if the chart is given, else the timeline alone.

  --store F         the SQLite file that keeps the runs
${fileHelp}
  --model M         the model for forks, at the endpoint
  --port N          the port of the page (default: a free one)
${chartsHelp}

To watch a run from its first event: troupe ask --inspect "question"; with --hold it waits there to be stepped through.
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, options, 'inspect');
    const [run, second] = positionals;
    if (second !== undefined) throw new TroupeError('usage', 'inspect shows one run, or the newest of a store.');
    const { store, model } = values;
    return {
      files: values.file ?? [],
      ...toCharts(values),
      ...present({ run, store, model, port: parsePort(values.port) }),
    };
  },
  run: inspectStored,
};

async function inspectStored(command: StoredInspectOptions, world: World): Promise<number> {
  const config = readConfig(world.env, command);
  command.files.forEach(checkFile);
  const logs = command.run === undefined ? await newestLogs(config) : [await readLog(command.run, config)];
  // These logs were asked for, so none of them makes room for another.
  const keep = { entries: Number.POSITIVE_INFINITY };
  const exported = await loadExports(command);
  const charts = chartsIn(exported);
  const inspector = await openInspector({ ...present({ port: command.port }), keep, charts }, world);
  // Forks are runs of their own, in memory: what is stored stays as it is.
  const store = memoryStore();
  const cast = await chooseCast(config, command.files);
  const troupe = createOrchestrator({ ...cast, store, inspect: inspector });
  const forks = {
    ofChart:
      exported.charts.length > 0 ? createRunner({ charts: exported.charts, store, inspect: inspector }) : undefined,
    ofAgent:
      exported.agents.length > 0 ? openAgents(exported.agents, {}, config, { store, inspect: inspector }) : undefined,
  };
  const sessions = logs.map((log) =>
    inspector.openLog(
      log,
      isChartLog(log)
        ? observedChart(isAgentLog(log) ? forks.ofAgent : forks.ofChart, store, log)
        : observed(troupe, store, log),
    ),
  );
  showPage(sessions[0] ? inspector.urlOf(sessions[0].session) : inspector.url, config, world);
  await stay(inspector, world);
  return 0;
}

async function newestLogs(config: Parameters<typeof withStore>[0]): Promise<(readonly Entry[])[]> {
  if (config.store === undefined) return [];
  return withStore(config, async (store) => {
    const logs: (readonly Entry[])[] = [];
    for await (const { run } of allRuns(store)) {
      logs.push(await store.read(run));
      if (logs.length >= newest) break;
    }
    return logs;
  });
}

/** What a stored log can do: be forked, and show its prompts as they would be written today. */
function observed(troupe: Orchestrator, store: Store, log: readonly Entry[]): LogObserved {
  const run = log[0]?.run ?? '';
  const copy = copierOf(store, log);
  return {
    async fork(at, edits) {
      await copy();
      return troupe.fork(run, { at, edits });
    },
    promptOf: (entries, effect) => troupe.promptOf(entries, effect),
  };
}

/** What the stored log of a chart can do: be forked, if its chart is there. */
function observedChart(
  runner: Pick<Runner, 'fork'> | AgentRunner | undefined,
  store: Store,
  log: readonly Entry[],
): LogObserved {
  if (!runner) return {};
  const copy = copierOf(store, log);
  return {
    async fork(at) {
      await copy();
      return runner.fork(log[0]?.run ?? '', { at });
    },
  };
}

/** Puts a log into a store, once. */
function copierOf(store: Store, log: readonly Entry[]): () => Promise<void> {
  let isCopied = false;
  return async () => {
    if (!isCopied) await store.append(log[0]?.run ?? '', 0, log);
    isCopied = true;
  };
}
