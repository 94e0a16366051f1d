import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import { forkEntries } from '../../log/fork-entries.ts';
import { isAgentLog } from '../../log/request-of.ts';
import { RunLog } from '../../log/run-log.ts';
import { toRunResult } from '../../log/to-run-result.ts';
import { createOrchestrator } from '../../orchestrator/orchestrator.ts';
import { createRunner } from '../../run/create-runner.ts';
import type { Store } from '../../stores/store.ts';
import { forkAgents } from '../agents/continue-agents.ts';
import { chartNeeded, isChartLog } from '../charts/chart-needed.ts';
import { driveChart } from '../charts/drive-chart.ts';
import type { Command } from '../command.ts';
import { type Config, readConfig } from '../config.ts';
import { openFiles } from '../files/piped-file.ts';
import { findRun } from '../find-run.ts';
import { hostRun } from '../following/host-run.ts';
import { openServers } from '../open-servers.ts';
import { withStore } from '../open-store.ts';
import { type ChartsOption, chartsHelp, chartsOption, toCharts } from '../options/charts-option.ts';
import { parseCount } from '../options/option-values.ts';
import { parseOptions } from '../options/parse-options.ts';
import { oneRun } from '../options/stored-run.ts';
import { openMemory } from '../options/user-option.ts';
import {
  codesHelp,
  environmentHelp,
  keysHelp,
  toWork,
  type WorkOptions,
  workHelp,
  workOptions,
} from '../options/work-options.ts';
import { present } from '../present.ts';
import { endPause, report } from '../report.ts';
import { checkCharts, storedCast } from '../stored-cast.ts';
import { againLine } from '../terminal/again-line.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import { troupeCommand } from '../terminal/troupe-command.ts';
import type { World } from '../world.ts';

interface ForkOptions extends WorkOptions, ChartsOption {
  readonly run: string;
  readonly at: number;
  readonly edits: readonly Edit[];
}

interface Edit {
  readonly path: string;
  readonly value: unknown;
}

const options = {
  ...workOptions,
  ...chartsOption,
  at: { type: 'string' },
  set: { type: 'string', multiple: true },
} as const;

/** Starts a new run from the first entries of a stored one. */
export const fork: Command<ForkOptions> = {
  name: 'fork',
  summary: ['fork RUN --at N', 'start a new run that shares the first entries of another one'],
  options,
  takes: 'run',
  help: `Usage: troupe fork RUN --at N [options]

Starts a new run that shares the entries of RUN up to number N, with all that the last of them caused, and continues from there.
What came after it is done again; stderr lists the effects that are repeated.
The fork of a run of a chart or of agents is driven as by resume.

  --at N            the last entry to keep; see them with: troupe log RUN
  --set PATH=JSON   change the host's context first, such as options.limits.rounds=1; may be given again
${chartsHelp}

${workHelp}

${environmentHelp}

${keysHelp}

${codesHelp}
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, options, 'fork');
    const at = parseCount('at', values.at);
    const run = oneRun(positionals, 'fork', values.store, "Quote a value: --set 'options.limits.rounds=1'");
    if (at === undefined) {
      const log = troupeCommand(['log', run], { store: values.store });
      throw new TroupeError('usage', `fork needs --at N, the last entry to keep. See them with: ${log}`);
    }
    return {
      run,
      at,
      edits: (values.set ?? []).map(parseEdit),
      ...toWork(values),
      ...toCharts(values),
    };
  },
  run(command, world) {
    const config = readConfig(world.env, command);
    return withStore(config, (store, file) => forkIn(store, file, { command, config, world }));
  },
};

function parseEdit(text: string): Edit {
  const cut = text.indexOf('=');
  const [path, json] = [text.slice(0, cut).trim(), text.slice(cut + 1)];
  if (cut < 1 || !/^[^.]+(\.[^.]+)*$/.test(path)) {
    throw new TroupeError('usage', `--set is "${text}". Give a path and a value: --set options.limits.rounds=1`);
  }
  try {
    return { path, value: JSON.parse(json) };
  } catch (cause) {
    throw new TroupeError('usage', `--set ${path}: ${json} is not JSON. Put text in quotes: --set '${path}="…"'`, {
      cause,
    });
  }
}

interface Given {
  readonly command: ForkOptions;
  readonly config: Config;
  readonly world: World;
}

async function forkIn(store: Store, file: string, given: Given): Promise<number> {
  const { command, config, world } = given;
  const { run: id } = await findRun(store, command.run, file);
  const entries = await store.read(id);
  if (isAgentLog(entries)) return forkAgents(store, file, entries, given);
  if (isChartLog(entries)) return forkChart(store, file, entries, given);
  checkCharts(entries, file);
  const { at, edits, files, output, mcp, allow, user } = command;
  const kept = forkEntries(entries, at, id, Date.now());
  const { status } = toRunResult(new RunLog(id, kept));
  if (status !== 'running' && status !== 'waiting') {
    throw new TroupeError(
      'usage',
      `Run ${id} had already ended (${status}) at entry ${at}. Fork it at an earlier entry.`,
    );
  }
  await using servers = await openServers(command, config, world);
  using opened = await openFiles(files, world);
  const cast = await storedCast(entries, { ...command, files: opened.files }, config, servers);
  await using remembering = await openMemory({ ...config, store: file }, command);
  const troupe = createOrchestrator({
    ...cast,
    store,
    ...present({ leaseMs: config.leaseMs, allow, memory: remembering.memory }),
  });
  const { run, again } = await troupe.fork(id, { at, edits });
  world.stderr.write(`${toPrintableLine(againLine(again, kept.length))}\n`);
  endPause(hostRun(run), world);
  const whereabouts = { store: file, files, ...present({ mcp, allow, user }) };
  // The servers run until it is done.
  return await report(hostRun(run), { ...whereabouts, config, output, known: kept.length }, world);
}

async function forkChart(store: Store, file: string, entries: readonly Entry[], given: Given): Promise<number> {
  const { command, config, world } = given;
  const id = entries[0]?.run ?? '';
  const { at, edits, output, charts } = command;
  if (edits.length > 0) {
    throw new TroupeError(
      'usage',
      `Run ${id} is a run of a chart, whose context comes of its events: leave out --set.`,
    );
  }
  const again = troupeCommand(['fork', id, '--at', String(at)], { store: file });
  const needed = await chartNeeded(entries, command, again);
  const runner = createRunner({ charts: needed.charts, store, ...present({ leaseMs: config.leaseMs }) });
  const kept = forkEntries(entries, at, id, Date.now()).length;
  const fork = await runner.fork(id, { at });
  world.stderr.write(`${toPrintableLine(againLine(fork.again, kept))}\n`);
  return driveChart(fork.run, { output, store: file, charts, known: kept }, world);
}
