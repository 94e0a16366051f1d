import { TroupeError } from '../../errors.ts';
import type { Agent } from '../agent.ts';
import { checkAgent } from '../check-agent.ts';

/** What every composition takes. */
export interface CompositionDefinition {
  readonly name: string;
  /** What it can do: whoever hands work on chooses by it. */
  readonly description: string;
  /** Changed with every change after which a stored run could come out differently. @default '1' */
  readonly version?: string;
}

/** Looks at a composition when it is made. @throws TroupeError `bad-config` for one that cannot work. */
export function checkComposition(
  { name, description }: CompositionDefinition,
  agents: readonly Agent[],
  parts: readonly Agent[] = agents,
): void {
  if (!Array.isArray(agents) || agents.length === 0) {
    throw new TroupeError('bad-config', `"${name}" has no agents. Give it at least one: agents: [agent({ … })].`);
  }
  checkAgent({ name, description, parts });
}

/** @throws TroupeError `bad-config` for a maximum that is none. */
export function checkMax(name: string, max: number): void {
  if (Number.isInteger(max) && max > 0) return;
  throw new TroupeError('bad-config', `max of "${name}" is ${max}. Give a whole number of at least 1.`);
}

/** From the name under which a chart refers to an agent to the agent's chart. */
export const chartsOf = (agents: readonly Agent[]): Record<string, never> =>
  Object.fromEntries(agents.map(({ name, machine }) => [name, machine as never])); // any agent's chart
