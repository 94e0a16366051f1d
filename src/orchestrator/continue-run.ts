import { findEffects } from '../actors/bound-effects.ts';
import type { LeaseKeeper } from '../actors/lease-keeper.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { beginRun, type Ground } from './begin-run.ts';
import type { ForkOptions } from './call-options.ts';
import { followSignal } from './follow-signal.ts';
import { Recording } from './run/recording.ts';
import type { Run } from './run/run.ts';

/** Plays a stored log and continues live from its end. @throws TroupeError `bad-log` when the log does not replay. */
export function continueRun(
  ground: Ground,
  entries: readonly Entry[],
  { signal, edits = [], ...options }: Omit<ForkOptions, 'at' | 'newRunId'>,
  keeper?: LeaseKeeper,
): Run {
  const recording = new Recording(entries);
  recording.checkCharts();
  const { run: runId, input } = recording;
  const run = beginRun(ground, runId, { input }, options, { recording, keeper });
  const effects = findEffects(run.actor.system, runId);
  const report = effects && recording.play(effects);
  if (!effects || !report?.equal) {
    run.actor.stop();
    const where = report && !report.equal ? ` Entry ${report.seq} comes out differently.` : '';
    throw new TroupeError(
      'bad-log',
      `Run ${runId} cannot continue: its log does not replay.${where} Look at it with replay().`,
    );
  }
  recording.goLive(effects, () => {
    for (const { path, value } of edits) run.edit(path, value);
    followSignal(run, signal);
  });
  return run;
}
