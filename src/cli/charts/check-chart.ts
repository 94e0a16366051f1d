import type { AnyMachineSnapshot } from 'xstate';
import type { Entry } from '../../log/entry.ts';
import { replayChart } from '../../run/adopted-chart.ts';
import { toCheckReport } from '../../run/check-report.ts';
import { toErrorData } from '../../run/data.ts';
import type { Chart } from '../../run/define-chart.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import { toCount } from '../terminal/quantity.ts';

/** Recomputes a run of a chart, up to entry `until` if that is given, and says whether it comes out as it is stored. */
export function checkChart(
  entries: readonly Entry[],
  chart: Chart,
  until?: number,
): { readonly isEqual: boolean; readonly lines: readonly string[] } {
  const { report, core } = replayChart(entries, chart, until === undefined ? {} : { until });
  core.leave();
  const found = toCheckReport(report, chart, entries);
  if (found.ok) return { isEqual: true, lines: [`equal, ${toCount(found.entries, 'entry', 'entries')}`] };
  return { isEqual: false, lines: [`differs at entry ${found.seq}`, `  ${toPrintableLine(found.problem)}`] };
}

/** Where the root of a run is at an entry. */
export function stateOfChart(entries: readonly Entry[], chart: Chart, until: number): object {
  const { core } = replayChart(entries, chart, { until });
  core.leave();
  const { status, value, context, output } = (core.root?.getSnapshot() ?? {}) as Partial<AnyMachineSnapshot>; // a machine's, if there is one
  return {
    status,
    value,
    context: toErrorData(context),
    ...(output === undefined ? {} : { output: toErrorData(output) }),
  };
}
