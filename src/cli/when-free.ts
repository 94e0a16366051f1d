import { setTimeout as pause } from 'node:timers/promises';
import { TroupeError } from '../errors.ts';
import type { Config } from './config.ts';
import type { World } from './world.ts';

const defaultLeaseMs = 10_000;
/** A live process renews its lease well before it expires; this allows for clocks that differ. */
const slackMs = 500;
const againMs = 100;

/** Takes a run over as soon as the lease of a dead process must have expired. */
export async function whenFree<Run>(take: () => Promise<Run>, id: string, config: Config, world: World): Promise<Run> {
  const leaseMs = config.leaseMs ?? defaultLeaseMs;
  const deadline = performance.now() + leaseMs + slackMs;
  for (let hasReported = false; ; hasReported = true) {
    try {
      return await take();
    } catch (error) {
      const isHeld = error instanceof TroupeError && error.code === 'lease';
      if (!isHeld) throw error;
      if (performance.now() > deadline) {
        const what = `Run ${id} is being driven by another process. Stop that process first, or wait until it is done.`;
        throw new TroupeError('lease', what, { cause: error });
      }
    }
    const seconds = Math.ceil(leaseMs / 1000);
    if (!hasReported)
      world.stderr.write(`Another process was driving this run. Waiting up to ${seconds} s for its lease to expire.\n`);
    await pause(againMs, undefined, { signal: world.signal });
  }
}
