import { type ExecutionStatus, executionStatuses, isEnded } from '../../domain/status.ts';
import { TroupeError } from '../../errors.ts';
import { chartTitle } from '../../run/define-chart.ts';
import type { RunSummary, Store } from '../../stores/store.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { missingText, titleOf } from '../charts/chart-needed.ts';
import { chartsIn, loadExports } from '../charts/load-charts.ts';
import type { Command } from '../command.ts';
import { readConfig } from '../config.ts';
import { allRuns, shortIds } from '../find-run.ts';
import { withStore } from '../open-store.ts';
import { type ChartsOption, chartsHelp, chartsOption, toCharts } from '../options/charts-option.ts';
import { parseCount, toSwitch } from '../options/option-values.ts';
import { parseOptions } from '../options/parse-options.ts';
import { storeOption } from '../options/stored-run.ts';
import { present } from '../present.ts';
import { toPrintableJson, toPrintableLine } from '../terminal/printable.ts';
import { toDuration, toMoment } from '../terminal/quantity.ts';
import { cutText, padText, textWidth } from '../terminal/text-width.ts';
import { troupeCommand } from '../terminal/troupe-command.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

const defaultLimit = 20;

interface RunsOptions extends ChartsOption {
  readonly store?: string;
  readonly status?: ExecutionStatus;
  readonly session?: string;
  readonly limit?: number;
  readonly json?: true;
}

const options = {
  status: { type: 'string' },
  session: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
  ...storeOption,
  ...chartsOption,
} as const;

