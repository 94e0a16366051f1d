import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import type { EntryData } from '../../log/entry-types.ts';
import { replay as recompute } from '../../orchestrator/replay.ts';
import { isRunOf } from '../../run/charts.ts';
import type { Chart } from '../../run/define-chart.ts';
import { chartNeeded, isChartLog, optionOf, titleOf } from '../charts/chart-needed.ts';
import { checkChart, stateOfChart } from '../charts/check-chart.ts';
import { chartsIn, loadExports } from '../charts/load-charts.ts';
import type { Command } from '../command.ts';
import { type Config, readConfig } from '../config.ts';
import { allRuns } from '../find-run.ts';
import { withStore } from '../open-store.ts';
import { type ChartsOption, chartsHelp, chartsOption, toCharts } from '../options/charts-option.ts';
import { parseCount } from '../options/option-values.ts';
import { parseOptions } from '../options/parse-options.ts';
import { oneRun, type StoredRun, storedRunHelp, storeHelp, storeOption } from '../options/stored-run.ts';
import { present } from '../present.ts';
import { readLog, readLogFile } from '../read-log.ts';
import { noStateText, reportLines, type Verdict, verdictOn } from '../replay-lines.ts';
import { toPrintableJson, toPrintableLine } from '../terminal/printable.ts';
import { toCount } from '../terminal/quantity.ts';
import { troupeCommand } from '../terminal/troupe-command.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

type OneRun = StoredRun & ChartsOption & { readonly until?: number };
type ReplayOptions =
  | OneRun
  | (ChartsOption & { readonly all: true; readonly folder?: string; readonly store?: string });

const options = { all: { type: 'boolean' }, until: { type: 'string' }, ...storeOption, ...chartsOption } as const;

