import { TroupeError } from '../../errors.ts';
import type { Comparison } from '../../log/compare-entries.ts';
import type { Entry } from '../../log/entry.ts';
import { requestOf } from '../../log/request-of.ts';
import type { HostInput } from '../../machines/host/host-events.ts';

/** The name and version of the host's chart, which the first entry of its logs has. */
export const hostTitle = 'host@5';

/** What a run was asked for, as its log has it. */
export function toHostInput(entries: readonly Entry[]): HostInput {
  const { run: runId, messages, knowledge = [], output } = requestOf(entries).data;
  return { messages, knowledge, runId, ...(output ? { output } : {}) };
}

/** What came of recomputing a run: the same log, or the first entry that differs. */
export type ReplayReport = Comparison & {
  /** The name and version of the charts that made the log, where they are not those of this version: they may differ from it. */
  readonly madeBy?: string;
};

/** Says that other charts made something, which therefore cannot continue here; nothing for the charts of this version. */
export function chartsProblem(charts: string, how = 'was made by'): string | undefined {
  if (charts === hostTitle) return undefined;
  return `${how} the charts ${charts}, but this version of Troupe has ${hostTitle}`;
}

/**
 * `read` is what the message suggests for reading it here.
 *
 * @throws TroupeError `bad-log` for a log that other charts have made: it is read and replayed here, and not continued.
 */
export function checkCharts(entries: readonly Entry[], read = 'read it here with read() or replay().'): void {
  const { run, machine } = requestOf(entries).data;
  const problem = chartsProblem(machine);
  if (!problem) return;
  throw new TroupeError('bad-log', `Run ${run} ${problem}. Continue it with the version that made it, or ${read}`);
}
