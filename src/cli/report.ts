import { type FollowOptions, follow } from './follow.ts';
import type { FollowedResult, FollowedRun } from './following/followed-run.ts';
import { cancelledCode } from './interruption.ts';
import { isAtTerminal, personAt } from './person.ts';
import { toPrintableJson, toPrintableLine } from './terminal/printable.ts';
import { waitingText } from './terminal/result-text.ts';
import type { Whereabouts } from './terminal/troupe-command.ts';
import { write } from './terminal/write.ts';
import type { World } from './world.ts';

/** The run is completed, and nothing of what was asked is done. */
const refusedCode = 4;

const exitCodes: Record<FollowedResult['status'], number> = {
  completed: 0,
  failed: 1,
  waiting: 3,
  cancelled: cancelledCode,
  running: 1, // no run comes back like this
};

export type ReportOptions = Omit<FollowOptions, 'person' | 'chat'> & Whereabouts;

/** Follows one run to its end, or until it has to wait, and prints its result; returns the exit code. */
export async function report(run: FollowedRun, options: ReportOptions, world: World): Promise<number> {
  const person = isAtTerminal(world) ? personAt(world) : undefined;
  const result = await follow(run, { ...options, person }, world);
  await printResult(result, options, world);
  return result.outcome === 'refused' ? refusedCode : exitCodes[result.status];
}

/** Resumes a run that was paused, and says so: on the command line a pause ends with the process that made it. */
export function endPause(run: FollowedRun, { stderr }: World): void {
  if (!run.isPaused) return;
  stderr.write('The run was paused. It continues now.\n');
  run.resume();
}

async function printResult(result: FollowedResult, options: ReportOptions, { stdout, stderr }: World): Promise<void> {
  const { output, store } = options;
  if (output === 'json') await write(stdout, `${toPrintableJson(result.document ?? result)}\n`);
  if (result.status === 'failed') await write(stderr, `Failed: ${toPrintableLine(result.message.content)}\n`);
  if (result.outcome === 'refused') await write(stderr, 'Nothing of this was done; the answer says why.\n');
  if (result.outcome === 'partly') await write(stderr, 'Done in part; the answer says what is missing.\n');
  if (result.status === 'cancelled') await write(stderr, 'Cancelled.\n');
  if (result.status === 'waiting') await write(stderr, waitingText(result, options));
  if (store !== undefined) {
    await write(stderr, toPrintableLine(`The log is in ${store}, run ${result.runId}.`).concat('\n'));
  }
  // What was written before has left the process when this has.
  await write(stdout, '');
}
