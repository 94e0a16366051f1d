import { findEffects } from '../actors/bound-effects.ts';
import { TroupeError } from '../errors.ts';
import { RunLog } from '../log/run-log.ts';
import { toRunResult } from '../log/to-run-result.ts';
import type { Ground } from './begin-run.ts';
import type { ContinueOptions } from './call-options.ts';
import { continueRun } from './continue-run.ts';
import type { Run } from './run/run.ts';
import { hasEnded, storedEntries } from './stored-entries.ts';

/** Takes the lease of a stored run and continues it. */
export async function resumeRun(ground: Ground, runId: string, options: ContinueOptions): Promise<Run> {
  const { store, keeperOf } = ground.parts;
  let lose = (_error: unknown) => {};
  const keeper = keeperOf(runId, (error) => lose(error));
  await ground.host.left(runId);
  await keeper?.hold();
  try {
    const entries = await storedEntries(store, runId);
    if (hasEnded(entries)) {
      const { status } = toRunResult(new RunLog(runId, entries));
      throw new TroupeError(
        'usage',
        `Run ${runId} has ended (${status}): there is nothing to resume. Read it with read().`,
      );
    }
    const run = continueRun(ground, entries, options, keeper);
    lose = (error) => findEffects(run.actor.system, runId)?.fail(error);
    return run;
  } catch (error) {
    keeper?.release();
    throw error;
  }
}
