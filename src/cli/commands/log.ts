import { TroupeError } from '../../errors.ts';
import { RunLog } from '../../log/run-log.ts';
import { planOf } from '../../log/views.ts';
import { toPlanMermaid } from '../../plan/plan-mermaid.ts';
import type { LogTarget } from '../command.ts';
import { readConfig } from '../config.ts';
import { readLog } from '../read-log.ts';
import { toPrintable, toPrintableJson } from '../terminal/printable.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

/** Prints the entries of a run, one JSON entry a line; the result is the exit code. */
export async function printLog(command: LogTarget, world: World): Promise<number> {
  for (const entry of await readLog(command.run, readConfig(world.env, command))) {
    if (world.signal.aborted) break;
    await write(world.stdout, `${toPrintableJson(entry)}\n`);
  }
  return 0;
}

/** Prints the plan of a run as it stands; the result is the exit code. */
export async function printPlan(command: LogTarget, world: World): Promise<number> {
  const entries = await readLog(command.run, readConfig(world.env, command));
  const run = entries[0]?.run ?? '';
  const plan = planOf(new RunLog(run, entries));
  if (!plan) throw new TroupeError('usage', `Run ${run} has no plan: it was answered directly, or not planned yet.`);
  await write(world.stdout, toPrintable(toPlanMermaid(plan)));
  return 0;
}
