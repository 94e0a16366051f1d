import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { machineVersion } from '../../actors/journal.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import { asWritten, type Entry, sumOf } from '../../log/entry.ts';
import { replay as recompute } from '../../orchestrator/replay.ts';
import type { ReplayReport } from '../../run/recording.ts';
import type { Command } from '../command.ts';
import { type Config, readConfig } from '../config.ts';
import { allRuns } from '../find-run.ts';
import { withStore } from '../open-store.ts';
import { parseCount } from '../options/option-values.ts';
import { parseOptions } from '../options/parse-options.ts';
import { oneRun, type StoredRun, storedRunHelp, storeOption } from '../options/stored-run.ts';
import { present } from '../present.ts';
import { readLog, readLogFile } from '../read-log.ts';
import { toPrintableJson, toPrintableLine } from '../terminal/printable.ts';
import { toCount } from '../terminal/quantity.ts';
import { cutText } from '../terminal/text-width.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

type ReplayOptions =
  | (StoredRun & { readonly until?: number })
  | { readonly all: true; readonly folder?: string; readonly store?: string };

const options = { all: { type: 'boolean' }, until: { type: 'string' }, ...storeOption } as const;

/** Recomputes runs and compares them with what is stored. */
export const replay: Command<ReplayOptions> = {
  name: 'replay',
  summary: ['replay RUN', 'recompute a run without a model and compare every entry'],
  help: `Usage: troupe replay RUN [--until N] [--store F]
       troupe replay --all [--store F | FOLDER]

Recomputes a run from its facts, without a model, and compares every entry with the stored one.
Exits with 0 when all are equal, else with 1 and the first entry that differs.
A run that other charts made (the first entry names them) is compared up to where the charts differ; that is no damage, and exits with 0.
${storedRunHelp}

  --until N         print the state at entry N as JSON
  --all             every run of the store, or every .jsonl file of the folder
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, options, 'replay');
    const { store } = values;
    if (!values.all) {
      return {
        run: oneRun(positionals, 'replay', store),
        ...present({ store, until: parseCount('until', values.until) }),
      };
    }
    if (values.until !== undefined) throw new TroupeError('usage', '--until is for one run, --all for every run.');
    const [folder, second] = positionals;
    if (second !== undefined || (folder !== undefined && store !== undefined)) {
      throw new TroupeError('usage', 'replay --all takes a store or one folder of .jsonl files.');
    }
    return { all: true, ...present({ store, folder }) };
  },
  run: replayRuns,
};

async function replayRuns(command: ReplayOptions, world: World): Promise<number> {
  const config = readConfig(world.env, command);
  if ('all' in command) return replayAll(command.folder, config, world);
  if (command.until !== undefined) return stateAt({ ...command, until: command.until }, config, world);
  const entries = await readLog(command.run, config);
  const report = recompute(entries);
  await write(world.stdout, `${reportLines(report, entries).join('\n')}\n`);
  return verdictOn(report, entries) === 'different' ? 1 : 0;
}

async function stateAt(command: StoredRun & { until: number }, config: Config, world: World): Promise<number> {
  const entries = await readLog(command.run, config);
  const { until } = command;
  if (until > entries.length) {
    throw new TroupeError(
      'usage',
      `--until is ${until}, but the log has ${toCount(entries.length, 'entry', 'entries')}.`,
    );
  }
  const { state, snapshot: _snapshot, ...report } = recompute(entries, { until });
  if (!report.equal) {
    await write(world.stdout, `${reportLines(report, entries).join('\n')}\n`);
    await write(world.stderr, `${noStateText(until, report.seq, entries)}\n`);
    return 1;
  }
  await write(world.stdout, `${toPrintableJson(state)}\n`);
  return 0;
}

async function replayAll(folder: string | undefined, config: Config, world: World): Promise<number> {
  const tally: Tally = { runs: 0, entries: 0, equal: 0, different: 0, older: new Map() };
  const check = async (name: string, read: () => Promise<readonly Entry[]>) => {
    tally.runs++;
    const { verdict, madeBy = '', lines, entries } = await outcomeOf(read);
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
  /** How many runs other charts made that are equal up to where the charts differ, by the charts. */
  readonly older: Map<string, number>;
}

function tallyLine({ runs, entries, equal, different, older }: Tally): string {
  const parts = [
    ...(equal > 0 && older.size > 0 ? [`${equal} equal`] : []),
    ...[...older].map(
      ([charts, count]) => `${count} made by ${toPrintableLine(charts)}, equal up to where the charts differ`,
    ),
    ...(different > 0 ? [`${different} not equal`] : []),
  ];
  const sum = `${toCount(runs, 'run')}, ${toCount(entries, 'entry', 'entries')}`;
  return `${sum}: ${equal === runs ? 'all equal' : parts.join('; ')}`;
}

interface Outcome {
  readonly verdict: Verdict;
  readonly madeBy?: string | undefined;
  readonly lines: readonly string[];
  readonly entries: number;
}

/** The outcome of one run among many: one that cannot even be read is a finding, not the end. */
async function outcomeOf(read: () => Promise<readonly Entry[]>): Promise<Outcome> {
  try {
    const entries = await read();
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

function logFiles(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new TroupeError('usage', `There is no folder ${folder}. For a store write: troupe replay --all --store F`);
  }
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  if (files.length === 0) throw new TroupeError('usage', `There is no .jsonl file in ${folder}.`);
  return files.toSorted();
}

type Verdict = 'equal' | 'other charts' | 'different';

/** A difference is no damage where other charts made the log, unless a fact in it was changed or an entry is missing. */
function verdictOn(report: ReplayReport, entries: readonly Entry[]): Verdict {
  if (report.equal) return 'equal';
  return report.madeBy !== undefined && damagedAt(entries) === undefined ? 'other charts' : 'different';
}

/** The number of the first entry that is out of its place or whose checksum does not hold. */
function damagedAt(entries: readonly Entry[]): number | undefined {
  const index = entries.findIndex(
    (entry, at) => entry.seq !== at + 1 || (entry.kind === 'fact' && entry.sum !== sumOf(asWritten(entry))),
  );
  return index < 0 ? undefined : index + 1;
}

/** Why there is no state at an entry, and up to where there is one: before the fact that led to the difference. */
function noStateText(until: number, seq: number, entries: readonly Entry[]): string {
  const cause = entries.findLast((entry) => entry.kind === 'fact' && entry.seq < seq);
  const last = (cause?.seq ?? 1) - 1;
  const there = last > 0 ? ` The last entry with a state is ${last}: --until ${last}` : '';
  return `There is no state at entry ${until}: this version computes another entry ${seq}.${there}`;
}

/** The outcome of a replay, for a person. */
export function reportLines(report: ReplayReport, entries: readonly Entry[]): string[] {
  const { madeBy } = report;
  const charts = madeBy === undefined ? '' : `Made by ${madeBy}; this version is ${machineVersion}. `;
  if (report.equal) return [`${charts}${charts ? 'Equal' : 'equal'}, ${toCount(report.entries, 'entry', 'entries')}`];
  const [stored, recomputed] = [jsonOf(report.stored), jsonOf(report.recomputed)];
  const at = firstDifference(stored, recomputed);
  const damaged = madeBy === undefined ? undefined : damagedAt(entries);
  return [
    charts ? `${charts}${untilWords(report.seq, damaged)}` : `differs at entry ${report.seq}`,
    `  stored      ${sideLine(report.stored, stored, at)}`,
    `  recomputed  ${sideLine(report.recomputed, recomputed, at)}`,
  ];
}

/** How far the charts of this version come to the same entries. */
function untilWords(seq: number, damaged: number | undefined): string {
  if (damaged !== undefined) return `Entry ${damaged} was changed or does not follow the one before.`;
  return seq === 1
    ? 'The charts differ from the first entry on.'
    : `Equal up to entry ${seq - 1}, where the charts differ.`;
}

const jsonOf = (entry: Entry | undefined) => (entry ? toPrintableJson(entry) : '');

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return index;
}

const shownBefore = 24;
const shownWidth = 100;

/** The type of an entry and what is around the difference. */
function sideLine(entry: Entry | undefined, json: string, at: number): string {
  if (!entry) return 'no entry';
  const from = Math.max(0, at - shownBefore);
  return `${entry.type}  ${from > 0 ? '…' : ''}${cutText(json.slice(from), shownWidth)}`;
}
