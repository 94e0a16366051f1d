import { messageOf, TroupeError } from '../errors.ts';
import { checkEntry, type Entry, type EntryOf } from '../log/entry.ts';
import type { ContinueOptions } from './call-options.ts';
import { followSignal } from './follow-signal.ts';
import { type Ground, hostChart, type StartOptions } from './host-chart.ts';
import { checkHostState } from './run/check-host-state.ts';
import { chartsProblem } from './run/host-log.ts';
import type { Run } from './run/run.ts';

type SnapshotOfHost = { children?: { journal?: { snapshot?: { run?: unknown; entries?: unknown } } } };

/** Continues a run from its snapshot. @throws TroupeError `bad-state` for what is none or was taken with other charts, `usage` for that of a run that had ended. */
export function restoreSnapshot(ground: Ground, snapshot: unknown, options: ContinueOptions): Run {
  const state = snapshot as StartOptions['snapshot'] & SnapshotOfHost; // checked in the next line
  const { run: runId, entries } = state?.children?.journal?.snapshot ?? {};
  if (typeof runId !== 'string') {
    throw new TroupeError('bad-state', 'This is not the snapshot of a run: take one with run.snapshot().');
  }
  if (!isLogOf(runId, entries)) {
    throw new TroupeError(
      'bad-state',
      `This snapshot of run ${runId} does not hold its log from the request on: take one with run.snapshot().`,
    );
  }
  if (state.status !== 'active') {
    throw new TroupeError(
      'usage',
      `Run ${runId} had ended when this snapshot was taken: there is nothing to continue.`,
    );
  }
  checkEntryOf(runId, entries[0]);
  const problem = chartsProblem(entries[0].data.machine, 'was taken with');
  if (problem) {
    throw new TroupeError(
      'bad-state',
      `This snapshot of run ${runId} ${problem}, whose states differ. Restore it with the version that took it.`,
    );
  }
  for (const entry of entries.slice(1)) checkEntryOf(runId, entry);
  checkStatesOf(runId, state);
  const [{ data: request }] = entries;
  const readCall = () => ({ ...options, ...ground.parts.calls.again(options, request) });
  const startOptions = { snapshot: structuredClone(state), input: { messages: [] } };
  const run = ground.open.begin(runId, hostChart(ground, runId, startOptions, readCall));
  followSignal(run, options.signal);
  return run;
}

/** An entry that came with a snapshot is as foreign as a stored one, and the run continues from it. */
function checkEntryOf(run: string, entry: Entry): void {
  try {
    checkEntry(entry, `run ${run}, number ${entry.seq}`);
  } catch (cause) {
    const why = messageOf(cause);
    throw new TroupeError('bad-state', `The log in this snapshot of run ${run} cannot be continued: ${why}`, { cause });
  }
}

/** Charts that write the same log have the same version, also where their states differ. */
function checkStatesOf(run: string, snapshot: unknown): void {
  try {
    checkHostState(snapshot);
  } catch (cause) {
    throw new TroupeError(
      'bad-state',
      `This snapshot of run ${run} does not fit the charts of this version of Troupe: ${messageOf(cause)}. Restore it with the version that took it, or resume the run from its store.`,
      { cause },
    );
  }
}

/** Whether something is the log of a run, from its request on. */
function isLogOf(run: string, entries: unknown): entries is readonly [EntryOf<'request.received'>, ...Entry[]] {
  if (!Array.isArray(entries) || entries[0]?.type !== 'request.received') return false;
  return entries.every((entry: Partial<Entry> | null, index) => entry?.run === run && entry.seq === index + 1);
}
