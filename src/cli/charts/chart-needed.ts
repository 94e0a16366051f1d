import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import type { EntryData } from '../../log/entry-types.ts';
import { openingOf } from '../../run/charts.ts';
import { type Chart, chartTitle } from '../../run/define-chart.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import { loadCharts } from './load-charts.ts';

/** Whether a run was made by a runner: its log begins with a chart, not with a request. */
export const isChartLog = (entries: readonly Entry[]): boolean => entries[0]?.type === 'chart.started';

export const titleOf = ({ chart, version }: EntryData['chart.started']) => chartTitle({ name: chart, version });

/**
 * The charts that a command was given, and the one of a run among them.
 *
 * @throws TroupeError `usage` where there is no file, or not that chart in it; `command` is what to type instead.
 */
export async function chartNeeded(
  entries: readonly Entry[],
  file: string | undefined,
  command: string,
): Promise<{ readonly chart: Chart; readonly charts: readonly Chart[] }> {
  const { data } = openingOf(entries);
  const title = toPrintableLine(titleOf(data));
  if (file === undefined) {
    throw new TroupeError(
      'usage',
      `Run ${data.run} is a run of the chart ${title}. Name the file that exports it: ${command} --charts FILE`,
    );
  }
  const charts = await loadCharts(file);
  const chart = charts.find((each) => chartTitle(each) === titleOf(data));
  if (!chart) throw new TroupeError('usage', missingText(data.run, title, charts, file));
  return { chart, charts };
}

/** Says that a file does not have a chart. */
export const missingText = (run: string, title: string, charts: readonly Chart[], file: string) =>
  `Run ${run} is a run of the chart ${title}, which ${file} does not export: it has ${charts.map(chartTitle).join(', ')}. Export that version as well.`;
