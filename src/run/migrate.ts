import { Recording } from '../actors/recording.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { RunLog } from '../log/run-log.ts';
import { ChartCore } from './chart-core.ts';
import { openingOf } from './charts.ts';
import { type Chart, chartTitle } from './define-chart.ts';

/**
 * The log that the facts of a stored run make on another version of its chart, as that of another run.
 *
 * @throws TroupeError `usage` for a fact that the other version does not take: its effect or timer is not there, or its actor has ended.
 */
export function migratedEntries(
  entries: readonly Entry[],
  to: Chart,
  run: string,
  isStrict: boolean,
): readonly Entry[] {
  const { data, at } = openingOf(entries);
  const from = chartTitle({ name: data.chart, version: data.version });
  const stage = new Recording([]).stage();
  let now = Date.parse(at);
  const log = new RunLog(run);
  const failure: { error?: unknown } = {};
  const failed = (error: unknown) => {
    failure.error = error;
  };
  const core = new ChartCore({ chart: to, log, stage: { ...stage, now: () => now, failed }, isStrict });
  core.open({ ...data, run, chart: to.name, version: to.version, states: to.states });
  for (const fact of entries.slice(1)) {
    if (fact.kind !== 'fact') continue;
    now = Date.parse(fact.at);
    const before = log.entries.length;
    core.hand(fact);
    const taken = log.entries[before];
    if (taken?.type === fact.type) continue;
    throw new TroupeError(
      'usage',
      `Run ${data.run} cannot be moved from ${from} to ${chartTitle(to)}: what happened in entry ${fact.seq} (${fact.type}) has no place in the new version. The run stays as it is; continue it with ${from}.`,
      'error' in failure ? { cause: failure.error } : {},
    );
  }
  return log.entries;
}
