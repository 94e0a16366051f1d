import { TroupeError } from '../../errors.ts';
import { forkEntries } from '../../log/fork-entries.ts';
import { RunLog } from '../../log/run-log.ts';
import { toRunResult } from '../../log/to-run-result.ts';
import { createOrchestrator } from '../../orchestrator/orchestrator.ts';
import type { Store } from '../../stores/store.ts';
import type { ForkCommand } from '../command.ts';
import { type Config, readConfig } from '../config.ts';
import { driveRun, endPause } from '../drive-run.ts';
import { findRun } from '../find-run.ts';
import { withStore } from '../open-store.ts';
import { present } from '../present.ts';
import { storedCast } from '../stored-cast.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import { toCount } from '../terminal/quantity.ts';
import type { World } from '../world.ts';

/** Begins a new run from the first entries of a stored one; the result is the exit code. */
export function fork(command: ForkCommand, world: World): Promise<number> {
  const config = readConfig(world.env, command);
  return withStore(config, (store, file) => forkIn(store, file, { command, config, world }));
}

async function forkIn(
  store: Store,
  file: string,
  { command, config, world }: { command: ForkCommand; config: Config; world: World },
): Promise<number> {
  const { run: id } = await findRun(store, command.run);
  const entries = await store.read(id);
  const { at, edits, files, output } = command;
  const kept = forkEntries(entries, at, id, Date.now());
  const { status } = toRunResult(new RunLog(id, kept));
  if (status !== 'running' && status !== 'waiting') {
    throw new TroupeError('usage', `Run ${id} has ended (${status}) at entry ${at}: fork it at an earlier one.`);
  }
  const cast = await storedCast(entries, command, config);
  const troupe = createOrchestrator({ ...cast, store, ...present({ leaseMs: config.leaseMs }) });
  const { run, again } = await troupe.fork(id, { at, edits });
  world.stderr.write(`${toPrintableLine(againLine(again, kept.length))}\n`);
  endPause(run, world);
  return driveRun(run, { store: file, files, config, output, after: kept.length }, world);
}

/** What a fork does again. */
export function againLine(keys: readonly string[], kept: number): string {
  const shared = `Shares ${toCount(kept, 'entry', 'entries')}.`;
  if (keys.length === 0) return `${shared} Nothing that was done before is done again.`;
  return `${shared} Done again: ${toCount(keys.length, 'effect')} (${keys.join(', ')}).`;
}
