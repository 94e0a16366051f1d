import { enabledEvents } from '../../inspect/sessions/enabled-events.ts';
import type { Entry } from '../../log/entry.ts';
import type { ChartRun } from '../../run/chart-run.ts';
import { cancelledCode } from '../interruption.ts';
import type { Output } from '../options/work-options.ts';
import { toPrintableJson, toPrintableLine } from '../terminal/printable.ts';
import { toDuration } from '../terminal/quantity.ts';
import { troupeCommand } from '../terminal/troupe-command.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';
import { chartStanding, openIn } from './chart-standing.ts';
import { NewWords } from './chart-words.ts';

/** How a run of a chart is shown, and what has to be given again to continue it. */
export interface DriveOptions {
  readonly output: Output;
  readonly store: string;
  readonly charts: string | undefined;
  /** How many of its entries are from before this process. */
  readonly known: number;
}

type End = 'ended' | 'idle' | 'stopped';

/**
 * Drives a run of a chart until it has ended, until only an event from outside can continue it, or until the process is asked to stop; returns the exit code.
 * What has not ended is left as it is.
 */
export async function driveChart(run: ChartRun, options: DriveOptions, world: World): Promise<number> {
  if (run.isPaused) world.stderr.write('The run was paused. It continues now.\n');
  const unfollow = showEntries(run, options, world);
  // Also of one that is not paused: all that was done to continue it is stored then.
  await run.resume();
  const end = await endOf(run, world.signal).finally(unfollow);
  const events = enabledEvents(run.actor);
  if (end !== 'ended') await run.leave();
  return writeEnd(run, end, events, options, world);
}

/** Writes what happens, a line each: what comes of the entries that are stored. */
function showEntries(run: ChartRun, { output, known }: DriveOptions, { stdout, stderr }: World): () => void {
  const words = new NewWords();
  const started = Date.now();
  let seen = known;
  for (const entry of run.log.slice(0, known)) words.take(entry);
  const show = (entry: Entry) => {
    if (entry.seq <= seen) return;
    seen = entry.seq;
    if (output === 'events') stdout.write(`${toPrintableJson(entry)}\n`);
    const text = words.take(entry);
    if (text !== undefined) stderr.write(`${toDuration(Date.now() - started).padStart(7)}  ${text}\n`);
  };
  for (const entry of run.log) show(entry);
  return run.follow(show);
}

/** Resolves when there is nothing more to drive. */
function endOf(run: ChartRun, signal: AbortSignal): Promise<End> {
  return new Promise((resolve, reject) => {
    // What an action sends comes right after the state that called it.
    const look = () =>
      setImmediate(() => {
        const { effects, timers } = openIn(run.log);
        if (effects.length + timers.length === 0) resolve('idle');
      });
    run.result.then(() => resolve('ended'), reject);
    if (signal.aborted) resolve('stopped');
    signal.addEventListener('abort', () => resolve('stopped'), { once: true });
    run.follow(look);
    look();
  });
}

async function writeEnd(
  run: ChartRun,
  end: End,
  events: readonly string[],
  { output, store, charts }: DriveOptions,
  { stdout, stderr }: World,
): Promise<number> {
  const standing = chartStanding(run.log);
  const { status, error } = standing;
  if (output === 'json') await write(stdout, `${toPrintableJson(standing)}\n`);
  if (output === 'text' && standing.output !== undefined) await write(stdout, `${toPrintableJson(standing.output)}\n`);
  if (status === 'failed') await write(stderr, `Failed: ${toPrintableLine(error ?? '')}\n`);
  if (status === 'cancelled') await write(stderr, 'Cancelled.\n');
  const resume = troupeCommand(['resume', run.id], { store, charts });
  if (end === 'stopped') await write(stderr, `The run is left where it is. To continue: ${resume}\n`);
  if (end === 'idle' && status === 'executing') await write(stderr, `${toPrintableLine(idleText(events))}\n`);
  await write(stderr, toPrintableLine(`The log is in ${store}, run ${run.id}.`).concat('\n'));
  if (status === 'executing') return end === 'stopped' ? cancelledCode : 3;
  return { completed: 0, failed: 1, cancelled: cancelledCode }[status] ?? 1;
}

const idleText = (events: readonly string[]) =>
  `The run waits for an event${events.length > 0 ? ` (${events.join(', ')})` : ''}: send it from a program that resumes the run, with run.send().`;