/** Lists the runs of a store. */
export const runs: Command<RunsOptions> = {
  name: 'runs',
  summary: ['runs', 'list the runs of a store'],
  options,
  help: `Usage: troupe runs [--store F] [--status S] [--session S] [--limit N] [--json] [--charts F] [--agents F]

Lists the runs of a store, the newest first. A run of a chart shows its chart and its input in the place of a question.

  --store F         the SQLite file; without it TROUPE_STORE names it
  --status S        only runs with this status: executing, waiting, completed, failed, cancelled …
  --session S       only runs of this session; the beginning of its id will do
  --limit N         at most N of them (default ${defaultLimit})
  --json            one JSON document a line
${chartsHelp};
                    with one of them it also says which unfinished runs need a chart that is not there
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, options, 'runs');
    if (positionals.length > 0) {
      const one = troupeCommand(['show', ...positionals.slice(0, 1)], { store: values.store });
      throw new TroupeError('usage', `runs lists all runs. To see one of them: ${one}`);
    }
    return present({
      ...toCharts(values),
      store: values.store,
      status: parseStatus(values.status),
      session: values.session,
      limit: parseCount('limit', values.limit),
      json: toSwitch(values.json),
    });
  },
  run: listRuns,
};

function parseStatus(text: string | undefined): ExecutionStatus | undefined {
  const status = executionStatuses.find((known) => known === text);
  if (text === undefined || status) return status;
  const near = nearestName(text, executionStatuses);
  const hint = near ? ` Did you mean "${near}"?` : '';
  throw new TroupeError(
    'usage',
    `There is no status "${text}".${hint} Choose one of: ${executionStatuses.join(', ')}.`,
  );
}

async function listRuns(command: RunsOptions, world: World): Promise<number> {
  const { limit = defaultLimit } = command;
  const config = readConfig(world.env, command);
  const { shown, ids, left, homeless } = await withStore(config, async (store) => {
    const all: RunSummary[] = [];
    for await (const summary of allRuns(store)) all.push(summary);
    const session = command.session === undefined ? undefined : sessionNamed(command.session, all);
    const wanted = all.filter(
      (each) =>
        (command.status === undefined || each.status === command.status) &&
        (session === undefined || each.session === session),
    );
    const shown = wanted.slice(0, limit);
    return {
      shown,
      homeless: await homelessLines(shown, store, command),
      ids: shortIds(all.map((summary) => summary.run)),
      left: Math.max(0, wanted.length - limit),
    };
  });
  if (command.json) {
    await write(world.stdout, shown.map((summary) => `${toPrintableJson(summary)}\n`).join(''));
    return 0;
  }
  if (shown.length === 0) {
    const ofSession = command.session === undefined ? '' : ` of session ${toPrintableLine(command.session)}`;
    const which = `${ofSession}${command.status === undefined ? '' : ` with status ${command.status}`}`;
    await write(world.stderr, `There are no runs${which} in ${toPrintableLine(config.store ?? '')}.\n`);
    return 0;
  }
  const screen = { columns: world.stdout.columns ?? 120, now: Date.now() };
  await write(world.stdout, `${runsTable(shown, ids, screen).join('\n')}\n`);
  const [session, ...others] = new Set(shown.map((summary) => summary.session));
  if (session !== undefined && others.length === 0 && command.session === undefined) {
    await write(world.stderr, `All of them belong to session ${toPrintableLine(session)}.\n`);
  }
  if (left > 0) await write(world.stderr, `… and ${left} more. See them with --limit ${limit + left}.\n`);
  for (const line of homeless) await write(world.stderr, `${toPrintableLine(line)}\n`);
  return 0;
}

/** The session whose id is `prefix`, or the only one that begins with it; `prefix` itself where there is none. */
function sessionNamed(prefix: string, all: readonly RunSummary[]): string {
  const found = new Set(all.flatMap(({ session }) => (session?.startsWith(prefix) ? [session] : [])));
  if (found.has(prefix) || found.size === 0) return prefix;
  const [one = prefix, ...others] = found;
  if (others.length === 0) return one;
  const names = [...found].map((session) => `  ${toPrintableLine(session)}`);
  throw new TroupeError(
    'usage',
    [`"${prefix}" matches ${found.size} sessions. Give more of the id:`, ...names].join('\n'),
  );
}

/** Which runs have not ended and belong to a chart that the file does not export. */
async function homelessLines(shown: readonly RunSummary[], store: Store, given: ChartsOption): Promise<string[]> {
  if (given.charts === undefined && given.agents === undefined) return [];
  const known = new Set(chartsIn(await loadExports(given)).map(chartTitle));
  const lines: string[] = [];
  for (const { run, status } of shown) {
    if (isEnded(status)) continue;
    const [first] = await store.read(run, 0, 1);
    if (first?.type !== 'chart.started' || known.has(titleOf(first.data))) continue;
    lines.push(`${missingText(first.data, given)}.`);
  }
  return lines;
}

/** The runs as a table that fits the width. */
export function runsTable(
  summaries: readonly RunSummary[],
  ids: ReadonlyMap<string, string>,
  { columns, now }: { columns: number; now: number },
): string[] {
  const sessions = sessionCells(summaries);
  const rows = [
    ['RUN', ...(sessions ? ['SESSION'] : []), 'STATUS', 'WHEN', 'TOOK', 'ENTRIES', 'QUESTION'],
    ...summaries.map((summary, index) => [
      ids.get(summary.run) ?? summary.run,
      ...(sessions ? [sessions[index] ?? ''] : []),
      summary.isPaused ? `${summary.status}, paused` : summary.status,
      toMoment(Date.parse(summary.startedAt), now),
      toDuration(Date.parse(summary.updatedAt) - Date.parse(summary.startedAt)),
      summary.entries.toLocaleString('en-US'),
      toPrintableLine(summary.question),
    ]),
  ];
  const last = sessions ? 6 : 5;
  const widths = Array.from({ length: last }, (_, column) =>
    Math.max(...rows.map((row) => textWidth(row[column] ?? ''))),
  );
  const room = Math.max(10, columns - 1 - widths.reduce((sum, width) => sum + width + 2, 0));
  return rows.map((row) => {
    const cells = widths.map((width, column) => {
      const text = row[column] ?? '';
      return column >= last - 2 ? ' '.repeat(width - textWidth(text)) + text : padText(text, width);
    });
    return [...cells, cutText(row[last] ?? '', room)].join('  ').trimEnd();
  });
}

/** The sessions of runs, each as much of its id as tells it from the others; nothing where they say nothing, because all are the same. */
function sessionCells(summaries: readonly RunSummary[]): string[] | undefined {
  const sessions = new Set(summaries.map(({ session }) => session));
  if (sessions.size < 2) return undefined;
  const short = shortIds([...sessions].flatMap((session) => session ?? []));
  return summaries.map(({ session }) => toPrintableLine(session === undefined ? '' : (short.get(session) ?? session)));
}
