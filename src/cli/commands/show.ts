import { beganAt, type Entry } from '../../log/entry.ts';
import { isAgentLog } from '../../log/request-of.ts';
import { RunLog } from '../../log/run-log.ts';
import { toRunResult } from '../../log/to-run-result.ts';
import { multiHopView } from '../../log/view/multi-hop-view.ts';
import { messagesOf } from '../../log/views.ts';
import { chartsProblem } from '../../orchestrator/run/host-log.ts';
import { agentText } from '../agents/agent-text.ts';
import { standingOfAgents } from '../agents/followed-agent.ts';
import { chartNeeded, isChartLog } from '../charts/chart-needed.ts';
import { chartStanding } from '../charts/chart-standing.ts';
import { chartText } from '../charts/chart-text.ts';
import { checkChart } from '../charts/check-chart.ts';
import type { Command } from '../command.ts';
import { isColorful, readConfig } from '../config.ts';
import { type ChartsOption, chartsHelp, chartsOption, toCharts } from '../options/charts-option.ts';
import { toSwitch } from '../options/option-values.ts';
import { parseOptions } from '../options/parse-options.ts';
import { oneRun, type StoredRun, storedRunHelp, storeHelp, storeOption } from '../options/stored-run.ts';
import { present } from '../present.ts';
import { isFile, readLog } from '../read-log.ts';
import { toPrintableJson, toPrintableLine } from '../terminal/printable.ts';
import { advance, noProgress } from '../terminal/progress.ts';
import { localTime, toCount, toDuration } from '../terminal/quantity.ts';
import { questionText } from '../terminal/result-text.ts';
import { labelLines, messageLines, section, textLines, usageLine, waitingTitle } from '../terminal/sections.ts';
import { cutText } from '../terminal/text-width.ts';
import { timeline } from '../terminal/timeline.ts';
import { troupeCommand } from '../terminal/troupe-command.ts';
import { planLines, type Screen } from '../terminal/view.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

type ShowOptions = StoredRun & ChartsOption & { readonly json?: true };

const options = { json: { type: 'boolean' }, ...storeOption, ...chartsOption } as const;

