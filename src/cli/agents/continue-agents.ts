import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import { forkEntries } from '../../log/fork-entries.ts';
import type { Store } from '../../stores/store.ts';
import { chartNeeded } from '../charts/chart-needed.ts';
import type { Config } from '../config.ts';
import { hasEnded } from '../find-run.ts';
import type { ChartsOption } from '../options/charts-option.ts';
import { openMemory } from '../options/user-option.ts';
import type { WorkOptions } from '../options/work-options.ts';
import { isAtTerminal } from '../person.ts';
import { present } from '../present.ts';
import { checkReply, type Reply } from '../reply.ts';
import { endPause, report } from '../report.ts';
import { againLine } from '../terminal/again-line.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import { waitingText } from '../terminal/result-text.ts';
import { troupeCommand } from '../terminal/troupe-command.ts';
import { write } from '../terminal/write.ts';
import { whenFree } from '../when-free.ts';
import type { World } from '../world.ts';
import { whereabouts } from './ask-agents.ts';
import { followedAgent, standingOfAgents } from './followed-agent.ts';
import { openAgents } from './open-agents.ts';

interface Given<Options> {
  readonly command: Options & WorkOptions & ChartsOption;
  readonly config: Config;
  readonly world: World;
}

/** Continues a stored run of agents; returns the exit code. */
export async function resumeAgents(
  store: Store,
  file: string,
  stored: readonly Entry[],
  { command, config, world }: Given<{ readonly reply?: Reply }>,
): Promise<number> {
  const { reply, output, charts, agents = charts } = command;
  const standing = standingOfAgents(stored);
  const { runId: id, status } = standing;
  if (status !== 'waiting' && status !== 'running') throw hasEnded(id, status, file);
  if (reply) checkReply(id, reply, standing);
  if (status === 'waiting' && !reply && !isAtTerminal(world)) {
    await write(world.stderr, waitingText(standing, whereabouts({ ...command, agents: agents ?? 'FILE' }, config)));
    return 3;
  }
  const needed = await chartNeeded(stored, command, troupeCommand(['resume', id], { store: file }));
  await using remembering = await openMemory({ ...config, store: file }, command);
  const runner = openAgents(needed.agents, command, config, present({ store, memory: remembering.memory }));
  const run = followedAgent(await whenFree(() => runner.resume(id), id, config, world));
  endPause(run, world);
  const about = { ...whereabouts({ ...command, agents }, config), config, output, known: stored.length, reply };
  return await report(run, about, world);
}

/** Starts a new run of agents from the first entries of a stored one; returns the exit code. */
export async function forkAgents(
  store: Store,
  file: string,
  stored: readonly Entry[],
  { command, config, world }: Given<{ readonly at: number; readonly edits: readonly unknown[] }>,
): Promise<number> {
  const id = stored[0]?.run ?? '';
  const { at, edits, output, charts, agents = charts } = command;
  if (edits.length > 0) {
    throw new TroupeError('usage', `Run ${id} is a run of agents, whose context comes of its events: leave out --set.`);
  }
  const again = troupeCommand(['fork', id, '--at', String(at)], { store: file });
  const needed = await chartNeeded(stored, command, again);
  const known = forkEntries(stored, at, id, Date.now()).length;
  await using remembering = await openMemory({ ...config, store: file }, command);
  const places = present({ store, memory: remembering.memory });
  const fork = await openAgents(needed.agents, command, config, places).fork(id, { at });
  world.stderr.write(`${toPrintableLine(againLine(fork.again, known))}\n`);
  const run = followedAgent(fork.run);
  endPause(run, world);
  return await report(run, { ...whereabouts({ ...command, agents }, config), config, output, known }, world);
}
