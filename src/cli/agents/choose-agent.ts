import type { Agent } from '../../agents/agent.ts';
import { TroupeError } from '../../errors.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { loadExports, toAgentFile } from '../charts/load-charts.ts';

/** A file of agents, and the one of them that works. */
export interface ChosenAgent {
  readonly agent: Agent;
  /** All that the file exports. */
  readonly agents: readonly Agent[];
}

/** The agent that is meant by `FILE`, by `FILE#name`, or by a file and a name. @throws TroupeError `usage` where that is not one. */
export async function chooseAgent(given: string, named?: string): Promise<ChosenAgent> {
  const { file, name = named } = toAgentFile(given);
  if (named !== undefined && name !== named) {
    throw new TroupeError('usage', `--agents names the agent "${name}", and --agent "${named}". Give one of them.`);
  }
  const { agents } = await loadExports({ agents: given });
  const names = agents.map((each) => each.name).sort();
  if (name !== undefined) {
    const agent = agents.find((each) => each.name === name);
    if (agent) return { agent, agents };
    const near = nearestName(name, names);
    const hint = near ? ` Did you mean "${near}"?` : '';
    throw new TroupeError('usage', `${file} exports no agent "${name}".${hint} It has: ${names.join(', ')}.`);
  }
  const roots = agents.filter((each) => !agents.some((other) => other !== each && hasPart(other, each)));
  const [agent, ...others] = roots;
  if (agent && others.length === 0) return { agent, agents };
  const several = roots.map((each) => each.name).sort();
  throw new TroupeError(
    'usage',
    `${file} exports several agents: ${several.join(', ')}. Say which one: --agents ${file}#${several[0]}`,
  );
}

const hasPart = ({ parts }: Agent, part: Agent): boolean => parts.some((each) => each === part || hasPart(each, part));