/** Recomputes runs and compares them with what is stored. */
export const replay: Command<ReplayOptions> = {
  name: 'replay',
  summary: ['replay RUN', 'recompute a run without a model and compare every entry'],
  options,
  takes: 'run',
  help: `Usage: troupe replay RUN [--until N] [--store F] [--charts F] [--agents F]
       troupe replay --all [--store F | FOLDER] [--charts F] [--agents F]

Recomputes a run from its facts, without a model, and compares every entry with the stored one.
Exits with 0 when all are equal, else with 1 and the first entry that differs.
A run that other charts made (the first entry names them) is compared up to where the charts differ; that is no damage, and exits with 0.
A run of a chart needs its chart, and a run of agents its agents; with --all, runs whose chart is not given are named and not compared.
${storedRunHelp}

  --until N         print the state at entry N as JSON
  --all             every run of the store, or every .jsonl file of the folder
${storeHelp}
${chartsHelp}
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, options, 'replay');
    const { store } = values;
    if (!values.all) {
      return {
        run: oneRun(positionals, 'replay', store),
        ...toCharts(values),
        ...present({ store, until: parseCount('until', values.until) }),
      };
    }
    if (values.until !== undefined) throw new TroupeError('usage', '--until is for one run, --all for every run.');
    const [folder, second] = positionals;
    if (second !== undefined || (folder !== undefined && store !== undefined)) {
      throw new TroupeError('usage', 'replay --all takes a store or one folder of .jsonl files.');
    }
    return { all: true, ...toCharts(values), ...present({ store, folder }) };
  },
  run: replayRuns,
};

async function replayRuns(command: ReplayOptions, world: World): Promise<number> {
  const config = readConfig(world.env, command);
  if ('all' in command) return replayAll(command, config, world);
  const entries = await readLog(command.run, config);
  const { until } = command;
  if (until !== undefined && until > entries.length) {
    const length = toCount(entries.length, 'entry', 'entries');
    throw new TroupeError('usage', `--until is ${until}, but the log has ${length}.`);
  }
  if (isChartLog(entries)) return replayChart(entries, command, world);
  if (until !== undefined) return stateAt(entries, until, world);
  const report = recompute(entries);
  await write(world.stdout, `${reportLines(report, entries).join('\n')}\n`);
  return verdictOn(report, entries) === 'different' ? 1 : 0;
}

async function replayChart(entries: readonly Entry[], command: OneRun, world: World): Promise<number> {
  const { run, store, until } = command;
  const { chart } = await chartNeeded(entries, command, troupeCommand(['replay', run], { store }));
  const { isEqual, lines } = checkChart(entries, chart, until);
  const isState = isEqual && until !== undefined;
  const text = isState ? toPrintableJson(stateOfChart(entries, chart, until)) : lines.join('\n');
  await write(world.stdout, `${text}\n`);
  return isEqual ? 0 : 1;
}

async function stateAt(entries: readonly Entry[], until: number, world: World): Promise<number> {
  const { state, snapshot: _snapshot, ...report } = recompute(entries, { until });
  if (!report.equal) {
    await write(world.stdout, `${reportLines(report, entries).join('\n')}\n`);
    await write(world.stderr, `${noStateText(until, report.seq, entries)}\n`);
    return 1;
  }
  await write(world.stdout, `${toPrintableJson(state)}\n`);
  return 0;
}

async function replayAll(
  { folder, ...given }: Extract<ReplayOptions, { all: true }>,
  config: Config,
  world: World,
): Promise<number> {
  const charts = chartsIn(await loadExports(given));
  const tally: Tally = { runs: 0, entries: 0, equal: 0, different: 0, skipped: 0, needed: new Set(), older: new Map() };
  const check = async (name: string, read: () => Promise<readonly Entry[]>) => {
    tally.runs++;
    const { verdict, madeBy = '', lines, entries, needed } = await outcomeOf(read, charts);
    if (needed !== undefined) tally.needed.add(needed);
    tally.entries += entries;
    if (verdict === 'other charts') tally.older.set(madeBy, (tally.older.get(madeBy) ?? 0) + 1);
    else tally[verdict]++;
    await write(world.stdout, `${toPrintableLine(name)}  ${lines.join('\n')}\n`);
  };
  if (folder === undefined) {
    await withStore(config, async (store) => {
      for await (const { run } of allRuns(store)) await check(run, () => store.read(run));
    });
  } else {
    for (const file of logFiles(folder)) await check(file, async () => readLogFile(join(folder, file)));
  }
  await write(world.stdout, `${tallyLine(tally)}\n`);
  return tally.different === 0 ? 0 : 1;
}

interface Tally {
  runs: number;
  entries: number;
  equal: number;
  different: number;
  /** Runs of charts that were not given. */
  skipped: number;
  /** The options by which they are given. */
  readonly needed: Set<string>;
  /** How many runs other charts made that are equal up to where the charts differ, by the charts. */
  readonly older: Map<string, number>;
}

function tallyLine({ runs, entries, equal, different, skipped, needed, older }: Tally): string {
  const parts = [
    ...(equal > 0 && older.size + skipped > 0 ? [`${equal} equal`] : []),
    ...[...older].map(
      ([charts, count]) => `${count} made by ${toPrintableLine(charts)}, equal up to where the charts differ`,
    ),
    ...(different > 0 ? [`${different} not equal`] : []),
    ...(skipped > 0 ? [`${skipped} not compared, as their charts are not given: ${[...needed].join(', ')}`] : []),
  ];
  const sum = `${toCount(runs, 'run')}, ${toCount(entries, 'entry', 'entries')}`;
  return `${sum}: ${equal === runs ? 'all equal' : parts.join('; ')}`;
}

interface Outcome {
  readonly verdict: Verdict | 'skipped';
  readonly madeBy?: string | undefined;
  readonly lines: readonly string[];
  readonly entries: number;
  /** What has to be given to compare it. */
  readonly needed?: string;
}

/** The outcome of one run among many: one that cannot even be read is a finding, not the end. */
async function outcomeOf(read: () => Promise<readonly Entry[]>, charts: readonly Chart[]): Promise<Outcome> {
  try {
    const entries = await read();
    const [first] = entries;
    if (first?.type === 'chart.started') return chartOutcome(entries, first.data, charts);
    const report = recompute(entries);
    const { madeBy } = report;
    return {
      verdict: verdictOn(report, entries),
      madeBy,
      lines: reportLines(report, entries),
      entries: entries.length,
    };
  } catch (error) {
    if (!(error instanceof TroupeError)) throw error;
    return { verdict: 'different', lines: [`cannot be replayed: ${toPrintableLine(messageOf(error))}`], entries: 0 };
  }
}

function chartOutcome(
  entries: readonly Entry[],
  opening: EntryData['chart.started'],
  charts: readonly Chart[],
): Outcome {
  const title = titleOf(opening);
  const chart = charts.find((each) => isRunOf(opening, each));
  if (!chart) {
    const needed = `${optionOf(opening)} FILE`;
    const line = `not compared: it needs the ${opening.kind ?? 'chart'} ${title}, given with ${needed}`;
    return { verdict: 'skipped', lines: [toPrintableLine(line)], entries: entries.length, needed };
  }
  const { isEqual, lines } = checkChart(entries, chart);
  return { verdict: isEqual ? 'equal' : 'different', lines, entries: entries.length };
}

function logFiles(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new TroupeError('usage', `There is no folder ${folder}. For a store write: troupe replay --all --store F`);
  }
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  if (files.length === 0) throw new TroupeError('usage', `There is no .jsonl file in ${folder}.`);
  return files.toSorted();
}
