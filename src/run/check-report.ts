import { TroupeError } from '../errors.ts';
import type { Comparison } from '../log/compare-entries.ts';
import type { Entry } from '../log/entry.ts';
import { openingOf } from './charts.ts';
import type { Difference } from './connected-chart.ts';
import { type Chart, chartTitle } from './define-chart.ts';

/** What a check of a run found. */
export type CheckReport =
  | { readonly ok: true; readonly entries: number }
  | { readonly ok: false; readonly seq: number; readonly problem: string };

/** What came of a replay, in words that say what to do. */
export function toCheckReport(report: Comparison, chart: Chart, entries: readonly Entry[]): CheckReport {
  if (report.equal) return { ok: true, entries: report.entries };
  return { ok: false, seq: report.seq, problem: problemOf(report, chart, entries) };
}

/** The error for a run that does not come out as it is stored, and therefore cannot continue. */
export function differs(report: Difference | undefined, chart: Chart, entries: readonly Entry[]): TroupeError {
  const { run } = openingOf(entries).data;
  const problem = report ? problemOf(report, chart, entries) : 'Its actors do not start.';
  return new TroupeError('bad-log', `Run ${run} cannot continue. ${problem}`);
}

function problemOf(
  { seq, stored, recomputed, isChanged }: Difference,
  chart: Chart,
  entries: readonly Entry[],
): string {
  if (isChanged) return `Entry ${seq} was changed after it was written: it does not fit its sum.`;
  const { states, run } = openingOf(entries).data;
  const where = `Entry ${seq} comes out differently: ${difference(stored, recomputed)}.`;
  if (states !== chart.states) return `${changedStates(chart, run)} ${where}`;
  return `${where} The same facts led to another move, so the chart ${chartTitle(chart)} reads something outside of its context and its events (a variable of a module, a captured clock, a list that is changed elsewhere), or a function in it was changed without its version. Put what it reads into the context or the input; give a changed chart a new version.`;
}

/** Says that a chart is not the one that began a run. */
export const changedStates = (chart: Chart, run: string) =>
  `The chart ${chartTitle(chart)} was changed without its version: its states are not those with which run ${run} began. Give the changed chart a new version, and keep the old one in createRunner({ charts }).`;

function difference(stored: Entry | undefined, recomputed: Entry | undefined): string {
  if (stored?.type === 'actor.moved' && recomputed?.type === 'actor.moved' && stored.data.sum !== recomputed.data.sum) {
    const state = JSON.stringify(stored.data.value);
    // Of the context there is only a sum, which tells nobody anything.
    if (stored.actor === recomputed.actor && state === JSON.stringify(recomputed.data.value))
      return `"${stored.actor}" comes to ${state} with another context than the stored one`;
  }
  return `stored is ${brief(stored)}, recomputed ${brief(recomputed)}`;
}

function brief(entry: Entry | undefined): string {
  if (!entry) return 'nothing';
  const text = JSON.stringify(entry.data);
  return `${entry.type} of "${entry.actor}" ${text.length > 120 ? `${text.slice(0, 120)}…` : text}`;
}
