import { endOf } from '../actors/recording.ts';
import { runSettingsSchema } from '../domain/options.ts';
import { withValue } from '../domain/with-value.ts';
import { TroupeError } from '../errors.ts';
import { asData } from '../log/as-data.ts';
import type { Entry } from '../log/entry.ts';
import { requestOf } from '../log/request-of.ts';
import { editProblem, type HostContext } from '../machines/host/host-context.ts';
import type { ConnectedChart } from '../run/connected-chart.ts';
import type { ContinueOptions, ForkOptions } from './call-options.ts';
import { followSignal } from './follow-signal.ts';
import { type Ground, hostChart } from './host-chart.ts';
import { parseCallbacks } from './run/callbacks.ts';
import { checkCharts, toHostInput } from './run/host-log.ts';
import type { Run } from './run/run.ts';

type Edits = NonNullable<ForkOptions['edits']>;

/** Takes the lease of a stored run and continues it. */
export function resumeRun(ground: Ground, runId: string, options: ContinueOptions): Promise<Run> {
  return ground.open.resume(runId, (entries) => {
    if (!endOf(entries)) checkCharts(entries);
    return continued(ground, runId, entries, options);
  });
}

/**
 * Stores the first entries of a run as a new run and continues that.
 *
 * @throws TroupeError `bad-log` for a run that other charts have made; nothing is stored.
 */
export async function forkRun(
  ground: Ground,
  runId: string,
  { at, newRunId = ground.parts.newRunId(), edits = [], outcome, ...options }: ForkOptions,
): Promise<{ run: Run; again: readonly string[] }> {
  // Before anything is written.
  parseCallbacks(options.callbacks);
  asData(edits, 'An edit');
  return ground.open.fork(runId, { at, newRunId, outcome }, (entries) => {
    checkCharts(entries);
    ground.parts.calls.again(options, requestOf(entries).data);
    const accept: ConnectedChart<Run>['accept'] = ({ root }) => checkEdits(root?.getSnapshot().context, edits);
    return { ...continued(ground, newRunId, entries, options, edits), accept };
  });
}

/** The host's chart for a log that it continues: the edits come first, then what was under way begins again. */
function continued(
  ground: Ground,
  runId: string,
  entries: readonly Entry[],
  { signal, ...options }: ContinueOptions,
  edits: Edits = [],
): ConnectedChart<Run> {
  const request = requestOf(entries).data;
  const readCall = () => ({ ...options, ...ground.parts.calls.again(options, request) });
  return hostChart(ground, runId, { input: { ...toHostInput(entries), runId } }, readCall, (run) => {
    for (const { path, value } of edits) run.edit(path, value);
    followSignal(run, signal);
  });
}

/** @throws TroupeError `usage` for an edit of what is not there when the log has been played, and the edits before it were made. */
function checkEdits(played: HostContext, edits: Edits): void {
  let context = played;
  for (const { path, value } of edits) {
    const problem = editProblem(context, path);
    if (problem) throw new TroupeError('usage', problem);
    context = withValue(context, path, value);
  }
  if (edits.some(({ path }) => path.split('.')[0] === 'options')) checkSettings(context.options);
}

/** @throws TroupeError `usage` for settings with which no run works. */
function checkSettings(options: unknown): void {
  const isObject = typeof options === 'object' && options !== null;
  const settings = isObject ? Object.entries(options).filter(([name]) => name !== 'specialists') : undefined;
  const { error } = runSettingsSchema.safeParse(settings ? Object.fromEntries(settings) : options);
  const [issue] = error?.issues ?? [];
  if (issue)
    throw new TroupeError('usage', `"${['options', ...issue.path].join('.')}" cannot be this: ${issue.message}.`);
}
