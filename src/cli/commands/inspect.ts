import { writeFile } from 'node:fs/promises';
import type { AgentRunner } from '../../agents/running/agent-runner.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import type { Inspector } from '../../inspect/server/start-inspector.ts';
import type { LogObserved } from '../../inspect/sessions/played-session.ts';
import type { Entry } from '../../log/entry.ts';
import { isAgentLog } from '../../log/request-of.ts';
import type { Model } from '../../models/model.ts';
import { createOrchestrator, type Orchestrator } from '../../orchestrator/orchestrator.ts';
import { createRunner } from '../../run/create-runner.ts';
import type { Runner } from '../../run/runner.ts';
import { memoryStore } from '../../stores/memory-store.ts';
import { keptIn, type Store } from '../../stores/store.ts';
import { openAgents } from '../agents/open-agents.ts';
import { isChartLog } from '../charts/chart-needed.ts';
import { chartsIn, loadExports } from '../charts/load-charts.ts';
import { readCoverage } from '../charts/read-coverage.ts';
import { chooseCast } from '../choose-cast.ts';
import type { Command } from '../command.ts';
import { type Config, readConfig } from '../config.ts';
import { refusePiped } from '../files/piped-file.ts';
import { openInspector, showPage, stay, toHtml } from '../open-inspector.ts';
import { openExistingStore } from '../open-store.ts';
import { type ChartsOption, chartsHelp, chartsOption, toCharts } from '../options/charts-option.ts';
import { findFiles } from '../options/find-files.ts';
import { parsePort } from '../options/option-values.ts';
import { parseOptions } from '../options/parse-options.ts';
import { storeOption } from '../options/stored-run.ts';
import { fileHelp } from '../options/work-options.ts';
import { present } from '../present.ts';
import { readLog } from '../read-log.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import type { World } from '../world.ts';

interface StoredInspectOptions extends ChartsOption {
  /** A run of the store, or a file with a log; absent: the runs of the store. */
  readonly run?: string;
  /** The file that the run is written to, in place of a page. */
  readonly html?: string;
  /** Who may show the page in a frame. */
  readonly frame: readonly string[];
  readonly files: readonly string[];
  readonly store?: string;
  /** The first works on forks; all of them can be asked again. */
  readonly models: readonly string[];
  readonly port?: number;
  /** A file with a report of coverage. */
  readonly coverage?: string;
}

const options = {
  file: { type: 'string', multiple: true },
  model: { type: 'string', multiple: true },
  port: { type: 'string' },
  html: { type: 'string' },
  frame: { type: 'string', multiple: true },
  coverage: { type: 'string' },
  ...storeOption,
  ...chartsOption,
} as const;