/** Shows one run. */
export const show: Command<ShowOptions> = {
  name: 'show',
  summary: ['show RUN', 'show a run: what happened, its plan, its answer'],
  options,
  takes: 'run',
  help: `Usage: troupe show RUN [--store F] [--json] [--charts F] [--agents F]

Shows one run: its session and metadata, what was asked, what happened and when, its plan, the hops that rest on each other, its answer, what it
used and what was not done.
Of a run of agents: who did what, the open questions with the commands that answer them, and its answer.
Of a run of a chart: its chart and version, its state, input and output, what it waits for, and its last entries.
${storedRunHelp}

  --json            print the result as one JSON document instead
${storeHelp}
${chartsHelp};
                    with one of them it also says whether the run replays as it is stored
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, options, 'show');
    return {
      run: oneRun(positionals, 'show', values.store),
      ...toCharts(values),
      ...present({ store: values.store, json: toSwitch(values.json) }),
    };
  },
  run: showRun,
};

async function showRun(command: ShowOptions, world: World): Promise<number> {
  const config = readConfig(world.env, command);
  const entries = await readLog(command.run, config);
  const { stdout } = world;
  const screen: Screen = {
    columns: stdout.columns ?? 120,
    rows: Number.POSITIVE_INFINITY,
    now: Date.now(),
    isColorful: isColorful(config, stdout),
  };
  const store = isFile(command.run) ? undefined : config.store;
  const text = isChartLog(entries)
    ? await chartRunText(entries, command, screen, store)
    : command.json
      ? toPrintableJson(toRunResult(new RunLog(entries[0]?.run ?? '', entries)))
      : runText(entries, screen, store).join('\n');
  await write(stdout, `${text}\n`);
  return 0;
}

async function chartRunText(
  entries: readonly Entry[],
  command: ShowOptions,
  screen: Screen,
  store: string | undefined,
): Promise<string> {
  const { run, json, charts, agents } = command;
  const isAgent = isAgentLog(entries);
  if (json) return toPrintableJson(isAgent ? standingOfAgents(entries).document : chartStanding(entries));
  const lines = isAgent ? agentText(entries, screen, { store, agents }) : chartText(entries, screen, store);
  if (charts === undefined && agents === undefined) return lines.join('\n');
  const { chart } = await chartNeeded(entries, command, troupeCommand(['show', run], { store }));
  return [...lines, ...section('Replay', checkChart(entries, chart).lines)].join('\n');
}

/** One run as a person reads it; `store` is where it is kept. */
export function runText(entries: readonly Entry[], screen: Screen, store?: string): string[] {
  const [first] = entries;
  const log = new RunLog(first?.run ?? '', entries);
  const result = toRunResult(log);
  const progress = entries.reduce(advance, noProgress);
  const standing = result.status === 'running' ? `not finished, ${progress.status}` : result.status;
  const status = result.isPaused ? `${standing}, paused` : standing;
  const plan = planLines(progress, screen);
  const resume = troupeCommand(['resume', result.runId], { store });
  const isOpen = result.status === 'running' || result.status === 'waiting';
  const problem = isOpen && first?.type === 'request.received' ? chartsProblem(first.data.machine) : undefined;
  const answer = result.status === 'completed' || result.status === 'failed' ? result.message.content : '';
  return [
    `Run ${result.runId}`,
    `${status} · ${first ? localTime(new Date(beganAt(first))) : ''} · ${toDuration(result.durationMs)} · ${toCount(entries.length, 'entry', 'entries')}`,
    ...labelLines(result),
    ...section('Request', messagesOf(log).flatMap(messageLines)),
    ...section('What happened', timelineLines(entries, screen)),
    ...(result.plan
      ? section(
          `Plan v${result.plan.version}`,
          plan.map((line) => line.slice(1)),
          ' ',
        )
      : []),
    ...section('Hops', hopLines(entries, screen)),
    ...section('Paused', result.isPaused ? [`Nothing new starts.${problem ? '' : ` To continue: ${resume}`}`] : []),
    ...result.waiting.flatMap((asked) => section(waitingTitle(asked.kind), textLines(questionText(asked)))),
    ...section(
      'Cannot continue here',
      problem ? [`The run ${problem}. Continue it with the version that made it.`] : [],
    ),
    ...section(result.status === 'failed' ? 'Failure' : 'Answer', textLines(answer)),
    ...section(
      'Not done',
      result.notDone.map(({ what, why }) => `${toPrintableLine(what)} — because ${toPrintableLine(why)}`),
    ),
    ...section('Usage', [usageLine(result.usage)]),
  ];
}

/** What rests on what, where something does. */
function hopLines(entries: readonly Entry[], { columns }: Screen): string[] {
  const { hops, longest } = multiHopView.of(entries);
  if (longest < 2) return [];
  return hops.items.map(({ id, question, restsOn, status }) => {
    const before = restsOn.length === 0 ? '' : ` after ${restsOn.join(', ')}`;
    const end = status === 'taken' ? 'not finished' : status;
    return cutText(toPrintableLine(`${id}${before}, ${end}: ${question}`), Math.max(20, columns - 3));
  });
}

function timelineLines(entries: readonly Entry[], { columns }: Screen): string[] {
  const happenings = timeline(entries);
  const width = Math.max(0, ...happenings.map(({ ms }) => toDuration(ms).length));
  const room = Math.max(20, columns - width - 5);
  return happenings.flatMap(({ ms, text, details }) => [
    `${toDuration(ms).padStart(width)}  ${cutText(text, room)}`,
    ...details.map((line) => `${' '.repeat(width + 4)}${cutText(line, room - 2)}`),
  ]);
}
