import { withValue } from '../domain/with-value.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { effectsAfter, forkEntries } from '../log/fork-entries.ts';
import { editProblem } from '../machines/host/host-context.ts';
import type { Ground } from './begin-run.ts';
import type { ForkOptions } from './call-options.ts';
import { continueRun } from './continue-run.ts';
import { replay } from './replay.ts';
import { asData } from './run/as-data.ts';
import { parseCallbacks } from './run/callbacks.ts';
import { Recording } from './run/recording.ts';
import type { Run } from './run/run.ts';
import { hasEnded, storedEntries } from './stored-entries.ts';

/**
 * Stores the first entries of a run as a new run and continues that; `again` has the keys of the effects that are performed again.
 *
 * @throws TroupeError `bad-log` for a run that other charts have made; nothing is stored.
 */
export async function forkRun(
  ground: Ground,
  runId: string,
  { at, newRunId, edits = [], ...options }: ForkOptions,
): Promise<{ run: Run; again: readonly string[] }> {
  const { store, clock } = ground.parts;
  // Before anything is written.
  parseCallbacks(options.callbacks);
  asData(edits, 'An edit');
  const entries = await storedEntries(store, runId);
  const recording = new Recording(entries);
  recording.checkCharts();
  ground.parts.calls.again(options, recording.request);
  const forkId = newRunId ?? ground.parts.newRunId();
  const prefix = forkEntries(entries, at, forkId, clock.now());
  if (hasEnded(prefix)) {
    throw new TroupeError('usage', `Run ${runId} has ended at entry ${at}: fork it at an earlier one.`);
  }
  checkEdits(prefix, edits);
  await store?.append(forkId, 0, prefix);
  return { run: continueRun(ground, prefix, { ...options, edits }), again: effectsAfter(entries, prefix.length) };
}

/** @throws TroupeError `usage` for an edit of what is not there when the log has been played, and the edits before it were made. */
function checkEdits(entries: readonly Entry[], edits: NonNullable<ForkOptions['edits']>): void {
  if (edits.length === 0) return;
  let { context } = replay(entries, { until: entries.length }).snapshot;
  for (const { path, value } of edits) {
    const problem = editProblem(context, path);
    if (problem) throw new TroupeError('usage', problem);
    context = withValue(context, path, value);
  }
}
