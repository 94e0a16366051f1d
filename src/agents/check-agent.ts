import { TroupeError } from '../errors.ts';
import { isPlainName } from '../text/is-plain-name.ts';
import type { Agent } from './agent.ts';

/** Fewer words than that say nothing about what an agent can do. */
const fewestWords = 3;
const empty = /^(?:this is )?(?:an?|the|my) (?:\w+ )?(?:agent|assistant|helper|bot)\.?$/i;

/**
 * Looks at an agent when it is made. Whoever hands work on chooses by descriptions, so one that says nothing is warned of.
 *
 * @throws TroupeError `bad-config` for a name that cannot be used, and for agents that cannot work together.
 */
export function checkAgent({ name, description, parts }: Pick<Agent, 'name' | 'description' | 'parts'>): void {
  if (!isPlainName(name)) {
    throw new TroupeError(
      'bad-config',
      `The agent name "${name}" is not allowed. Use 1 to 64 letters, digits, "_" or "-".`,
    );
  }
  if (typeof description !== 'string' || description.trim() === '') {
    throw new TroupeError('bad-config', `The agent "${name}" needs a description: others choose by it.`);
  }
  const seen = new Set<string>();
  for (const part of parts) {
    if (typeof part?.machine !== 'object') {
      throw new TroupeError(
        'bad-config',
        `The agent "${name}" has a part that is no agent. Pass what agent() returns.`,
      );
    }
    if (seen.has(part.name)) {
      throw new TroupeError(
        'bad-config',
        `The agent "${name}" has two parts named "${part.name}". Give each a name of its own.`,
      );
    }
    seen.add(part.name);
    const way = wayTo(part, name);
    if (way) {
      throw new TroupeError(
        'bad-config',
        `The agent "${name}" is a part of itself: ${[name, ...way].join(' > ')}. Give the agents a hierarchy, or other names.`,
      );
    }
  }
  if (saysNothing(description)) {
    console.warn(
      `The description of the agent "${name}" says little: "${description}". Say what it can do, as in: "Gets the current weather of a city."`,
    );
  }
}

/** The way down to an agent of a name. */
function wayTo(agent: Agent, name: string): readonly string[] | undefined {
  if (agent.name === name) return [agent.name];
  for (const part of agent.parts) {
    const way = wayTo(part, name);
    if (way) return [agent.name, ...way];
  }
  return undefined;
}

const saysNothing = (description: string) =>
  empty.test(description.trim()) ||
  (/^[\p{Script=Latin}\s.,!]+$/u.test(description) && description.trim().split(/\s+/).length < fewestWords);
