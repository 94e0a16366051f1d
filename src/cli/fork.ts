import { type Config, readConfig } from '../config.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { effectsAfter, forkEntries } from '../log/fork-entries.ts';
import { RunLog } from '../log/run-log.ts';
import { toRunResult } from '../log/to-run-result.ts';
import { createOrchestrator } from '../orchestrator.ts';
import { replay } from '../replay.ts';
import type { Store } from '../stores/store.ts';
import type { ForkCommand } from './command.ts';
import { driveRun, endPause } from './drive-run.ts';
import { findRun } from './find-run.ts';
import { withStore } from './open-store.ts';
import { present } from './present.ts';
import { toPrintableLine } from './printable.ts';
import { toCount } from './quantity.ts';
import { storedCast } from './stored-cast.ts';
import type { World } from './world.ts';

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
  const kept = forkEntries(entries, at, id);
  const { status } = toRunResult(new RunLog(id, kept));
  if (status !== 'running' && status !== 'waiting') {
    throw new TroupeError('usage', `Run ${id} has ended (${status}) at entry ${at}: fork it at an earlier one.`);
  }
  checkPaths(entries, command);
  const cast = await storedCast(entries, command, config);
  const troupe = createOrchestrator({ ...cast, store, ...present({ leaseMs: config.leaseMs }) });
  world.stderr.write(`${toPrintableLine(againLine(effectsAfter(entries, kept.length), kept.length))}\n`);
  const { run } = await troupe.fork(id, { at, edits });
  endPause(run, world);
  return driveRun(run, { store: file, files, config, output, after: kept.length }, world);
}

/** What a fork does again. */
export function againLine(keys: readonly string[], kept: number): string {
  const shared = `Shares ${toCount(kept, 'entry', 'entries')}.`;
  if (keys.length === 0) return `${shared} Nothing that was done before is done again.`;
  return `${shared} Done again: ${toCount(keys.length, 'effect')} (${keys.join(', ')}).`;
}

/** A path that leads nowhere would change nothing. */
function checkPaths(entries: readonly Entry[], { at, edits }: ForkCommand): void {
  if (edits.length === 0) return;
  const { context } = replay(entries, { until: at }).snapshot;
  for (const { path } of edits) {
    const parts = path.split('.');
    let inner: unknown = context;
    for (const part of parts.slice(0, -1)) inner = isObject(inner) ? inner[part] : undefined;
    if (isObject(inner) && (parts.length > 1 || Object.hasOwn(inner, path))) continue;
    const known = Object.keys(context).join(', ');
    throw new TroupeError(
      'usage',
      `--set ${path}: the host's context has no such place. It begins with one of: ${known}.`,
    );
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
