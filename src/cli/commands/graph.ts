import type { AnyStateMachine } from 'xstate';
import { ownValue } from '../../domain/own-value.ts';
import { TroupeError } from '../../errors.ts';
import { roomsOf } from '../../inspect/chart/chart-parts.ts';
import { layoutChart } from '../../inspect/chart/layout.ts';
import { toSvg } from '../../inspect/chart/to-svg.ts';
import { toChart } from '../../inspect/sessions/to-chart.ts';
import { RunLog } from '../../log/run-log.ts';
import { planOf } from '../../log/views.ts';
import {
  conversationMachine,
  deciderMachine,
  hostMachine,
  plannerMachine,
  reflectorMachine,
  specialistMachine,
  toMermaid,
  toolCallsMachine,
} from '../../machines/index.ts';
import { toPlanMermaid } from '../../plan/plan-mermaid.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { loadElk } from '../charts/load-elk.ts';
import type { Command } from '../command.ts';
import { readConfig } from '../config.ts';
import { parseOptions } from '../options/parse-options.ts';
import { type StoredRun, storeHelp, storeOption } from '../options/stored-run.ts';
import { present } from '../present.ts';
import { readLog } from '../read-log.ts';
import { toPrintable } from '../terminal/printable.ts';
import { write } from '../terminal/write.ts';

/** How a chart is drawn as a picture. */
interface Picture {
  readonly theme: 'light' | 'dark';
  /** Its rooms are closed. */
  readonly isMap: boolean;
}

/** A chart as text, or with `svg` as a picture; or the plan of a run. */
type GraphOptions = { readonly chart?: string; readonly svg?: Picture } | { readonly plan: StoredRun };

const options = {
  mermaid: { type: 'boolean' },
  svg: { type: 'boolean' },
  dark: { type: 'boolean' },
  map: { type: 'boolean' },
  plan: { type: 'string' },
  ...storeOption,
} as const;

/** The charts of a run. */
const runCharts: Readonly<Record<string, AnyStateMachine>> = {
  host: hostMachine,
  planner: plannerMachine,
  decider: deciderMachine,
  specialist: specialistMachine,
  reflector: reflectorMachine,
  toolCalls: toolCallsMachine,
};
const charts: Readonly<Record<string, AnyStateMachine>> = { ...runCharts, conversation: conversationMachine };
const names = Object.keys(charts);

/** Draws the charts, or the plan of a run. */
export const graph: Command<GraphOptions> = {
  name: 'graph',
  summary: ['graph', 'draw the charts, or the plan of a run'],
  options,
  takes: names,
  help: `Usage: troupe graph [${names.join('|')}] [--mermaid]
       troupe graph [${names.join('|')}] --svg [--map] [--dark]
       troupe graph --plan RUN [--store F]

Prints a chart as a Mermaid state diagram, or all charts of a run when none is named.

  --mermaid         as Mermaid text, which is what it does anyway
  --svg             the chart as a picture; the host when none is named
  --dark            with --svg: on a dark background
  --map             with --svg: only its outermost states, with their insides closed, so that it fits on one screen
  --plan RUN        the plan of a run as it stands, as a Mermaid flowchart with its longest path in heavy lines
${storeHelp}
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, options, 'graph');
    const [chart, second] = positionals;
    const { svg, dark, map, mermaid, plan, store } = values;
    if (svg && mermaid) refuse('--svg and --mermaid both print to stdout. Give one of them.');
    if (dark && !svg) refuse('--dark goes with --svg: troupe graph host --svg --dark');
    if (map && !svg) refuse('--map goes with --svg: troupe graph host --svg --map');
    if (plan !== undefined) {
      if (svg) refuse('A plan is drawn as Mermaid text: --svg goes with a chart.');
      if (chart !== undefined) refuse('graph draws a chart or a plan, not both.');
      return { plan: { run: plan, ...present({ store }) } };
    }
    if (store !== undefined) refuse('--store goes with --plan: troupe graph --plan RUN --store F');
    if (second !== undefined) refuse('graph draws one chart at a time. Name one, or none for all.');
    return { ...present({ chart }), ...(svg ? { svg: { theme: dark ? 'dark' : 'light', isMap: map ?? false } } : {}) };
  },
  async run(options, { env, stdout }) {
    if ('plan' in options) await write(stdout, await planText(options.plan, readConfig(env, options.plan)));
    else await write(stdout, options.svg ? await chartSvg(options.chart, options.svg) : chartText(options.chart));
    return 0;
  },
};

function refuse(message: string): never {
  throw new TroupeError('usage', message);
}

/** One chart as Mermaid text, or each of a run in turn when none is named. */
export function chartText(name?: string): string {
  return name === undefined ? Object.values(runCharts).map(toMermaid).join('\n') : toMermaid(chartNamed(name));
}

/** One chart as an SVG picture. */
export async function chartSvg(
  name = 'host',
  { theme, isMap }: Picture = { theme: 'light', isMap: false },
): Promise<string> {
  const chart = toChart(chartNamed(name));
  const options = { collapsed: new Set(isMap ? roomsOf(chart) : []), showErrors: false, density: 'compact' } as const;
  const drawing = await layoutChart(chart, options, loadElk());
  return toSvg(drawing, { theme, title: `The chart of ${chart.name}` });
}

function chartNamed(name: string): AnyStateMachine {
  const chart = ownValue(charts, name);
  if (chart) return chart;
  const near = nearestName(name, names);
  return refuse(
    `There is no chart "${name}".${near ? ` Did you mean "${near}"?` : ''} The charts are: ${names.join(', ')}.`,
  );
}

async function planText({ run }: StoredRun, config: ReturnType<typeof readConfig>): Promise<string> {
  const entries = await readLog(run, config);
  const id = entries[0]?.run ?? '';
  const plan = planOf(new RunLog(id, entries));
  return plan
    ? toPrintable(toPlanMermaid(plan))
    : refuse(`Run ${id} has no plan: it was answered directly, or has not been planned yet.`);
}
