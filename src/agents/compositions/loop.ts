import type { Agent } from '../agent.ts';
import { chainMachine, type Until } from './chain-machine.ts';
import { type CompositionDefinition, chartsOf, checkComposition, checkMax } from './check-composition.ts';
import { exitMove } from './composition.ts';
import type { LastOutput } from './sequence.ts';

/** What `loop` takes. */
export interface LoopDefinition<Agents extends readonly Agent[]> extends CompositionDefinition {
  /** In the order in which they work in each round. */
  readonly agents: Agents;
  /** How many rounds there are at most. */
  readonly max: number;
  /** Says after a round whether it was the last one: a pure function of what the last agent came to and of the number of the round. */
  readonly until?: Until;
}

/**
 * A sequence again and again, until one of the agents makes the move `exit`, `until` says so, or there were `max` rounds: then it ends with what it has, and
 * says so by `limit`.
 *
 * @throws TroupeError `bad-config` for a definition that cannot be used.
 */
export function loop<const Agents extends readonly Agent[]>(
  definition: LoopDefinition<Agents>,
): Agent<LastOutput<Agents>> {
  const { name, description, version = '1', agents, max, until } = definition;
  checkComposition(definition, agents);
  checkMax(name, max);
  const own = [
    exitMove(
      'Ends the rounds; the last version is the answer. Only for whoever judges the work, when it is good enough: write nothing beside it.',
      'Only for an answer that was not given before.',
    ),
  ];
  const machine = chainMachine({ name, parts: agents.map((part) => part.name), own, max }, until);
  return { name, description, version, parts: agents, machine: machine.provide({ actors: chartsOf(agents) }) };
}
