import type { Message } from '../../domain/message.ts';
import { memoryStore } from '../../stores/memory-store.ts';
import { type Config, readConfig } from '../config.ts';
import { cancelledCode } from '../interruption.ts';
import { openInspector, showPage, stay } from '../open-inspector.ts';
import { openStore } from '../open-store.ts';
import type { AgentsOption } from '../options/agents-option.ts';
import type { BoundOptions } from '../options/bound-options.ts';
import type { InspectOptions } from '../options/inspect-options.ts';
import type { LabelOptions } from '../options/label-options.ts';
import { openMemory } from '../options/user-option.ts';
import type { WorkOptions } from '../options/work-options.ts';
import { present } from '../present.ts';
import { report } from '../report.ts';
import type { Whereabouts } from '../terminal/troupe-command.ts';
import type { World } from '../world.ts';
import { chooseAgent } from './choose-agent.ts';
import { followedAgent } from './followed-agent.ts';
import { openAgents } from './open-agents.ts';

/** What agents are asked with. */
export type AgentsWork = WorkOptions &
  BoundOptions &
  LabelOptions &
  AgentsOption & { readonly inspect?: InspectOptions };

/** Lets an agent of a file work on messages, and prints its answer; returns the exit code. */
export async function askAgents(
  command: AgentsWork,
  file: string,
  messages: readonly Message[],
  world: World,
): Promise<number> {
  const config = readConfig(world.env, command);
  const { agent, agents } = await chooseAgent(file, command.agent);
  await using remembering = await openMemory(config, command);
  const store = config.store === undefined ? undefined : await openStore(config.store);
  const inspector = command.inspect && (await openInspector(command.inspect, world));
  try {
    // Forks need a place to come from.
    const kept = store ?? (inspector ? memoryStore() : undefined);
    const runner = openAgents(
      agents,
      command,
      config,
      present({ store: kept, inspect: inspector, memory: remembering.memory }),
    );
    if (world.signal.aborted) return cancelledCode;
    const run = runner.run(agent, messages, startOptions(command));
    if (inspector) showPage(inspector.urlOf(run.id), config, world);
    const code = await report(
      followedAgent(run),
      { ...whereabouts(command, config), config, output: command.output },
      world,
    );
    if (inspector) await stay(inspector, world);
    return code;
  } finally {
    await inspector?.close();
    await store?.close();
  }
}

/** What a run is started with. */
export function startOptions({ limits, sessionId, metadata }: AgentsWork) {
  const { modelCalls, tokens, wallMs } = limits ?? {};
  return present({ limits: present({ modelCalls, tokens, wallMs }), sessionId, metadata });
}

/** What has to be given again to continue a run. */
export const whereabouts = ({ agents, allow, user }: Whereabouts, { store }: Config): Whereabouts => ({
  store,
  agents,
  ...present({ allow, user }),
});