/** Shows stored runs in the inspector until the process is asked to stop. */
export const inspect: Command<StoredInspectOptions> = {
  name: 'inspect',
  summary: ['inspect [RUN]', 'open the inspector page on 127.0.0.1: look, step back and forth, fork'],
  options,
  takes: 'run',
  help: `Usage: troupe inspect [RUN or file] [options]

Shows a stored run, or the log in a file, in the inspector: a page on 127.0.0.1 that needs no login and contacts no other
machine. Without a run it lists the runs of the store, with a search over what was asked and answered. Forks made on the page
are kept in the store, without one in memory. With --html it opens no page, but writes the run as one HTML file that needs no server and no network.
Of a run of a chart it shows the chart and its states if the chart is given, else the timeline alone.

  --store F         the SQLite file that keeps the runs
${fileHelp}
  --model M         the model for forks, at the endpoint; give it several times to offer more models for asking a call again
  --port N          the port of the page (default: a free one)
  --html F          write the run to this file, to be opened in any browser; what looks like a secret is left out
  --frame ORIGIN    let this origin show the page in a frame, such as vscode-webview: (default: nobody)
${chartsHelp}
  --coverage F      a JSON file that says how often tests took each transition: what was never taken is coloured

To watch a run from its first event: troupe ask --inspect "question"; with --hold it waits there to be stepped through.
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, options, 'inspect');
    const [run, second] = positionals;
    if (second !== undefined) throw new TroupeError('usage', 'inspect shows one run, or all of a store.');
    const { store, model: models = [], html, coverage, frame = [] } = values;
    if (html !== undefined && run === undefined) {
      throw new TroupeError('usage', '--html writes one run. Name it: troupe inspect RUN --html run.html');
    }
    return {
      files: values.file ?? [],
      frame,
      models,
      ...toCharts(values),
      ...present({ run, store, html, coverage, port: parsePort(values.port) }),
    };
  },
  run: (command, world) => (command.html === undefined ? inspectStored(command, world) : writeHtml(command, world)),
};

async function inspectStored(command: StoredInspectOptions, world: World): Promise<number> {
  const config = readConfig(world.env, named(command));
  refusePiped(command.files, 'inspect');
  findFiles(command.files);
  const log = command.run === undefined ? undefined : await readLog(command.run, config);
  const exported = await loadExports(command);
  const coverage = command.coverage === undefined ? {} : readCoverage(command.coverage);
  const cast = await chooseCast(config, command.files);
  const stored = config.store === undefined ? undefined : await openExistingStore(config);
  // Forks are runs of their own: what is stored stays as it is.
  const forks = stored ?? memoryStore();
  // Whoever makes the forks is shown by the inspector, which asks them about logs.
  let observe: (log: readonly Entry[]) => LogObserved = () => ({});
  const inspector = await openInspector(
    {
      ...present({ port: command.port, store: stored }),
      frame: command.frame,
      // A log that was asked for does not make room for another.
      keep: { entries: Number.POSITIVE_INFINITY },
      charts: chartsIn(exported),
      coverage,
      models: await offeredModels(command, world),
    },
    world,
    (entries) => observe(entries),
  );
  observe = observer({ exported, forks, config, cast, inspector });
  const opened = log && inspector.openLog(log, observe(log));
  showPage(opened ? inspector.urlOf(opened.session) : inspector.url, config, world);
  await stay(inspector, world);
  await stored?.close();
  return 0;
}

/** Writes a run as a file that shows it in any browser. */
async function writeHtml(command: StoredInspectOptions, world: World): Promise<number> {
  const { run = '', html = '' } = command;
  const config = readConfig(world.env, named(command));
  refusePiped(command.files, 'inspect');
  findFiles(command.files);
  const log = await readLog(run, config);
  const exported = await loadExports(command);
  const cast = await chooseCast(config, command.files);
  const {
    bytes,
    prompts,
    left,
    html: text,
  } = await toHtml(log, {
    charts: chartsIn(exported),
    by: observer({ exported, forks: memoryStore(), config, cast })(log),
    world,
  });
  try {
    await writeFile(html, text);
  } catch (cause) {
    throw new TroupeError('usage', `--html: ${html} cannot be written: ${messageOf(cause)}`, { cause });
  }
  const missing = left.prompts > 0 ? `; ${left.prompts} prompts are left out, as there are too many` : '';
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  world.stderr.write(
    `${toPrintableLine(`${html}: ${size}, ${log.length} entries, ${prompts} prompts; what looks like a secret is left out${missing}.`)}\n`,
  );
  return 0;
}

interface Observing {
  readonly exported: Awaited<ReturnType<typeof loadExports>>;
  /** Where forks are kept. */
  readonly forks: Store;
  readonly config: Config;
  readonly cast: Awaited<ReturnType<typeof chooseCast>>;
  readonly inspector?: Inspector;
}

/** Says what stored logs can do, each by whoever runs its kind. */
function observer({
  exported,
  forks: store,
  config,
  cast,
  inspector,
}: Observing): (log: readonly Entry[]) => LogObserved {
  const shown = present({ inspect: inspector });
  const troupe = createOrchestrator({ ...cast, store, ...shown });
  const ofChart = exported.charts.length > 0 ? createRunner({ charts: exported.charts, store, ...shown }) : undefined;
  const ofAgent = exported.agents.length > 0 ? openAgents(exported.agents, {}, config, { store, ...shown }) : undefined;
  const { model, specialists } = cast;
  const forkCast = { models: [model], specialists: specialists.map(({ name }) => name) };
  return (log) => {
    if (!isChartLog(log)) return { ...observed(troupe, store, log), cast: forkCast };
    return observedChart(isAgentLog(log) ? ofAgent : ofChart, store, log);
  };
}

/** What a stored log can do: be forked, and show its prompts as they would be written today. */
function observed(troupe: Orchestrator, store: Store, log: readonly Entry[]): LogObserved {
  const run = log[0]?.run ?? '';
  const copy = copierOf(store, log);
  return {
    forksIn: keptIn(store),
    async fork(at, edits, outcome) {
      await copy();
      return troupe.fork(run, { at, edits, outcome });
    },
    promptOf: (entries, effect) => troupe.promptOf(entries, effect),
    askAgain: (entries, effect, about) => troupe.askAgain(entries, effect, about),
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
    forksIn: keptIn(store),
    async fork(at, _edits, outcome) {
      await copy();
      return runner.fork(log[0]?.run ?? '', { at, ...(outcome ? { outcome } : {}) });
    },
  };
}

/** Puts a log into a store that does not have it: a fork is kept with the run that it comes from. */
function copierOf(store: Store, log: readonly Entry[]): () => Promise<void> {
  const run = log[0]?.run ?? '';
  return async () => {
    if ((await store.read(run, 0, 1)).length === 0) await store.append(run, 0, log);
  };
}

/** What the command line names of the configuration. */
const named = ({ models: [model], store }: StoredInspectOptions) => present({ model, store });

/** The models that a call can be put to once more: all that were named, and the rules that need none. */
async function offeredModels({ models, files }: StoredInspectOptions, { env }: World): Promise<Model[]> {
  const casts = await Promise.all(models.map((model) => chooseCast(readConfig(env, { model }), files)));
  const { offlineModel } = await import('../../offline/index.ts');
  return [...casts.map(({ model }) => model), offlineModel({ files })];
}
