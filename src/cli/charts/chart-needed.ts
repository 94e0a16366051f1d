import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import type { EntryData } from '../../log/entry-types.ts';
import { isRunOf, openingOf } from '../../run/charts.ts';
import { type Chart, chartTitle } from '../../run/define-chart.ts';
import type { ChartsOption } from '../options/charts-option.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import { chartsIn, type Exported, loadExports } from './load-charts.ts';

type Opening = EntryData['chart.started'];

/** Whether a run was made by a runner: its log begins with a chart, not with a request. */
export const isChartLog = (entries: readonly Entry[]): boolean => entries[0]?.type === 'chart.started';

export const titleOf = ({ chart, version }: Opening) => chartTitle({ name: chart, version });

/** What a run is a run of, and the option that names the file with it. */
const kindOf = ({ kind }: Opening) => (kind === 'agent' ? 'agent' : 'chart');
export const optionOf = (opening: Opening) => `--${kindOf(opening)}s`;

/**
 * What the files that a command was given export, and the chart of a run among that.
 *
 * @throws TroupeError `usage` where there is no file, or not that chart in it; `command` is what to type instead.
 */
export async function chartNeeded(
  entries: readonly Entry[],
  given: ChartsOption,
  command: string,
): Promise<Exported & { readonly chart: Chart }> {
  const { data } = openingOf(entries);
  if (given.charts === undefined && given.agents === undefined) {
    const what = `Run ${data.run} is a run of the ${kindOf(data)} ${toPrintableLine(titleOf(data))}.`;
    throw new TroupeError('usage', `${what} Name the file that exports it: ${command} ${optionOf(data)} FILE`);
  }
  const exported = await loadExports(given);
  const charts = chartsIn(exported);
  const chart = charts.find((each) => isRunOf(data, each));
  if (chart) return { ...exported, chart };
  const others = charts.map(chartTitle).join(', ');
  throw new TroupeError('usage', `${missingText(data, given)}: it has ${others}. Export that version as well.`);
}

/** Says that a file does not have what a run is a run of. */
export function missingText(opening: Opening, { charts, agents }: ChartsOption): string {
  const file = [charts, agents].filter((each) => each !== undefined).join(' and ');
  return `Run ${opening.run} is a run of the ${kindOf(opening)} ${toPrintableLine(titleOf(opening))}, which ${file} does not export`;
}
